import Files
import Geography
import Grid
import Journeys
import PhotoFacts
import PhotoIndex
import Query
import TestSupport
import Testing

/// Homes and trips of an index, and the filter by a trip.
@Suite struct JourneyTests {
  private let folder: TemporaryDirectory
  private let index: PhotoIndex

  init() throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    try TravelledLibrary.store(in: index)
  }

  private func ids(_ name: String, _ value: String, in index: PhotoIndex? = nil) throws -> Set<
    Int64
  > {
    var filter = PhotoFilter()
    #expect(try PhotoQuery.apply(name, value, to: &filter))
    return try (index ?? self.index).read { reader in
      Set(try reader.pins(filter, limit: 10_000).elements.map(\.id))
    }
  }

  /// The ids that the photos of some days got, in the order in which they were stored.
  private func expected(_ days: ClosedRange<Int>) -> Set<Int64> {
    Set(
      TravelledLibrary.photos.enumerated().filter { days.contains($0.element.day) }
        .map { Int64($0.offset + 1) })
  }

  private func correct(_ corrections: Correction...) throws {
    _ = try index.write { try $0.setJourneyCorrections(corrections.map(\.text)) }
  }

  @Test func homesAndTripsAreFoundWithTheirPhotos() throws {
    let journeys = try index.read { try $0.journeys() }
    #expect(journeys.homes.count == 1)
    #expect(journeys.homes.first?.to == nil)
    #expect(journeys.trips.map(\.id) == ["2021-06-14", "2021-09-10"])
    #expect(journeys.dayTrips.map(\.id) == ["2021-04-11"])
    #expect(Set(journeys.trips.first?.photos ?? []) == expected(TravelledLibrary.rome))
    #expect(journeys.trips.first?.nights == 4)
    #expect(
      journeys.trips.first?.cover.map { expected(TravelledLibrary.rome).contains($0) } == true)
  }

  @Test func theFilterTakesAnyDayOfATrip() throws {
    for day in ["2021-06-14", "2021-06-16", "2021-06-18"] {
      #expect(try ids("trip", day) == expected(TravelledLibrary.rome))
    }
    #expect(try ids("trip", "2021-04-11") == expected(18_728...18_728))
    #expect(try ids("trip", "2021-05-01").isEmpty)
    #expect(try ids("trip", "1999-12-31").isEmpty)
  }

  @Test func theFilterCombinesWithOthersAndIsNegated() throws {
    var filter = PhotoFilter()
    _ = try PhotoQuery.apply("trip", "2021-06-14", to: &filter)
    _ = try PhotoQuery.apply("datetime-local", "2021-06-15", to: &filter)
    #expect(try index.read { try $0.count(filter) } == 3)
    var others = PhotoFilter()
    others.condition = .not(.onTrip(day: 18_792))
    let all = try index.read { try $0.count(PhotoFilter()) }
    #expect(try index.read { try $0.count(others) } == all - 15)
    #expect(try ids("trip", "2021-06-14").count == 15)
  }

  @Test(arguments: ["", "2021", "2021-06", "2021-06-31", "2021-06-14T00:00:00Z", "1", "2021-6-14"])
  func whatIsNoDateIsRefused(_ value: String) {
    var filter = PhotoFilter()
    #expect(throws: QueryError.self) { try PhotoQuery.apply("trip", value, to: &filter) }
  }

  @Test func correctionsChangeWhatIsFoundUntilTheyAreGone() throws {
    let (first, last) = (LocalDay(number: 18_792), LocalDay(number: 18_796))
    try correct(.rename(first...last, name: "Rome with Ada"), .split(at: LocalDay(number: 18_795)))
    var trips = try index.read { try $0.journeys() }.trips
    #expect(trips.map(\.id) == ["2021-06-14", "2021-06-17", "2021-09-10"])
    #expect(trips.first?.name == "Rome with Ada")
    #expect(try ids("trip", "2021-06-17") == expected(18_795...18_796))
    try correct()
    trips = try index.read { try $0.journeys() }.trips
    #expect(trips.map(\.id) == ["2021-06-14", "2021-09-10"])
    #expect(try ids("trip", "2021-06-17") == expected(TravelledLibrary.rome))
  }

  @Test func correctionsOfLaterVersionsAreIgnored() throws {
    _ = try index.write { try $0.setJourneyCorrections(["teleport 2021-06-14", ""]) }
    #expect(try index.read { try $0.journeys() }.trips.count == 2)
  }

  @Test func aNewPhotoChangesTheTripButNotItsCorrection() throws {
    let (first, last) = (LocalDay(number: 18_792), LocalDay(number: 18_796))
    try correct(.rename(first...last, name: "Rome with Ada"))
    _ = try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("late"), in: root, scan: 2)
      let place = try #require(Coordinate(latitude: 43.77, longitude: 11.25))
      var facts = PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg)
      facts.time = CaptureTime(
        localMilliseconds: 18_791 * 86_400_000 + 43_200_000, utcOffsetMinutes: 120,
        source: .offsetTag)
      facts.camera = Camera(make: "Aster", model: "One")
      try writer.add(
        ReadFile(
          name: Array("florence.jpg".utf8), stamp: FileStamp(size: 2, modified: 3, inode: 9_999),
          facts: facts), in: directory.id)
    }
    let trip = try #require(try index.read { try $0.journeys() }.trips.first)
    #expect(trip.id == "2021-06-13")
    #expect(trip.name == "Rome with Ada")
    #expect(try ids("trip", "2021-06-14").count == 16)
  }

  /// The homes and trips of the file as it is now, found anew.
  private func foundAnew() throws -> FoundJourneys {
    let fresh = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .reading)
    return try fresh.read { try $0.journeys() }
  }

  private func expectSame(_ change: String) throws {
    let (known, anew) = (try index.read { try $0.journeys() }, try foundAnew())
    #expect(known.homes == anew.homes, "\(change)")
    for (one, other) in [(known.trips, anew.trips), (known.dayTrips, anew.dayTrips)] {
      #expect(one.map(\.id) == other.map(\.id), "\(change)")
      #expect(one.map(\.photoDays) == other.map(\.photoDays), "\(change)")
      #expect(one.map(\.places) == other.map(\.places), "\(change)")
      #expect(one.map(\.box) == other.map(\.box), "\(change)")
    }
  }

  @Test func afterAnyChangeTheyAreThoseOfTheWholeIndex() throws {
    var random = SeededRandom(seed: 11)
    try expectSame("at first")
    for number in 0..<40 {
      var change = ""
      _ = try index.write { writer in
        let id = Int64.random(in: 1...Int64(TravelledLibrary.photos.count), using: &random)
        let place = try #require(
          Coordinate(
            latitude: Double.random(in: 30...60, using: &random), longitude: 12))
        switch number % 4 {
        case 0 where try writer.reader.photo(id) != nil:
          change = "photo \(id) is removed"
          try writer.remove(id)
        case 1 where try writer.reader.photo(id) != nil:
          change = "photo \(id) is placed at \(place)"
          try writer.setPlace(StoredPlace(.located(Location(place, source: .manual))), of: id)
        default:
          change = "a photo is added at \(place)"
          let root = try writer.root(FilePath("/photos"))
          let directory = try writer.markListed(FilePath("more"), in: root, scan: 2)
          var facts = PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg)
          let day = Int64.random(in: 18_500...19_100, using: &random)
          facts.time = CaptureTime(
            localMilliseconds: day * 86_400_000 + 43_200_000, utcOffsetMinutes: 60,
            source: .offsetTag)
          // A new lens and a new camera are new rows of the same table.
          facts.camera = Camera(make: "Aster", model: number % 3 == 0 ? "One" : "New \(number)")
          let stamp = FileStamp(size: 2, modified: 3, inode: UInt64(20_000 + number))
          try writer.add(
            ReadFile(name: Array("\(number).jpg".utf8), stamp: stamp, facts: facts),
            in: directory.id)
        }
      }
      try expectSame("\(number): \(change)")
    }
  }

  @Test func afterAChangeOnlyThePhotosOfItsBlockAreRead() throws {
    _ = try index.read { try $0.journeys() }
    _ = try index.write { try $0.remove(1) }
    let cost = try index.read { reader in
      let before = reader.cost
      _ = try reader.journeys()
      return reader.cost.since(before)
    }
    #expect(cost.photos == 165)
    #expect(cost.points == 0)
  }

  @Test(arguments: [-2, 2]) func aCameraWithAWrongClockIsOnTheTripWithTheOthers(
    _ days: Int
  ) throws {
    // A third camera shows that the owner was at home.
    let home = TravelledLibrary.homeEveryDay
    try TravelledLibrary.store(home, camera: "Three", in: index)
    let others = TravelledLibrary.secondCamera(daysAhead: days)
    try TravelledLibrary.store(others, camera: "Two", in: index)
    let journeys = try index.read { try $0.journeys() }
    let rome = try #require(journeys.trips.first)
    #expect(rome.id == "2021-06-14")
    #expect(rome.days.upperBound.description == "2021-06-18")
    #expect(rome.photos.count == 30)
    let shared = try #require(journeys.shared(rome.days))
    #expect(Set(shared.photos.keys) == Set(rome.photos))
    #expect(try ids("trip", "2021-06-14") == Set(rome.photos))
    #expect(Dictionary(grouping: shared.photos.values) { $0 }.mapValues(\.count).count == 5)
    #expect(Set(Dictionary(grouping: shared.photos.values) { $0 }.mapValues(\.count).values) == [6])
    let first = journeys.shared(rome.days.lowerBound...rome.days.lowerBound)
    #expect(first?.photos.count == 6)
    try expectSame("a camera is added")
  }

  @Test func anEmptyIndexHasNeitherHomesNorTrips() throws {
    let empty = try PhotoIndex(path: FilePath(folder.file("empty.sqlite")), access: .writing)
    let journeys = try empty.read { try $0.journeys() }
    #expect(journeys.homes.isEmpty && journeys.trips.isEmpty && journeys.dayTrips.isEmpty)
    #expect(try ids("trip", "2021-06-14", in: empty).isEmpty)
  }

  @Test func photosFarInTimeAndUndatedOnesMakeNoDifference() throws {
    let before = try index.read { try $0.journeys() }
    _ = try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("odd"), in: root, scan: 2)
      let place = try #require(Coordinate(latitude: -30, longitude: 20))
      let times: [Int64?] = [nil, -125_000_000_000_000, 253_402_300_799_999]
      for (number, time) in times.enumerated() {
        var facts = PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg)
        facts.time = time.map {
          CaptureTime(localMilliseconds: $0, utcOffsetMinutes: 0, source: .offsetTag)
        }
        try writer.add(
          ReadFile(
            name: Array("\(number).jpg".utf8),
            stamp: FileStamp(size: 2, modified: 3, inode: UInt64(8_000 + number)), facts: facts),
          in: directory.id)
      }
    }
    let after = try index.read { try $0.journeys() }
    #expect(after.homes == before.homes)
    #expect(after.trips.map(\.days) == before.trips.map(\.days))
  }
}
