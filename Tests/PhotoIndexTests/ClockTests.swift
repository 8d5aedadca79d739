import Foundation
import Geography
import PhotoFacts
@testable import PhotoIndex
import Query
import TestSupport
import Testing

/// Photos of some months, days of the week or hours.
@Suite struct ClockTests {
  private func count(
    _ part: ClockSet.Part, _ text: String, _ world: World,
    _ change: (inout PhotoFilter) -> Void = { _ in }
  ) throws -> Int {
    var filter = PhotoFilter()
    #expect(try PhotoQuery.apply(part.rawValue, text, to: &filter))
    change(&filter)
    return try world.index.read { try $0.count(filter) }
  }

  /// The part of the local time, or else of the instant, as the calendar of Foundation has it.
  private func number(_ part: ClockSet.Part, _ photo: World.Photo) -> Int? {
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(identifier: "UTC") else { return nil }
    calendar.timeZone = zone
    return (photo.localTime ?? photo.time).map { time in
      let date = Date(timeIntervalSince1970: (Double(time) / 1_000).rounded(.down))
      return switch part {
      case .month: calendar.component(.month, from: date)
      case .date:
        ClockSet.date(
          month: calendar.component(.month, from: date), day: calendar.component(.day, from: date))
      case .day: calendar.component(.day, from: date)
      // Foundation's week begins on Sunday, with 1.
      case .weekday: (calendar.component(.weekday, from: date) + 5) % 7 + 1
      case .hour: calendar.component(.hour, from: date)
      }
    }
  }

  @Test(arguments: [
    (ClockSet.Part.month, "1", [1]), (.month, "12,1,2", [12, 1, 2]), (.month, "6,7,8", [6, 7, 8]),
    (.month, "1-12", Array(1...12)), (.month, "11-2", [11, 12, 1, 2]), (.weekday, "7", [7]),
    (.date, "02-29", [60]), (.date, "12-24/12-26,01-01", [359, 360, 361, 1]),
    (.date, "12-30/01-02", [365, 366, 1, 2]), (.date, "03-01/02-29", Array(1...366)),
    (.day, "1,31", [1, 31]), (.day, "24-26", [24, 25, 26]), (.day, "30-2", [30, 31, 1, 2]),
    (.weekday, "6,7", [6, 7]), (.weekday, "6-1", [6, 7, 1]), (.weekday, "4-4,5", [4, 5]),
    (.hour, "0", [0]), (.hour, "17-21", Array(17...21)),
    (.hour, "22-4,12", [22, 23, 0, 1, 2, 3, 4, 12]),
    (.hour, "0-23", Array(0...23)),
  ])
  func areThoseOfAPlainList(part: ClockSet.Part, text: String, numbers: [Int]) throws {
    let world = try World(seed: 12, count: 3_000)
    let expected = world.photos.filter { number(part, $0).map(numbers.contains) ?? false }
    #expect(!expected.isEmpty)
    #expect(try count(part, text, world) == expected.count)
    let others = "takenAt IS NULL OR NOT ON_CLOCK('\(part.rawValue)', '\(text)')"
    var excluded = PhotoFilter()
    excluded.condition = try FilterText.condition(others)
    let rest = excluded
    #expect(
      try world.index.read { try $0.count(rest) } == world.photos.count - expected.count)
    let span: ClosedRange<Int64> = 300_000_000_000...900_000_000_000
    let within = expected.count { $0.time.map(span.contains) ?? false }
    let found = try count(part, text, world) {
      $0.time = TimeSpan(from: span.lowerBound, through: span.upperBound)
    }
    #expect(found == within)
  }

  @Test(arguments: ["13", "1,", "", "1;2", "x", "+1", "1,+2", "1-", "-1", "1-2-3", "1 - 2", "99"])
  func areRefusedIfTheyAreNone(text: String) {
    var filter = PhotoFilter()
    #expect(throws: QueryError.self) { try PhotoQuery.apply("month", text, to: &filter) }
    #expect(filter == PhotoFilter())
  }

  @Test(arguments: [
    ("month", "0"), ("day", "0"), ("day", "32"),
    ("date", "02-30"), ("date", "04-31"), ("date", "00-01"), ("date", "13-01"), ("date", "1-1"),
    ("date", "12-24/"), ("date", "12-24-12-26"), ("date", "12-24/12-25/12-26"), ("date", "24"),
    ("date", "+1-01"), ("date", ""), ("weekday", "0"), ("weekday", "8"), ("hour", "24"),
  ])
  func numbersOutsideOfTheirRangeAreRefused(name: String, text: String) {
    var filter = PhotoFilter()
    let error = #expect(throws: QueryError.self) {
      try PhotoQuery.apply(name, text, to: &filter)
    }
    #expect(error?.parameter == name)
  }
}
