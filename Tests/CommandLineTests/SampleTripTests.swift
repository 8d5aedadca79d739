import Foundation
import TestSupport
import Testing

/// The trip of the sample photos: a phone, a camera whose clock is seven minutes fast, and a track.
@Suite struct SampleTripTests {
  private let library: Library

  init() throws {
    library = try Library()
    let report = try geoindex("scan", "--json", SamplePhotos.path(SamplePhotos.trip)).json()
    #expect(report["located"] as? Int == 4)
    #expect((report["unlocated"] as? [String: Int])?["no-gps"] == 8)
    #expect(report["tracks"] as? Int == 1)
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  @Test(arguments: [["--clock", "Fenwick F4=+03:07:00"], []])
  func eachPhotoIsPlacedWithinTenMetresOfWhereItWasTaken(clock: [String]) throws {
    let outcome = try Program.run(
      ["place", "--from-tracks", "--json"] + clock + ["--db", library.database])
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let plan = try #require(list as? [[String: Any]])
    let truth = try SamplePhotos.tripPositions()
    #expect(plan.count == 8)
    #expect(truth.count == 8)
    for photo in plan {
      let path = try #require(photo["path"] as? String)
      let place = try #require(truth[(path as NSString).lastPathComponent], "\(path)")
      let north = (photo["latitude"] as? Double ?? 0) - place.latitude
      let east = (photo["longitude"] as? Double ?? 0) - place.longitude
      // A degree is 111 km to the north, and half of that to the east at 60° N.
      #expect((north * 111_000).magnitude < 7, "\(path)")
      #expect((east * 55_500).magnitude < 7, "\(path)")
    }
  }
}
