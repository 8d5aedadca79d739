public import Geography
public import Places

/// Finds the localities of photos before they are stored, so that another thread than the writer's does that work.
public struct LocalityFinder: Sendable {
  private let places: Places
  private var recent: (coordinate: Coordinate, found: FoundLocality)?

  /// Makes a finder that uses these places.
  public init(_ places: Places) { self.places = places }

  /// The locality of a position; remembers the last one, because photos of a burst share theirs.
  public mutating func locality(of coordinate: Coordinate) -> FoundLocality? {
    if let recent, recent.coordinate == coordinate { return recent.found }
    guard let locality = try? places.locate(coordinate) else { return nil }
    let found = FoundLocality(places: places, locality: locality)
    recent = (coordinate, found)
    return found
  }
}

/// A locality, which is one of the places that it was found in.
public struct FoundLocality: Sendable {
  fileprivate let places: Places
  fileprivate let locality: Locality

  /// The locality; nil if it was found in other places.
  func locality(in places: Places) -> Locality? { self.places === places ? locality : nil }
}
