import Foundation
import TestSupport
import Testing

/// A reader written from `docs/index-format.md` can read the index.
@Suite struct IndexFormatTests {
  @Test func aReaderWrittenFromThePageReadsTheSamplePhotosAndThousandsMore() throws {
    let library = try Library()
    let database = library.database
    let scan = try SamplePhotos.scan(into: database)
    #expect(scan.code == 0, "\(scan.messages)")
    let small = try read(database)
    #expect(small["files"] == 59)

    let table = library.file("more.csv")
    try Self.table.write(toFile: table, atomically: true, encoding: .utf8)
    let added = try Program.run(["import", "--quiet", "--strict", "--db", database, table])
    #expect(added.code == 0, "\(added.messages)")
    let large = try read(database)
    #expect(large["points"] == 52 + 4_000)
    #expect(try #require(large["runs"]) > 27)
    #expect(try #require(large["tiles"]) > 10)
    #expect(try #require(large["blocks"]) > 16)

    let forgotten = try Program.run(["forget", "--quiet", "--db", database, SamplePhotos.folder])
    #expect(forgotten.code == 0, "\(forgotten.messages)")
    #expect(try read(database)["photos"] == 4_000)
  }

  /// The counts of the reader, if the file conforms to the page.
  private func read(_ database: String) throws -> [String: Int] {
    let reader = SamplePhotos.package + "/Tests/Clients/read_index.py"
    let outcome = try Program.run("python3", [reader, database])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return try JSONDecoder().decode([String: Int].self, from: Data(outcome.output.utf8))
  }

  /// Crowded cells, both edges of the map, local times of both days around UTC, and photos without a time.
  private static var table: String {
    let offsets = ["Z", "+14:00", "-11:30", "+05:45"]
    let edges = [
      (180.0, 90.0), (-180, -90), (179.9999999, 85.0511288), (-180, -85.0511287), (0, 0.0000001),
    ]
    let rows = LivedWorld.resident.photos(4_000).enumerated().map { number, photo in
      let edge = number < edges.count ? edges[number] : nil
      let crowd = number % 7 == 0 ? (11.5755, 48.1374) : nil
      let (longitude, latitude) = edge ?? crowd ?? (photo.longitude, photo.latitude)
      var taken = ""
      if number % 11 != 0, let time = photo.time {
        let moment = Date(timeIntervalSince1970: Double(time) / 1000)
        taken = moment.ISO8601Format().dropLast() + offsets[number % offsets.count]
      }
      return "\(number).\(number % 5 == 0 ? "mp4" : "jpg"),\(longitude),\(latitude),\(taken)"
    }
    return "path,longitude,latitude,takenAt\n" + rows.joined(separator: "\n") + "\n"
  }
}
