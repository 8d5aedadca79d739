/// A position, an altitude and a date with the declination there.
struct MagneticReference: Sendable {
  let latitude, longitude, metres: Double

  /// Milliseconds since 1970.
  let date: Int64

  /// Degrees by which magnetic north is east of true north.
  let declination: Double

  init(_ latitude: Double, _ longitude: Double, _ metres: Double, _ date: Int64, _ east: Double) {
    (self.latitude, self.longitude, self.metres) = (latitude, longitude, metres)
    (self.date, declination) = (date, east)
  }
}

/// Declinations computed by ppigrf 2.1.0 from PyPI, at random places and times.
///
/// Written by `data-tools/magnetic-field`.
let magneticReferences: [MagneticReference] = [
  MagneticReference(88.11762, 61.32394, 4267, -711504000000, 26.8226),
  MagneticReference(32.10384, 151.99982, 0, 1483315200000, -3.2815),
  MagneticReference(-23.51144, 12.35048, 0, 1860192000000, -13.8290),
  MagneticReference(-48.93023, 145.37551, 1710, 1261440000000, 17.0648),
  MagneticReference(77.75783, 108.35588, 0, -1150675200000, 21.6726),
  MagneticReference(-45.03916, 50.14587, 0, -2206828800000, -29.4440),
  MagneticReference(-60.02136, -81.56126, 4990, 1794614400000, 23.1658),
  MagneticReference(29.29196, -173.25499, 0, 85017600000, 10.8802),
  MagneticReference(-86.5372, 36.66, 0, 1124841600000, -59.8723),
  MagneticReference(-26.56338, 137.94383, 846, -1786838400000, 4.9020),
  MagneticReference(34.41145, -90.81287, 0, 1697500800000, -1.1290),
  MagneticReference(34.15211, -10.5554, 0, -186192000000, -9.9988),
  MagneticReference(81.28152, 65.28194, 7864, 1873584000000, 50.9923),
  MagneticReference(-12.20023, 78.40993, 0, 1838332800000, -7.1514),
  MagneticReference(72.09637, -121.61879, 0, -652060800000, 53.1676),
  MagneticReference(-7.4595, 120.65225, 5509, 1664755200000, 0.8390),
  MagneticReference(75.01599, 167.26866, 0, -531792000000, 1.6660),
  MagneticReference(-23.35399, 72.47918, 0, -236217600000, -20.6650),
  MagneticReference(64.86875, 105.45557, 3246, -2021241600000, 5.9687),
  MagneticReference(49.57198, -86.85674, 0, 312508800000, -3.8657),
  MagneticReference(79.27174, 7.11494, 0, 1435190400000, 1.8619),
  MagneticReference(41.40523, 94.73639, 4455, 739324800000, 0.8576),
  MagneticReference(67.04751, -105.52876, 0, 328060800000, 27.4896),
  MagneticReference(32.98073, 147.44087, 0, -597715200000, -3.9444),
  MagneticReference(-80.46392, -172.41519, 4868, -757641600000, 123.7170),
  MagneticReference(-48.87965, 122.00661, 0, -1573516800000, -12.6860),
  MagneticReference(-61.34096, 48.51026, 0, 864345600000, -51.9895),
  MagneticReference(-13.62458, -37.66949, 4970, 959990400000, -23.1641),
  MagneticReference(89.70895, 37.79119, 0, -1545436800000, -6.2307),
  MagneticReference(67.08679, -20.18773, 0, 1592697600000, -13.1630),
  MagneticReference(-4.74798, -108.38169, 1216, -2089065600000, 7.8059),
  MagneticReference(-42.8812, 86.9685, 0, 1835395200000, -38.4668),
  MagneticReference(-84.25149, -89.18029, 0, 192412800000, 52.5552),
  MagneticReference(-53.30335, 82.29954, 9031, -874368000000, -50.6774),
  MagneticReference(-60.73376, 68.98886, 0, -2117750400000, -46.7073),
  MagneticReference(41.41976, 34.11411, 0, -1098316800000, 2.3322),
  MagneticReference(87.78684, -24.10029, 903, 1260316800000, -31.7384),
  MagneticReference(14.03531, 50.03853, 0, -1425772800000, 0.8085),
  MagneticReference(-60.71584, -64.96544, 0, -1680480000000, 17.1557),
  MagneticReference(66.45741, -172.31098, 2217, -1461110400000, 15.2314),
  MagneticReference(87.79039, 17.1071, 0, -1085011200000, -14.8741),
  MagneticReference(-32.26481, -18.78253, 0, 1885766400000, -22.8076),
  MagneticReference(-24.43889, -25.6074, 10431, 1359676800000, -25.3552),
  MagneticReference(25.92122, 11.24066, 0, -1708819200000, -8.1971),
  MagneticReference(-88.78064, -23.35288, 0, -1853625600000, 0.9762),
  MagneticReference(63.71234, 106.23225, 10275, 846115200000, -2.9072),
  MagneticReference(29.6054, -116.31046, 0, -1772236800000, 13.6440),
  MagneticReference(10.74031, -122.79853, 0, -316828800000, 9.2437),
  MagneticReference(75.50243, 46.7655, 2319, -1478217600000, 16.4987),
  MagneticReference(-55.71443, 0.98345, 0, -843264000000, -23.7756),
  MagneticReference(52.68239, 47.32947, 0, -1727395200000, 7.5319),
  MagneticReference(57.21663, 110.20686, 6893, -1725667200000, -1.5952),
  MagneticReference(-81.43558, 76.30423, 0, -1227398400000, -82.0747),
  MagneticReference(30.18336, 2.06984, 0, -698803200000, -6.9259),
  MagneticReference(55.14293, -105.28008, 2179, 477360000000, 16.0017),
  MagneticReference(-32.33878, -33.40325, 0, -1123200000, -21.4421),
  MagneticReference(76.93324, 38.4952, 0, -660441600000, 15.2176),
  MagneticReference(-13.40253, 117.32236, 1166, 642556800000, 1.4638),
  MagneticReference(34.55244, 141.53545, 0, -316310400000, -5.6714),
  MagneticReference(-26.92019, -154.10895, 0, -836352000000, 13.7169),
  MagneticReference(-82.09443, -41.11166, 6633, 1856304000000, 8.3877),
  MagneticReference(3.30037, 133.24179, 0, 91929600000, 2.2578),
  MagneticReference(-72.53424, 122.88724, 0, -580003200000, -118.8709),
  MagneticReference(-46.10614, -167.36397, 11976, -1928880000000, 17.9409),
  MagneticReference(-80.39042, 38.72044, 0, -1291852800000, -47.7402),
  MagneticReference(72.50256, -4.7753, 0, -1539993600000, -23.5047),
  MagneticReference(-29.41481, -35.99294, 4193, -813369600000, -18.2378),
  MagneticReference(67.45936, 154.34739, 0, -1784592000000, -5.0405),
  MagneticReference(-83.98492, -44.86358, 0, 248140800000, 14.7947),
  MagneticReference(49.90471, 15.46438, 6136, -1141171200000, -3.8296),
  MagneticReference(50.80926, 77.81076, 0, 7689600000, 8.2197),
  MagneticReference(-38.49626, -137.02975, 0, -187574400000, 19.2929),
  MagneticReference(-88.09856, 55.99464, -90, -1748044800000, -73.9884),
  MagneticReference(69.20014, 41.8393, 0, -186364800000, 16.1883),
  MagneticReference(-24.43055, 172.25253, 0, 739670400000, 14.0622),
  MagneticReference(58.3981, -110.66853, 3807, 1872115200000, 12.4753),
  MagneticReference(76.21761, 46.34316, 0, 1862179200000, 32.0487),
  MagneticReference(-11.55573, -89.43538, 0, -1690761600000, 10.8546),
  MagneticReference(36.14097, 148.17885, 7348, -905299200000, -4.4318),
  MagneticReference(62.59394, -85.64151, 0, 608256000000, -20.5381),
]
