import Foundation
import TestSupport
import Testing

/// `--json` prints one document, whatever it is about.
@Suite struct JSONOutputTests {
  private let library: Library

  init() throws { library = try Library() }

  @discardableResult
  private func geoindex(_ words: [String]) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// An index of a few photos, with as many notes, tracks, zones, views, links and maps.
  private func fill(_ count: Int) throws {
    for number in 0..<count {
      let name = Array("photo \(number)".utf8)
      let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(name.count + 2)]
      try library.write("bare\(number).jpg", Data(head + name + [0xFF, 0xD9]))
      try library.add("own\(number).jpg")
      let points = (0...3).map {
        "<trkpt lat=\"48\" lon=\"11\"><time>202\(number)-05-28T12:0\($0):00Z</time></trkpt>"
      }
      try library.write(
        "walk\(number).gpx", Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
      try PMTilesWriter([.init(2, 1, 1): [1]]).write(to: library.file("map\(number).pmtiles"))
    }
    try geoindex(["scan", "--quiet", library.root])
    for number in 0..<count {
      try geoindex(["place", library.file("bare\(number).jpg"), "--at", "1, 2", "--apply"])
      try geoindex(["zone", "add", "zone \(number)", "--circle", "48,\(number),500"])
      try geoindex(["view", "add", "view \(number)", "--keyword", "sea"])
      try geoindex(["basemap", "add", library.file("map\(number).pmtiles")])
      try geoindex(["share"])
    }
    try library.write("list.csv", Data("path,longitude,latitude,takenAt\nc.jpg,11,48,\n".utf8))
    try Data(geoindex(["notes", "export"]).output.utf8)
      .write(to: URL(fileURLWithPath: library.file("notes.jsonl")))
  }

  /// The commands that print results; `%` is the folder of photos.
  private static let commands = [
    "scan %", "report", "query", "nearest 48,11", "seeing 48,11", "export", "places",
    "places --visited",
    "places Nowhere", "tracks list", "place --conflicts", "place --write-sidecars",
    "place --write-sidecars --apply", "place --from-neighbours", "place --from-tracks",
    "share --list", "share", "zone list", "view list", "basemap list", "basemap check",
    "where 48,11", "doctor",
    "uninstall --dry-run", "import %/list.csv", "notes import %/notes.jsonl", "forget %",
  ]

  @Test(arguments: [0, 1, 3]) func eachCommandPrintsOneDocument(count: Int) throws {
    try fill(count)
    for command in Self.commands {
      let words = command.replacingOccurrences(of: "%", with: library.root).split(separator: " ")
      let outcome = try geoindex(words.map(String.init) + ["--json"])
      let document = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect(document != nil, "\(command): \(outcome.output.prefix(300)) \(outcome.messages)")
    }
  }

  @Test(arguments: [1, 3]) func inspectPrintsOneDocumentPerLine(count: Int) throws {
    let names = try (0..<count).map { try library.add("\($0).jpg") }
    let outcome = try geoindex(["inspect", "--json"] + names)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == count)
    for (line, name) in zip(lines, names) {
      let document = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(document?["file"] as? String == name)
    }
    #expect(
      try Program.run(["inspect", "--help"]).output.contains("inspect and watch print one per line")
    )
  }
}
