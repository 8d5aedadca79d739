import Foundation
import Geography
import Grid
import PhotoIndex
import TestSupport

/// Queries the ten nearest photos.
///
/// The R*Tree has no such query, so a sample is compared with a scan of all photos.
struct NearestQueries {
  private static let queries = 500
  private static let checked = 25
  private static let k = 10

  let library: Library
  let index: PhotoIndex

  func measure() throws -> [Row] {
    let nearPhotos = library.randomCentres(Self.queries, seed: 21).map(\.coordinate)
    var random = SeededRandom(seed: 22)
    let anywhere = (0..<Self.queries).compactMap { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    let spheres = library.photos.map { DirectionVector($0.coordinate) }
    return [
      try ask(nearPhotos, "10 nearest to where a photo is", spheres),
      try ask(anywhere, "10 nearest to anywhere on Earth", spheres),
    ]
  }

  private func ask(_ places: [Coordinate], _ what: String, _ spheres: [DirectionVector]) throws
    -> Row
  {
    var times = Times()
    for place in places { _ = try find(place) }
    for (number, place) in places.enumerated() {
      let found = try times.measure { try find(place) }
      if number < Self.checked {
        try requireEqual(found.map(\.pin.id), expected(place, spheres), "\(what) \(place)")
      }
    }
    return Row(what, ours: times)
  }

  private func find(_ place: Coordinate) throws -> [Neighbour] {
    try index.read { try $0.nearest(to: place, count: Self.k) }
  }

  /// Ranks by the same geodesic as the index, so only the search is tested.
  private func expected(_ place: Coordinate, _ spheres: [DirectionVector]) -> [Int64] {
    let direction = DirectionVector(place)
    let chords = spheres.map { direction.squaredChord(to: $0) }
    var nearest: [Float] = []
    for chord in chords where nearest.count < Self.k || chord < nearest[Self.k - 1] {
      nearest.append(chord)
      nearest.sort()
      nearest = Array(nearest.prefix(Self.k))
    }
    // The ellipsoid changes distances by at most 0.6 %, squares by twice that; the rest allows for single precision (1e-12
    // is the square of six metres).
    let reach = (nearest.last ?? 4) * 1.03 + 1e-12
    let candidates = chords.indices.filter { chords[$0] <= reach }
    return
      candidates
      .map { (place.geodesic(to: library.photos[$0].coordinate).distance, Int64($0 + 1)) }
      .sorted { $0 < $1 }
      .prefix(Self.k)
      .map(\.1)
  }
}

/// A point on the unit sphere.
private struct DirectionVector {
  private let vector: SIMD4<Float>

  init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    vector = SIMD4(
      Float(cos(latitude) * cos(longitude)), Float(cos(latitude) * sin(longitude)),
      Float(sin(latitude)), 0)
  }

  func squaredChord(to other: DirectionVector) -> Float {
    let difference = vector - other.vector
    return (difference * difference).sum()
  }
}
