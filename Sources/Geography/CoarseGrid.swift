/// Cells of a given width and height in metres; guests see coarse positions in the middle of theirs.
///
/// The cells are the same for everyone who asks and whatever is asked: where a place is shown depends
/// on the place and the width alone, so that asking again tells nothing more.
public struct CoarseGrid: Hashable, Sendable {
  /// How wide the cells can be.
  public static let widths = 10.0...1_000_000

  /// Metres along a side of a cell.
  public let metres: Double

  /// How high a degree of latitude is.
  private static let metresPerDegree = 111_320.0

  private let rows: Double

  /// Makes a grid; nil if the width is none of those there can be.
  public init?(metres: Double) {
    guard Self.widths.contains(metres) else { return nil }
    self.metres = metres
    rows = (180 * Self.metresPerDegree / metres).rounded(.down)
  }

  /// The middle of the cell that a place lies in.
  public func middle(around place: Coordinate) -> Coordinate {
    let row = Self.cell(place.latitude + 90, of: rows, in: 180)
    let latitude = (row + 0.5) * 180 / rows - 90
    // A circle of latitude has as many cells as keeps them about as wide as they are high.
    let columns = max((2 * rows * cosine(latitude.radians)).rounded(.down), 1)
    let column = Self.cell(place.longitude + 180, of: columns, in: 360)
    let longitude = (column + 0.5) * 360 / columns - 180
    return Coordinate(latitude: latitude, longitude: longitude) ?? place
  }

  /// The number of the cell, of so many in a span, that holds what lies so far from its start.
  private static func cell(_ offset: Double, of count: Double, in span: Double) -> Double {
    min((offset / span * count).rounded(.down), count - 1)
  }
}
