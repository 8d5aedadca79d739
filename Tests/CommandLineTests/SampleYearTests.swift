import Foundation
import TestSupport
import Testing

/// The year of the sample photos: a home, two trips and a day trip, and nothing else in all other years.
@Suite struct SampleYearTests {
  private let library: Library

  init() throws {
    library = try Library()
    let scan = try geoindex("scan", "--quiet", SamplePhotos.folder)
    try #require(scan.code == 0, "\(scan.messages)")
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// Each trip of a JSON document as one text.
  private static func texts(_ list: Any?) -> [String] {
    (list as? [[String: Any]] ?? []).map { trip in
      ["from", "to", "name", "photos", "reason"].map { "\(trip[$0] ?? "")" }
        .joined(separator: "|")
    }
  }

  private static func texts(_ journeys: [SamplePhotos.Journey]) -> [String] {
    journeys.map { "\($0.from)|\($0.to)|\($0.name)|\($0.photos)|\($0.reason)" }
  }

  @Test func thePhotosShowOneHome() throws {
    let list = try geoindex("homes", "--json", "--lang", "en").json()["homes"]
    let homes = try #require(list as? [[String: Any]])
    #expect(homes.map { $0["place"] as? String } == ["Lisbon"])
    #expect(homes.first?["from"] as? String == "2025-02-16")
    #expect(homes.first?["to"] is NSNull)
    #expect(homes.first?["reason"] as? String == "131 nights seen here")
  }

  @Test func thePhotosShowTwoTripsAndADayTrip() throws {
    let found = try geoindex("trips", "--json", "--lang", "en").json()
    #expect(Self.texts(found["trips"]) == Self.texts(SamplePhotos.trips))
    #expect(Self.texts(found["dayTrips"]) == Self.texts(SamplePhotos.dayTrips))
  }

  @Test(arguments: SamplePhotos.trips + SamplePhotos.dayTrips)
  func aTripHasThePhotosOfItsDays(journey: SamplePhotos.Journey) throws {
    let found = try geoindex("query", "--trip", journey.from).json()
    let features = try #require(found["features"] as? [[String: Any]])
    let days = features.compactMap { feature in
      ((feature["properties"] as? [String: Any])?["takenAtLocal"] as? String)?.prefix(10)
    }
    #expect(days.count == journey.photos)
    #expect(days.allSatisfy { $0 >= journey.from && $0 <= journey.to }, "\(days)")
  }
}
