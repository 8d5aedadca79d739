import Geography
import PhotoFacts
import Plausibility
import Testing

/// What is doubted among a few photos, and what is not.
@Suite struct SingleFaultTests {
  private let berlin = TravelledLife.place(52.520_123, 13.404_987)

  private func photo(
    _ id: Int64, _ minute: Double, _ place: Coordinate, altitude: Double? = nil,
    accuracy: Double? = nil, device: Int32? = 1, source: LocationSource = .exif
  ) -> Observation {
    let time = CaptureTime(localMilliseconds: 1_560_000_000_000 + Int64(minute * 60_000))
    return Observation(
      id: id, time: time, at: place, altitude: altitude, accuracy: accuracy, device: device,
      source: source)
  }

  private func near(_ north: Double, _ east: Double = 0) -> Coordinate {
    TravelledLife.moved(berlin, north, east)
  }

  private func doubts(_ photos: [Observation]) -> [Int64: Doubt] {
    Findings(ObservationLog(photos)).doubts
  }

  @Test(arguments: [1e300, -1e300, .infinity, -.infinity, 1e9] as [Double])
  func anAltitudeBeyondAllNumbersIsDoubted(altitude: Double) {
    let found = doubts([
      photo(1, 0, berlin), photo(2, 10, near(0.1), altitude: altitude), photo(3, 20, near(0.2)),
    ])
    #expect(found.mapValues(\.reason) == [2: .altitude])
    let unknown = doubts([photo(1, 0, berlin), photo(2, 10, near(0.1), altitude: .nan)])
    #expect(unknown.isEmpty)
  }

  @Test func theWrongOneOfThreeIsDoubted() {
    let found = doubts([
      photo(1, 0, berlin), photo(2, 10, near(800, 100)), photo(3, 20, near(0.2)),
    ])
    #expect(found.mapValues(\.reason) == [2: .speed])
    #expect(found[2]?.suggestion != nil)
  }

  @Test func aFlippedSignIsFoundWithTheMeantPosition() throws {
    let found = doubts([
      photo(1, 0, berlin), photo(2, 10, TravelledLife.place(52.521, -13.406)),
      photo(3, 20, near(0.2)),
    ])
    #expect(found.mapValues(\.reason) == [2: .sign])
    #expect(found[2]?.suggestion == TravelledLife.place(52.521, 13.406))
  }

  @Test func aDayOfFlippedSignsIsFound() {
    let day = (0..<9).map { number in
      let place = near(Double(number) * 4)
      return photo(
        Int64(10 + number), 1_440 + Double(number) * 40,
        TravelledLife.place(place.latitude, -place.longitude))
    }
    var photos = day
    for number in 0..<6 {
      let (minute, place) = (Double(number) * 30, near(0.3 * Double(number)))
      photos.append(photo(Int64(30 + number), minute, place))
      photos.append(photo(Int64(40 + number), 2_880 + minute, place))
    }
    let found: [Int64: Doubt] = doubts(photos)
    #expect(Set(found.keys) == Set(day.map(\.id)))
    let reasons = Set<DoubtReason>(found.values.map(\.reason))
    #expect(reasons == [.sign])
  }

  @Test func twoPeopleWithOneModelRaiseNoDoubt() {
    let photos = (0..<20).map { number in
      let offset = 0.1 * Double(number)
      return photo(
        Int64(number), Double(number) * 10, number % 2 == 0 ? near(offset) : near(500 + offset))
    }
    #expect(doubts(photos).isEmpty)
  }

  @Test func photosOfUnknownCamerasAreNotCompared() {
    let photos = (0..<9).map {
      photo($0, Double($0), near(Double($0 % 3) * 700), device: nil)
    }
    #expect(doubts(photos).isEmpty)
  }

  @Test func positionsThatPeopleGiveAreNotDoubted() {
    let photos = [
      photo(1, 0, berlin), photo(2, 10, near(800, 100), source: .manual), photo(3, 20, near(0.2)),
    ]
    #expect(doubts(photos).isEmpty)
  }

  @Test(
    arguments: [
      (52.0, 13.0, nil, true), (52.5, 13.4, nil, true), (52.52, 13.4, nil, true),
      (52.52, 13.4, 2_000, false), (52.520_1, 13.4, nil, false),
      (52.516_666_7, 13.383_333_3, nil, true),
    ] as [(Double, Double, Double?, Bool)])
  func fewDigitsAreDoubtedUnlessTheErrorIsStated(
    _ north: Double, _ east: Double, _ accuracy: Double?, _ isDoubted: Bool
  ) {
    let found = doubts([photo(1, 0, TravelledLife.place(north, east), accuracy: accuracy)])
    #expect(found.mapValues(\.reason) == (isDoubted ? [1: .coarse] : [:]))
  }

  @Test func positionsWithFewDigitsAreNoEvidenceAgainstOthers() {
    let rough = TravelledLife.place(54, 13)
    let found = doubts([photo(1, 0, rough), photo(2, 10, berlin), photo(3, 20, rough)])
    #expect(found.mapValues(\.reason) == [1: .coarse, 3: .coarse])
  }

  @Test func undatedPhotosAreJudgedAlone() {
    let undated = Observation(
      id: 1, time: nil, at: berlin, altitude: 44_000, accuracy: nil, device: 1)
    #expect(doubts([undated]).mapValues(\.reason) == [1: .altitude])
  }

  @Test func aFlightHasTheCitiesAtItsEnds() throws {
    let (lisbon, length) = (TravelledLife.place(38.774_51, -9.134_22), 160.0)
    var photos = [photo(1, 0, berlin, altitude: 40), photo(9, 60 + length, lisbon, altitude: 100)]
    for number in 1...3 {
      photos.append(
        photo(
          Int64(1 + number), 30 + length * Double(number) / 4,
          TravelledLife.along(berlin, lisbon, Double(number) / 4), altitude: 10_600))
    }
    let found = Findings(ObservationLog(photos))
    #expect(Set(found.flights.keys) == [2, 3, 4])
    let flight = try #require(found.flights[3])
    #expect(flight == Flight(from: berlin, to: lisbon))
    #expect(found.doubts.isEmpty)
  }

  @Test func theOrderOfThePhotosMakesNoDifference() {
    let life = TravelledLife(seed: 3, days: 20)
    let photos = PlantedFaults(.speed, in: life, every: 40, seed: 1).photos
    #expect(doubts(photos) == doubts(photos.reversed()))
  }
}
