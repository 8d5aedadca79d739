import Foundation
import Geography
import Notes
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Undoing an act shows the place that the file has now.
@Suite struct UndonePlaceTests {
  private let noted: NotedLibrary
  private var library: Library { noted.library }

  init() throws { noted = try NotedLibrary.withTwoPhotos() }

  @Test func aPositionThatTheFileHasLostIsNotRestored() throws {
    try noted.scan()
    let act = try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.removePosition("located.jpg")
    try noted.scan()
    #expect(try noted.undo(act) == 1)
    #expect(try noted.place(of: "located.jpg")?.reason == .noGPS)
    try noted.scan()
    #expect(try noted.place(of: "located.jpg")?.reason == .noGPS)
  }

  @Test func undoShowsThePositionOfTheNoteIfTheFileHasItToo() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    let act = try noted.put("located.jpg", at: here)
    try noted.edit(
      "located.jpg", "-GPSLatitude=12", "-GPSLatitudeRef=N", "-GPSLongitude=34",
      "-GPSLongitudeRef=E")
    try noted.scan()
    #expect(try noted.place(of: "located.jpg") == .located(here))
    #expect(try noted.undo(act) == 1)
    let shown = try noted.place(of: "located.jpg")?.location
    #expect(shown?.coordinate == here.coordinate)
    #expect(shown?.source == .exif)
  }

  @Test func undoAfterAnotherActShowsThePlaceThatTheFileHasNow() throws {
    try noted.scan()
    let first = try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.removePosition("located.jpg")
    try noted.scan()
    let second = try noted.put("located.jpg", at: NotedLibrary.location(1, 2))
    #expect(try noted.undo(second) == 1)
    #expect(try noted.place(of: "located.jpg") == .located(NotedLibrary.location(12, 34)))
    #expect(try noted.undo(first) == 1)
    #expect(try noted.place(of: "located.jpg")?.reason == .noGPS)
  }

  @Test func aLostPositionIsNotRestoredAfterTheFileHasMoved() throws {
    try noted.scan()
    let act = try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.removePosition("located.jpg")
    try noted.scan()
    try library.move("located.jpg", to: "moved/one.jpg")
    try noted.scan()
    // A copy on another file system, found before the original is missed.
    let content = try Data(contentsOf: URL(fileURLWithPath: library.file("moved/one.jpg")))
    try FileManager.default.removeItem(atPath: library.file("moved/one.jpg"))
    try library.write("two.jpg", content)
    try noted.scan()
    #expect(try noted.place(of: "two.jpg") == .located(NotedLibrary.location(12, 34)))
    #expect(try noted.undo(act) == 1)
    #expect(try noted.place(of: "two.jpg")?.reason == .noGPS)
  }

  @Test func undoShowsTheLastImportedPosition() throws {
    try noted.scan()
    let index = try noted.index()
    let act = try noted.put("bare.jpg", at: NotedLibrary.location(12, 34))
    let lines = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7,8]},
      "properties":{"root":"\(library.root)","path":"bare.jpg"}}]}
      """
    var pieces = [Array(lines.utf8)][...]
    let report = try PhotoImporter(index: index).run(reading: { pieces.popFirst() ?? [] })
    #expect(report.updated == 1)
    #expect(try noted.place(of: "bare.jpg") == .located(NotedLibrary.location(12, 34)))
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.undo(act) == 1)
    #expect(
      try noted.place(of: "bare.jpg")?.location?.coordinate == Coordinate(latitude: 8, longitude: 7)
    )
  }
}
