import Foundation
import TestSupport
import Testing

/// A slip in the name of an output file destroys nothing that was entered or photographed.
@Suite struct OutputTargetTests {
  /// The commands that write a file, each followed by the name of that file.
  private static let commands = [
    ["backup"], ["site"], ["zip"],
    ["export", "--format", "csv", "--output"], ["query", "--format", "geojson", "--output"],
    ["nearest", "48, 2", "--format", "gpkg", "--output"],
    ["query", "--server", "http://127.0.0.1:1/", "--format", "csv", "--output"],
    // The log is opened before the missing folder ends the command.
    ["serve", "--port", "0", "--static", "/nowhere", "--access-log"],
    ["restore", "/nowhere/backup.tar", "--replace", "--auth-file"],
  ]

  /// Names of files of the index and of photos, from the folder of the photos.
  private static let targets = [
    "../index/photos.sqlite", "../index/../index/photos.sqlite.notes",
    "../index/photos.sqlite.zones", "../index/photos.sqlite.share-key",
    "../index/photos.sqlite.shares", "../index/photos.sqlite.boundaries",
    "../index/photos.sqlite-wal", "../index/photos.sqlite-shm", "../index/photos.sqlite.lock",
    "../index/photos.sqlite.zones.new", "../index/photos.sqlite.notes-journal",
    "../link/photos.sqlite.zones", "zones.csv", "notes.csv", "photos.csv", "a.jpg", "first.csv",
    "../photos/a.jpg.xmp", "a.jpg.supplemental-metadata.json", "a.jpg.json", "unknown", "walk.gpx",
    "linked.csv",
  ]

  private let library: Library

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    try library.add("unknown")
    for name in ["a.jpg.xmp", "a.jpg.supplemental-metadata.json", "a.jpg.json"] {
      try library.write(name, Data("{}".utf8))
    }
    let points = (0..<2).map {
      "<trkpt lat=\"48.\($0)\" lon=\"11\"><time>2024-05-01T10:0\($0):00Z</time></trkpt>"
    }
    try library.write(
      "walk.gpx", Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
    try geoindex("scan", "--quiet", library.root)
    try geoindex("zone", "add", "home", "--bbox", "2,48,3,49")
    try geoindex("share", "--path", "a*")
    try geoindex("place", library.file("a.jpg"), "--at", "1, 2", "--apply")
    let files = FileManager.default
    for (name, target) in [
      ("../link", "index"), ("zones.csv", "../index/photos.sqlite.zones"), ("first.csv", "a.jpg"),
    ] {
      try files.createSymbolicLink(atPath: library.file(name), withDestinationPath: target)
    }
    for (name, ending) in [("notes.csv", ".notes"), ("photos.csv", "")] {
      try files.linkItem(atPath: library.database + ending, toPath: library.file(name))
    }
    try files.linkItem(atPath: library.file("a.jpg"), toPath: library.file("linked.csv"))
  }

  @discardableResult
  private func geoindex(_ words: String..., code: Int32 = 0) throws -> Program.Outcome {
    let outcome = try Program.run(words + ["--db", library.database])
    #expect(outcome.code == code, "\(words): \(outcome.messages)")
    return outcome
  }

  /// The contents by the names of files; SQLite makes and removes its own files.
  private func contents() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for folder in [library.root, (library.database as NSString).deletingLastPathComponent] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where !name.hasSuffix("-wal") && !name.hasSuffix("-shm") {
        found[folder + "/" + name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      }
    }
    return found
  }

  @Test(arguments: commands)
  func noCommandWritesOverAFileOfTheIndexOrAPhoto(command: [String]) throws {
    let former = try contents()
    for target in Self.targets {
      let outcome = try Program.run(
        command + [library.file(target)], environment: ["GEOINDEX_DB": library.database])
      let isRefused = outcome.code == 2 && outcome.messages.contains("; name another file")
      #expect(isRefused, "\(command) \(target): \(outcome.code) \(outcome.messages)")
      #expect(try contents() == former, "\(command) \(target)")
    }
  }

  @Test func aBackupReplacesOnlyABackupOrAnEmptyFile() throws {
    let archive = library.file("../backup.tar")
    try geoindex("backup", archive)
    try geoindex("backup", archive)
    try library.write("../empty", Data())
    try geoindex("backup", library.file("../empty"))
    for content in ["a letter", String(repeating: "a letter", count: 100)] {
      let letter = try library.write("../letter", Data(content.utf8))
      #expect(try geoindex("backup", letter, code: 2).messages.contains("is not a backup"))
      #expect(try String(contentsOfFile: letter, encoding: .utf8) == content)
    }
    let pipe = library.file("../pipe")
    #expect(try Program.run("mkfifo", [pipe]).code == 0)
    try geoindex("backup", pipe, code: 2)
    #expect(try Program.run("test", ["-p", pipe]).code == 0)
  }

  @Test func anExportReplacesAnEarlierOneInAScannedFolder() throws {
    for name in ["new.jpg.csv", "photos.gpx", "photos.json", "photos.gpkg"] {
      let format = name.hasSuffix(".json") ? ["--format", "geojson"] : []
      for _ in 0..<2 {
        let outcome = try Program.run(
          ["export", "--output", library.file(name), "--db", library.database] + format)
        #expect(outcome.code == 0, "\(name): \(outcome.messages)")
        try geoindex("scan", "--quiet", library.root)
      }
    }
  }
}
