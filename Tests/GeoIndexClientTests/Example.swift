import GeoIndexClient

// The examples of the client's documentation, word for word.

func newestOfEachCluster(_ client: Client) async throws -> [Int: String] {
  var selection = Selection()
  selection.keep(inside: GeographicBounds(west: -10, south: 35, east: 30, north: 60))
  var names: [Int: String] = [:]
  for mark in try await client.send(.clusters(zoom: 5, selection)).marks {
    switch mark {
    case .photo(let photo): names[photo.id] = photo.filename
    case .cluster(let cluster):
      let photo: Photo = try await client.send(.photo(cluster.photo))
      names[cluster.photo] = photo.filename
    }
  }
  return names
}

func places(of photos: [SentFile], _ client: Client) async throws -> [String: Coordinate] {
  var places: [String: Coordinate] = [:]
  for photo in try await client.send(.locate(photos)) {
    if let name = photo.filename, let place = photo.coordinate { places[name] = place }
  }
  return places
}
