/// The Mercator rows of the latitudes most photos are taken at, from short polynomials.
///
/// `GridPoint.exactRow` defines the row of a latitude and takes two series of eleven terms. Writing
/// and reading the index asks for it so often that the same answer is found sooner here: where the
/// polynomial says that the place lies well inside a row, that is the row, and elsewhere the series
/// decide.
///
/// Up to `limitE7` what the polynomials leave out (Taylor's remainder, with |y⁽⁶⁾| < 121 sec⁶ φ) is
/// below 10⁻⁵ rows, and what either way loses by rounding is too. `doubt` is fifty times that.
struct MercatorTable {
  /// Half a segment on either side of where a polynomial stands, in 1e-7°, as a power of two.
  private static let halfShift = 20

  /// The segments end before 75°; beyond it the map is stretched too much for so few terms.
  static let limitE7: Int32 = 357 << 21

  /// How near the edge of a row the polynomials are not believed, in rows.
  private static let doubt = 1e-3

  private static let shared = MercatorTable()

  private let segments: [Segment]

  private init() {
    let half = 1 << Self.halfShift
    segments = stride(from: -Int(Self.limitE7), to: Int(Self.limitE7), by: 2 * half).map {
      Segment(at: Double($0 + half))
    }
  }

  /// The row of a latitude where it is beyond doubt.
  @inline(__always)
  static func row(ofLatitudeE7 latitude: Int32) -> UInt32? {
    guard latitude >= -limitE7, latitude < limitE7 else { return nil }
    let fromFirst = Int(latitude) + Int(limitE7)
    let half = 1 << halfShift
    let distance = Double((fromFirst & (2 * half - 1)) - half)
    let place = shared.segments[fromFirst >> (halfShift + 1)].value(distance)
    let row = UInt32(place)
    let part = place - Double(row)
    return part > doubt && part < 1 - doubt ? row : nil
  }

  /// Taylor's polynomial about the middle of a segment, of the distance in 1e-7°.
  private struct Segment {
    private let c0, c1, c2, c3, c4, c5: Double

    init(at latitudeE7: Double) {
      let unit = Double.pi / 1.8e9
      let sine = GridPoint.sine(ofRadians: latitudeE7 * unit)
      let secant = 1 / (1 - sine * sine).squareRoot()
      let tangent = sine * secant
      let square = secant * secant
      let rows = -Double(GridPoint.side) / (2 * .pi)
      // The derivatives of the ordinate, whose first is the secant.
      c0 = GridPoint.rowsFromTop(sineOfLatitude: sine)
      c1 = rows * unit * secant
      c2 = rows * unit * unit * secant * tangent / 2
      c3 = rows * unit * unit * unit * secant * (2 * square - 1) / 6
      c4 = rows * unit * unit * unit * unit * secant * tangent * (6 * square - 1) / 24
      c5 =
        rows * unit * unit * unit * unit * unit * secant
        * (24 * square * square - 20 * square + 1) / 120
    }

    @inline(__always)
    func value(_ x: Double) -> Double {
      let square = x * x
      return (c0 + c1 * x) + (c2 + c3 * x) * square + (c4 + c5 * x) * (square * square)
    }
  }
}
