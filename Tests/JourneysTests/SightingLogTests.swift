import Journeys
import TestSupport
import Testing

/// Sightings that are replaced day by day are those that are sorted at once.
@Suite struct SightingLogTests {
  private func sightings(_ photos: [Int: Life.Photo]) -> Sightings {
    var sightings = Sightings()
    for (id, photo) in photos {
      sightings.append(
        localMilliseconds: photo.time, longitudeE7: Int32((photo.longitude * 1e7).rounded()),
        latitudeE7: Int32((photo.latitude * 1e7).rounded()), device: photo.device, id: Int64(id))
    }
    return sightings
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func replacedOnesMakeTheSameHomesAndTrips(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var album = Album()
    try album.fill("2018-01-01", "2018-12-30", every: 2, at: Album.berlin)
    try album.fill("2018-06-03", "2018-06-09", at: Album.rome)
    var photos = Dictionary(uniqueKeysWithValues: album.photos.enumerated().map { ($0, $1) })
    var log = SightingLog(sightings(photos))
    for round in 0..<60 {
      let gone = Set(
        (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
          photos.keys.sorted().randomElement(using: &random)
        })
      var added: [Int: Life.Photo] = [:]
      for number in 0..<Int.random(in: 0...20, using: &random) {
        let spot = [Album.berlin, Album.rome, Album.lisbon].randomElement(using: &random)
        let day = Int64.random(in: 17_500...17_900, using: &random)
        added[10_000 + 100 * round + number] = Life.Photo(
          time: day * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &random),
          latitude: try #require(spot).latitude, longitude: try #require(spot).longitude,
          device: Int32.random(in: 1...3, using: &random))
      }
      for id in gone { photos[id] = nil }
      photos.merge(added) { $1 }
      log.replace(ids: { gone.contains(Int($0)) }, with: sightings(added))
      let (replaced, whole) = (TravelHistory(log), TravelHistory(sightings(photos)))
      #expect(replaced.homes == whole.homes)
      #expect(replaced.trips.map(\.days) == whole.trips.map(\.days))
      #expect(replaced.trips.map { Set($0.sightings) } == whole.trips.map { Set($0.sightings) })
      #expect(replaced.trips.map(\.sightingDays) == whole.trips.map(\.sightingDays))
      #expect(replaced.dayTrips.map(\.days) == whole.dayTrips.map(\.days))
    }
  }
}
