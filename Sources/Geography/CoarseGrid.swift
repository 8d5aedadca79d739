/// A grid of cells with a width in metres; guests see positions at the middle of their cell.
///
/// The shown position depends only on the true position and the width, so repeated requests reveal nothing more.
public struct CoarseGrid: Hashable, Sendable {
  /// The valid widths.
  public static let widths = 10.0...1_000_000

  /// Metres along a side of a cell.
  public let metres: Double

  /// Metres per degree of latitude.
  private static let metresPerDegree = 111_320.0

  private let rows: Double

  /// Makes a grid; nil if the width is not valid.
  public init?(metres: Double) {
    guard Self.widths.contains(metres) else { return nil }
    self.metres = metres
    rows = (180 * Self.metresPerDegree / metres).rounded(.down)
  }

  /// The middle of the cell of a position.
  public func middle(around place: Coordinate) -> Coordinate {
    let row = Self.cell(place.latitude + 90, of: rows, in: 180)
    let latitude = (row + 0.5) * 180 / rows - 90
    // The number of columns per row keeps cells about square.
    let columns = max((2 * rows * cosine(latitude.radians)).rounded(.down), 1)
    let column = Self.cell(place.longitude + 180, of: columns, in: 360)
    let longitude = (column + 0.5) * 360 / columns - 180
    return Coordinate(latitude: latitude, longitude: longitude) ?? place
  }

  /// The index of the cell at an offset in a span of equal cells.
  private static func cell(_ offset: Double, of count: Double, in span: Double) -> Double {
    min((offset / span * count).rounded(.down), count - 1)
  }
}
