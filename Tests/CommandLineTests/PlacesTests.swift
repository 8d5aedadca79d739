import Foundation
import TestSupport
import Testing

@Suite("geoindex places") struct PlacesCommandTests {
  private let library: Library

  init() throws {
    library = try Library()
    #expect(try SamplePhotos.scan(into: library.database).code == 0)
  }

  private func places(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["places", "--db", library.database] + arguments)
  }

  @Test func countsThePhotosOfEachCountry() throws {
    let listed = try #require(try places("--json").json()["places"] as? [[String: Any]])
    let bavaria = try #require(
      try places("bayern", "--json").json()["places"] as? [[String: Any]])
    for area in listed + bavaria {
      let (kind, id) = (area["kind"] as? String ?? "", area["id"] as? String ?? "")
      let found = try Program.run(
        ["query", "--db", library.database, "--format", "csv", "--\(kind)", id])
      #expect(
        found.output.split(whereSeparator: \.isNewline).count - 1 == area["count"] as? Int, "\(id)")
    }
    #expect(bavaria.map { $0["id"] as? String } == ["DE.02", "2835255"])
    #expect(try places("--lang", "de").output.contains("Deutschland"))
  }

  @Test func saysHowToGoOnIfNoPhotoWasTakenThere() throws {
    let nowhere = try places("Atlantis")
    #expect(nowhere.code == 0)
    #expect(nowhere.messages.contains("geoindex places"))
  }

  @Test func countsTheDaysOfVisits() throws {
    let visits = try #require(
      try places("--visited", "--json").json()["visited"] as? [[String: Any]])
    let jordan = try #require(visits.first { $0["id"] as? String == "JO" })
    #expect(jordan["days"] as? Int == 2)
    #expect(jordan["years"] as? [Int] == [2021])
    #expect(jordan["first"] as? String == "2021-11-12")
    #expect(try places("--visited").output.contains("2 days  2021-11-12 – 2021-11-14  2021"))
  }

  @Test func updateSaysThatNamesAreCurrent() throws {
    let update = try places("--update")
    #expect(update.code == 0)
    #expect(update.messages.contains("current"))
  }
}
