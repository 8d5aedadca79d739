import Journeys
import TestSupport
import Testing

/// Sightings that are replaced day by day are those that are sorted at once.
@Suite struct SightingLogTests {
  private static func corrections(_ round: Int) -> [Correction] {
    let first = LocalDay(number: 17_683 + round % 3)
    let days = first...LocalDay(number: first.number + 3)
    switch round % 4 {
    case 1: return [.rename(days, name: "Round \(round)")]
    case 2: return [.split(at: LocalDay(number: first.number + 2))]
    case 3: return [.made(days, name: nil)]
    default: return []
    }
  }

  /// The trips with their sightings in one order: those of one time are interchangeable.
  private static func compared(_ trips: [Trip]) -> [Trip] {
    trips.map { trip in
      var trip = trip
      trip.sightings.sort()
      return trip
    }
  }

  private func sightings(_ photos: [Int: Life.Photo]) -> Sightings {
    var sightings = Sightings()
    for (id, photo) in photos {
      sightings.append(
        localMilliseconds: photo.time, longitudeE7: Int32((photo.longitude * 1e7).rounded()),
        latitudeE7: Int32((photo.latitude * 1e7).rounded()), device: photo.device, id: Int64(id))
    }
    return sightings
  }

  /// The clock of a second camera may be hours ahead, which shows only while both have enough photos.
  @Test(arguments: [1, 2, 3] as [UInt64], [nil, 24])
  func replacedOnesMakeTheSameHomesAndTrips(_ seed: UInt64, _ hoursAhead: Double?) throws {
    var random = SeededRandom(seed: seed)
    var album = try hoursAhead.map { try Album.byTwoCameras(hoursAhead: $0) } ?? Album()
    if hoursAhead == nil {
      try album.fill("2018-01-01", "2018-12-30", every: 2, at: Album.berlin)
      try album.fill("2018-06-03", "2018-06-09", at: Album.rome)
    }
    var photos = Dictionary(uniqueKeysWithValues: album.photos.enumerated().map { ($0, $1) })
    var log = SightingLog(sightings(photos))
    var replaced = TravelHistory(log)
    for round in 0..<60 {
      var gone = Set(
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
      if round % 9 == 8, hoursAhead != nil {
        gone.formUnion(photos.filter { $0.value.device == 2 && $0.key % 3 == 0 }.keys)
      }
      for id in gone { photos[id] = nil }
      photos.merge(added) { $1 }
      let ids = Int64(gone.min() ?? 0)..<Int64((gone.max() ?? 0) + 1)
      log.replace(ids, where: { gone.contains(Int($0)) }, with: sightings(added))
      // Later corrections give trips other names, ends and homes.
      let corrections = Self.corrections(round)
      replaced = TravelHistory(log, corrections: corrections, former: replaced)
      let whole = TravelHistory(sightings(photos), corrections: corrections)
      #expect(replaced.homes == whole.homes)
      #expect(Self.compared(replaced.trips) == Self.compared(whole.trips))
      #expect(Self.compared(replaced.dayTrips) == Self.compared(whole.dayTrips))
    }
  }
}
