public import Geography

/// A point that photos may show.
public struct SeeingQuery: Sendable {
  /// The point.
  public let point: Coordinate

  /// Its height above the ground in metres.
  public let height: Double

  /// How far away photos may be, in metres.
  public let metres: Double

  /// The distance without a limit of the query: about how far one recognizes a house.
  public static let usualMetres = 1_000.0

  /// The greatest distance.
  public static let mostMetres = 50_000.0

  /// Heights of points.
  public static let heights = -1_000.0...10_000

  /// Reads the values of the parameters.
  public init(point: Coordinate, height: String?, within: String?) throws {
    self.point = point
    self.height =
      try height.map { text in
        guard let metres = Double(text), Self.heights.contains(metres) else {
          throw QueryError("height", text, "is not a number of metres from -1000 to 10000")
        }
        return metres
      } ?? 0
    metres = try Self.distance(within) ?? Self.usualMetres
  }

  /// Reads how far away photos may be, in metres; nil if it is not given.
  public static func distance(_ within: String?) throws -> Double? {
    try within.map { text in
      let distance = try PhotoQuery.metres("within", text)
      guard distance <= mostMetres else {
        throw QueryError("within", text, "is more than \(Int(mostMetres)) metres")
      }
      return distance
    }
  }
}
