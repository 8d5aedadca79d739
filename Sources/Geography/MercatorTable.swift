/// The Mercator rows of latitudes up to 75° by piecewise polynomials.
///
/// `GridPoint.exactRow` defines the row and takes two series of eleven terms. It is needed often, so this table
/// gives the same result faster: if the polynomial's value is well inside a row, that is the row. Otherwise the
/// series decide.
///
/// Up to `limitE7` the remainder of the polynomials (Taylor, with |y⁽⁶⁾| < 121 sec⁶ φ) is below 10⁻⁵ rows, and so is
/// the rounding error. `doubt` is fifty times that.
struct MercatorTable {
  /// Half the width of a segment in 1e-7°, as a power of two.
  private static let halfShift = 20

  /// The segments end before 75°; beyond that, the map is stretched too much for so few terms.
  static let limitE7: Int32 = 357 << 21

  /// The distance from the edge of a row, in rows, below which the polynomial does not decide.
  private static let doubt = 1e-3

  private static let shared = MercatorTable()

  private let segments: [Segment]

  private init() {
    let half = 1 << Self.halfShift
    segments = stride(from: -Int(Self.limitE7), to: Int(Self.limitE7), by: 2 * half).map {
      Segment(at: Double($0 + half))
    }
  }

  /// The row of a latitude; nil if only the series can decide.
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

  /// The Taylor polynomial about the middle of a segment, in units of 1e-7°.
  private struct Segment {
    private let c0, c1, c2, c3, c4, c5: Double

    init(at latitudeE7: Double) {
      let unit = Double.pi / 1.8e9
      let sine = GridPoint.sine(ofRadians: latitudeE7 * unit)
      let secant = 1 / (1 - sine * sine).squareRoot()
      let tangent = sine * secant
      let square = secant * secant
      let rows = -Double(GridPoint.side) / (2 * .pi)
      // The derivatives of the ordinate; the first is the secant.
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
