/// A geodesic with its length in metres and, if it is unique, its initial bearing.
struct ReferenceLine: Sendable {
  var from: (Double, Double)
  var to: (Double, Double)
  var distance: Double
  var bearing: Double?
}

let geographicLibLines: [ReferenceLine] = [
  ReferenceLine(
    from: (48.8584, 2.2945), to: (40.6892, -74.0445),
    distance: 5853103.677258, bearing: 291.7900538),
  ReferenceLine(
    from: (0, 0), to: (0, 90),
    distance: 10018754.171395, bearing: 90.0000000),
  ReferenceLine(
    from: (90, 0), to: (-90, 0),
    distance: 20003931.458625, bearing: nil),
  ReferenceLine(
    from: (0, 0), to: (0, 179.5),
    distance: 19980861.908891, bearing: nil),
  ReferenceLine(
    from: (0, 0), to: (0.5, 179.5),
    distance: 19936288.578965, bearing: nil),
  ReferenceLine(
    from: (0, 0), to: (0.5, 179.7),
    distance: 19944127.420750, bearing: nil),
  ReferenceLine(
    from: (30, 0), to: (-30, 179.9),
    distance: 20003008.421509, bearing: nil),
  ReferenceLine(
    from: (-16.8, 179.98), to: (-16.8, -179.98),
    distance: 4263.925207, bearing: 90.0057806),
  ReferenceLine(
    from: (89.9999999, 10), to: (89.9999999, -170),
    distance: 0.022339, bearing: nil),
  ReferenceLine(
    from: (0, 0), to: (0, 180),
    distance: 20003931.458625, bearing: nil),
  ReferenceLine(
    from: (10, 20), to: (-10, -160),
    distance: 20003931.458625, bearing: nil),
  ReferenceLine(
    from: (51.5, 0), to: (51.5, 1e-07),
    distance: 0.006944, bearing: nil),
  ReferenceLine(
    from: (-45, 170), to: (45, -9.9),
    distance: 20003008.421509, bearing: nil),
  ReferenceLine(
    from: (0.0001, 5), to: (-0.0001, -175.2),
    distance: 20000239.437725, bearing: nil),
  ReferenceLine(
    from: (12, 180), to: (12, -180),
    distance: 0.000000, bearing: nil),
  ReferenceLine(
    from: (0, 0), to: (0, 179.3),
    distance: 19959584.699234, bearing: nil),
  ReferenceLine(
    from: (60, 40), to: (-60, -139.95),
    distance: 20003700.697353, bearing: nil),
  ReferenceLine(
    from: (89, 0), to: (-89, 179),
    distance: 20001992.447511, bearing: nil),
  ReferenceLine(
    from: (1, 1), to: (1, 1),
    distance: 0.000000, bearing: nil),
  ReferenceLine(
    from: (-47.1663671, 15.9225211), to: (-23.40807, 37.4112139),
    distance: 3258221.129934, bearing: 43.4695950),
  ReferenceLine(
    from: (22.6296547, -156.4096107), to: (-87.6297615, 121.4888696),
    distance: 12466922.207955, bearing: 182.5447218),
  ReferenceLine(
    from: (-43.3162774, -95.640854), to: (89.2160704, -10.7051373),
    distance: 14791538.626538, bearing: 1.0738876),
  ReferenceLine(
    from: (60.5630612, -8.5128449), to: (25.0322653, -125.7780874),
    distance: 8971082.823347, bearing: 305.3290527),
  ReferenceLine(
    from: (24.2749185, 132.4963106), to: (4.1726179, 86.8506682),
    distance: 5369801.366118, bearing: 252.9686070),
  ReferenceLine(
    from: (30.8540656, -156.9486822), to: (46.4814443, 32.7958499),
    distance: 11383849.375545, bearing: 353.1603272),
  ReferenceLine(
    from: (-35.7718213, -168.8357695), to: (65.7949027, -9.8103281),
    distance: 16393574.543316, bearing: 15.8330708),
  ReferenceLine(
    from: (39.3883063, 136.3726081), to: (38.5433071, 151.5955203),
    distance: 1321099.127277, bearing: 89.2392354),
  ReferenceLine(
    from: (-18.9065873, 108.3271576), to: (-9.9682099, 156.8112198),
    distance: 5304047.624386, bearing: 86.3621975),
  ReferenceLine(
    from: (68.1959989, -144.9164485), to: (-65.5256052, -101.8847012),
    distance: 15215710.746603, bearing: 155.4104734),
  ReferenceLine(
    from: (83.786425, -22.981728), to: (22.7966924, -71.6305686),
    distance: 7031250.399082, bearing: 230.8623255),
  ReferenceLine(
    from: (1.3037371, -41.0881468), to: (-26.836112, 30.6266787),
    distance: 8271946.822019, bearing: 118.2641053),
]
