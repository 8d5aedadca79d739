import Foundation
import TestSupport
import Testing

/// `geoindex doubt` on an imported library.
@Suite struct DoubtCommandTests {
  private let library: Library

  init() throws {
    library = try Library()
    let lines = [("a", 10, 13.4012), ("b", 20, -13.4021), ("c", 30, 13.4033)].map {
      name, minute, longitude in
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[\(longitude),52.5207]},"properties":\
      {"path":"\(name).jpg","takenAt":"2024-05-01T12:\(minute):00+02:00","cameraModel":"Aster F2"}}

      """
    }
    let file = library.file("photos.ndjson")
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: file))
    #expect(try geoindex("import", file).code == 0)
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  @Test func doubtsAreListedAndAcceptedOnlyWithApply() throws {
    let list = try geoindex("doubt")
    #expect(list.output.contains("b.jpg"))
    #expect(list.output.contains("52.5207, 13.4021"))
    #expect(list.messages.contains("1 sign"))
    #expect(try geoindex("doubt", "--accept").code == 0)
    #expect(try geoindex("doubt", "--doubt", "sign", "--json").output.contains(#""reason":"sign""#))
    let accepted = try geoindex("doubt", "--doubt", "sign", "--accept", "--apply")
    #expect(accepted.messages.contains("geoindex doubt --undo 1"))
    #expect(try geoindex("doubt").output.isEmpty)
    #expect(try geoindex("query", "--doubt", "any", "--json").output.contains("b.jpg") == false)
    #expect(try geoindex("doubt", "--undo", "1").code == 0)
    #expect(try geoindex("query", "--doubt", "any", "--json").output.contains("b.jpg"))
  }

  @Test func aCorrectionIsAnActThatIsUndone() throws {
    let corrected = try geoindex("doubt", "--correct", "--apply")
    #expect(corrected.messages.contains("corrected 1 photo"))
    #expect(try geoindex("query", "--bbox", "13,52,14,53", "--json").output.contains("b.jpg"))
    #expect(try geoindex("doubt").output.isEmpty)
    #expect(try geoindex("doubt", "--undo", "1").code == 0)
    #expect(try geoindex("doubt").output.contains("b.jpg"))
  }

  @Test func anAltitudeBelowTheGroundOfTheMapIsDoubted() throws {
    let low = library.file("low.ndjson")
    let line = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[13.4044,52.5207]},"properties":\
      {"path":"d.jpg","altitude":36}}
      """
    try Data(line.utf8).write(to: URL(fileURLWithPath: low))
    #expect(try geoindex("import", low).code == 0)
    func doubted() throws -> String {
      try geoindex("query", "--doubt", "altitude", "--format", "ndjson").output
    }
    #expect(try doubted().isEmpty)
    let file = library.file("heights.pmtiles")
    for (metres, isDoubted) in [(335.0, false), (337, true)] {
      var writer = ReliefWriter()
      writer.add(zoom: 7, columns: 68...69, rows: 41...42) { _, _ in metres }
      try writer.write(to: file)
      #expect(try geoindex("basemap", "add", file).code == 0)
      #expect(try doubted().contains("d.jpg") == isDoubted)
      #expect(try geoindex("doubt").output.contains("the ground there is 337 m high") == isDoubted)
      #expect(try geoindex("basemap", "remove", "heights").code == 0)
    }
    #expect(try doubted().isEmpty)
  }

  @Test func wrongUsesAreExplained() throws {
    #expect(try geoindex("doubt", "--accept", "--correct").code == 2)
    #expect(try geoindex("doubt", "--apply").code == 2)
    #expect(try geoindex("doubt", "--doubt", "wind").code == 2)
    #expect(try geoindex("doubt", "--undo", "9").code == 1)
  }
}
