// As in GeoJSON and in parameters: west, south, east, north.
extension GeographicBounds: Codable {
  /// Decodes a list of four numbers.
  public init(from decoder: any Decoder) throws {
    var edges = try decoder.unkeyedContainer()
    self.init(
      west: try edges.decode(Double.self), south: try edges.decode(Double.self),
      east: try edges.decode(Double.self), north: try edges.decode(Double.self))
  }

  /// Encodes a list of four numbers.
  public func encode(to encoder: any Encoder) throws {
    var edges = encoder.unkeyedContainer()
    for edge in [west, south, east, north] { try edges.encode(edge) }
  }
}
