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
