import Geography
import PhotoFacts
@testable import PhotoIndex
import Query
import TestSupport
import Testing

/// Photos of some months of any year.
@Suite struct MonthTests {
  private func count(
    _ text: String, _ world: World, _ change: (inout PhotoFilter) -> Void = { _ in }
  )
    throws -> Int
  {
    var filter = PhotoFilter()
    #expect(try PhotoQuery.apply("month", text, to: &filter))
    change(&filter)
    return try world.index.read { try $0.count(filter) }
  }

  /// The months of a list, by the local time or else by the instant.
  private func month(_ photo: World.Photo) -> Int? {
    (photo.localTime ?? photo.time).map {
      CalendarDate(daysSince1970: Int($0.quotientRoundedDown(by: 86_400_000))).month
    }
  }

  @Test(arguments: ["1", "12,1,2", "6,7,8", "1,2,3,4,5,6,7,8,9,10,11,12"])
  func areThoseOfAPlainList(text: String) throws {
    let world = try World(seed: 12, count: 3_000)
    let months = Set(text.split(separator: ",").compactMap { Int($0) })
    let expected = world.photos.count { photo in month(photo).map(months.contains) ?? false }
    #expect(expected > 0)
    #expect(try count(text, world) == expected)
    var time = TimeSpan(from: 0, through: 900_000_000_000)
    time.from = 300_000_000_000
    let within = world.photos.count { photo in
      guard let month = month(photo), let instant = photo.time else { return false }
      return months.contains(month) && (300_000_000_000...900_000_000_000).contains(instant)
    }
    #expect(try count(text, world) { $0.time = time } == within)
  }

  @Test(arguments: ["0", "13", "1,", "", "1;2", "x", "+1", "1,+2"])
  func areRefusedIfTheyAreNone(text: String) {
    var filter = PhotoFilter()
    #expect(throws: QueryError.self) { try PhotoQuery.apply("month", text, to: &filter) }
  }
}
