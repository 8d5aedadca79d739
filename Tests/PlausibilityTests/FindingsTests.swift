import Geography
import PhotoFacts
import Plausibility
import TestSupport
import Testing

/// Generated lives, honest ones and those with planted faults.
@Suite struct FindingsTests {
  private func isOpenSea(_ place: Coordinate) -> Bool {
    abs(abs(place.latitude) - 48) < 0.01 && place.longitude == -30
  }

  private func findings(_ photos: [Observation]) -> Findings {
    Findings(ObservationLog(photos), isOpenSea: isOpenSea)
  }

  @Test func honestLibrariesRaiseHardlyAnyDoubt() {
    var (photos, doubts) = (0, [Doubt]())
    for seed in 1...5 as ClosedRange<UInt64> {
      let life = TravelledLife(seed: seed, days: 200)
      photos += life.photos.count
      doubts += findings(life.photos).doubts.values
    }
    #expect(doubts.count * 1_000 <= photos, "\(photos) photos: \(doubts.prefix(30))")
  }

  @Test(arguments: Doubt.Reason.allCases) func plantedFaultsAreFound(_ reason: Doubt.Reason) {
    var (planted, found, named, others) = (0, 0, 0, [Doubt]())
    var (photos, missed) = (0, [Observation]())
    for seed in 1...3 as ClosedRange<UInt64> {
      let life = TravelledLife(seed: seed &* 31, days: 250)
      let faults = PlantedFaults(
        reason, in: life, every: reason == .elsewhere ? 11 : reason == .stale ? 40 : 97, seed: seed)
      let doubts = findings(faults.photos).doubts
      photos += faults.photos.count
      planted += faults.wrong.count
      found += faults.wrong.count { doubts[$0] != nil }
      named += faults.wrong.count { doubts[$0]?.reason == reason }
      let known = faults.wrong.union(faults.optional)
      others += doubts.values.filter { !known.contains($0.photo) }
      missed += faults.photos.filter { faults.wrong.contains($0.id) && doubts[$0.id] == nil }
    }
    #expect(planted >= 40)
    #expect(found * 100 >= planted * 95, "\(found) of \(planted); missed \(missed.prefix(5))")
    #expect(named * 100 >= planted * 90, "\(named) of \(planted)")
    #expect(others.count * 1_000 <= photos, "\(others.count) \(others.prefix(8))")
  }

  @Test func flightsAreFoundAndNothingElse() {
    var (flown, found, wrong) = (0, 0, 0)
    for seed in 1...3 as ClosedRange<UInt64> {
      let life = TravelledLife(seed: seed &* 7, days: 250)
      let flights = findings(life.photos).flights
      // The camera has no altitude, so its single photos may be missed.
      let phones = Set(life.photos.filter { $0.altitude != nil }.map(\.id))
      flown += life.flown.intersection(phones).count
      found += life.flown.intersection(phones).count { flights[$0] != nil }
      wrong += flights.keys.count { !life.airborne.contains($0) }
    }
    #expect(flown > 100)
    #expect(found * 100 >= flown * 98, "\(found) of \(flown)")
    #expect(wrong * 20 <= flown, "\(wrong)")
  }

  @Test func laterVersionsFindTheSameAsAFreshStart() {
    var random = SeededRandom(seed: 5)
    let life = TravelledLife(seed: 77, days: 90)
    var photos = PlantedFaults(.speed, in: life, every: 80, seed: 3).photos
    var log = ObservationLog(photos)
    var found = Findings(log)
    for _ in 0..<5 {
      let gone = Set((0..<4).compactMap { _ in photos.randomElement(using: &random)?.id })
      var added = photos.filter { gone.contains($0.id) }.prefix(2)
      for index in added.indices { added[index].coordinate = TravelledLife.place(10, 20) }
      log.replace(ids: gone.contains, with: Array(added))
      found = Findings(log, former: found)
      photos.removeAll { gone.contains($0.id) }
      photos += added
      let fresh = Findings(ObservationLog(photos))
      #expect(found.doubts == fresh.doubts)
      #expect(found.flights == fresh.flights)
    }
  }
}
