import Foundation
import TestSupport
import Testing

/// Sidecars that `geoindex place --write-sidecars` has written agree with the notes, also after these change.
@Suite struct SidecarTests {
  let library: Library

  /// A photo without a position, and one with its own.
  init() throws {
    library = try Library()
    try addBare("bare.jpg")
    try library.add("own.jpg")
    try scan()
  }

  /// Adds a photo without a position; its name makes its content unique.
  func addBare(_ name: String) throws {
    let comment = Array(name.utf8)
    let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)]
    try library.write(name, Data(head + comment + [0xFF, 0xD9]))
  }

  func scan(_ words: String...) throws {
    let outcome = try Program.run(
      ["scan", "--quiet", library.root, "--db", library.database] + words)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @discardableResult
  func geoindex(_ words: String..., code: Int32 = 0) throws -> Program.Outcome {
    let outcome = try Program.run(words + ["--db", library.database])
    #expect(outcome.code == code, "\(words): \(outcome.messages)")
    return outcome
  }

  func place(_ name: String, at position: String) throws {
    try geoindex("place", library.file(name), "--at", position, "--apply")
  }

  /// Latitude and source of each photo on the map.
  func shown() throws -> [String: String] {
    let features =
      try geoindex("query", "--format", "geojson").json()["features"] as? [[String: Any]] ?? []
    var found: [String: String] = [:]
    for feature in features {
      let facts = feature["properties"] as? [String: Any]
      let position = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
      guard let path = facts?["path"] as? String, let latitude = position?.last else { continue }
      found[path] = "\(latitude) \(facts?["locationSource"] ?? "")"
    }
    return found
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: library.file(name), encoding: .utf8)
  }

  @Test(arguments: ["bare.jpg", "own.jpg"])
  func noScanBringsBackAPositionThatIsUndoneAndInASidecar(name: String) throws {
    let before = try shown()
    try place(name, at: "12, 34")
    try geoindex("place", "--write-sidecars", "--apply")
    try scan()
    #expect(try shown()[name] == "12.0 manual")
    try geoindex("place", "--undo", "1")
    for words in [[], ["--full"], []] {
      #expect(try shown() == before)
      #expect(
        try Program.run(["scan", "--quiet", library.root, "--db", library.database] + words).code
          == 0)
    }
    #expect(try shown() == before)
    let report = try geoindex("report", "--json").output
    #expect(report.contains("of an act that was undone") == (name == "bare.jpg"))
  }

  @Test(arguments: ["bare.jpg", "own.jpg"])
  func sidecarsOfAnUndoneActAreRemovedByTheNextWriting(name: String) throws {
    try place(name, at: "12, 34")
    try geoindex("place", "--write-sidecars", "--apply")
    try scan()
    try geoindex("place", "--undo", "1")
    let plan = try geoindex("place", "--write-sidecars")
    #expect(plan.messages == "0 sidecars to write, 1 to remove; do it with --apply\n")
    #expect(text("\(name).xmp") != nil)
    let outcome = try geoindex("place", "--write-sidecars", "--apply", "--json")
    #expect(
      outcome.output == "[{\"path\":\"\(library.file(name)).xmp\",\"change\":\"removed\"}]\n")
    #expect(text("\(name).xmp") == nil)
    try scan()
    #expect(!(try geoindex("report", "--json").output.contains("undone")))
    #expect(try shown()["own.jpg"]?.hasSuffix("exif") == true)
  }

  @Test func aSidecarOfAnotherProgramGetsItsFormerPositionBack() throws {
    let words = ["-XMP:Rating=3", "-XMP:GPSLatitude=5", "-XMP:GPSLongitude=6"]
    for (name, count) in [("bare.xmp", 3), ("own.xmp", 1)] {
      let made = try Program.run("exiftool", words.prefix(count) + ["-o", library.file(name)])
      #expect(made.code == 0, "\(made.messages)")
    }
    try scan()
    let before = try shown()
    #expect(before["bare.jpg"] == "5.0 sidecar")
    for name in ["bare.jpg", "own.jpg"] { try place(name, at: "12, 34") }
    try geoindex("place", "--write-sidecars", "--apply")
    for act in ["1", "2"] { try geoindex("place", "--undo", act) }
    try scan("--full")
    #expect(try shown() == before)
    let written = try geoindex("place", "--write-sidecars", "--apply")
    #expect(written.messages == "2 sidecars written\n")
    for (name, position) in [("bare.xmp", "5 6"), ("own.xmp", "")] {
      let read = try Program.run(
        "exiftool",
        [
          "-n", "-s3", "-p", "$XMP:Rating", library.file(name),
        ])
      #expect(read.output == "3\n")
      let place = try Program.run(
        "exiftool", ["-n", "-s3", "-XMP:GPSLatitude", "-XMP:GPSLongitude", library.file(name)])
      #expect(place.output.split(separator: "\n").joined(separator: " ") == position)
    }
    try scan("--full")
    #expect(try shown() == before)
    #expect(try geoindex("place", "--write-sidecars").messages == "0 sidecars to write\n")
  }

  @Test func aSidecarOfAnEarlierActDoesNotReplaceALaterOne() throws {
    try place("bare.jpg", at: "12, 34")
    try geoindex("place", "--write-sidecars", "--apply")
    try place("bare.jpg", at: "13, 35")
    for words in [[], ["--full"]] {
      let outcome = try Program.run(
        ["scan", "--quiet", library.root, "--db", library.database] + words)
      #expect(outcome.code == 0)
      #expect(try shown()["bare.jpg"] == "13.0 manual")
    }
    #expect(try geoindex("place", "--conflicts", "--json").output == "[]\n")
    try geoindex("place", "--write-sidecars", "--apply")
    #expect(text("bare.jpg.xmp")?.contains("13,0.0000000N") == true)
  }

  @Test func aPositionThatAnotherProgramWritesToASidecarIsShown() throws {
    try place("bare.jpg", at: "12, 34")
    try geoindex("place", "--write-sidecars", "--apply")
    try geoindex("place", "--undo", "1")
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-XMP:GPSLatitude=7", library.file("bare.jpg.xmp")])
    #expect(edited.code == 0, "\(edited.messages)")
    try scan()
    #expect(try shown()["bare.jpg"] == "7.0 sidecar")
    #expect(try geoindex("place", "--write-sidecars").messages == "0 sidecars to write\n")
  }

  @Test func photosThatShareASidecarGetTheirOwn() throws {
    let names = ["IMG_1.JPG", "IMG_1.jpeg", "IMG_1.jpg"]
    for name in names { try addBare(name) }
    let shared = try Program.run("exiftool", ["-XMP:Rating=3", "-o", library.file("IMG_1.xmp")])
    #expect(shared.code == 0, "\(shared.messages)")
    let content = text("IMG_1.xmp")
    try scan()
    for (index, name) in names.enumerated() {
      try place(name, at: "\(index + 1), 10")
      // Alone, the sidecar of one must not become that of another.
      try geoindex("place", "--write-sidecars", "--apply")
      try scan("--full")
    }
    for (index, name) in names.enumerated() {
      #expect(text(name + ".xmp")?.contains("\(index + 1),0.0000000N") == true)
      #expect(try shown()[name] == "\(index + 1).0 manual")
    }
    #expect(text("IMG_1.xmp") == content)
    try FileManager.default.removeItem(atPath: library.database + ".notes")
    try FileManager.default.removeItem(atPath: library.database)
    try scan()
    for (index, name) in names.enumerated() {
      #expect(try shown()[name] == "\(index + 1).0 sidecar")
    }
  }

  @Test func aSidecarNamedAfterOnePhotoIsNotReadWithAnother() throws {
    for name in ["IMG_1.JPG", "IMG_1.jpg"] { try addBare(name) }
    try scan()
    try place("IMG_1.JPG", at: "1, 10")
    try geoindex("place", "--write-sidecars", "--apply")
    try scan()
    #expect(try shown()["IMG_1.jpg"] == nil)
    try library.remove("IMG_1.JPG")
    try scan("--full")
    // Without its photo it is read, because copying may have changed the case.
    #expect(try shown()["IMG_1.jpg"] == "1.0 sidecar")
  }

  @Test func photosThatShareASidecarAndAPositionUseIt() throws {
    try addBare("DSC_1.NEF")
    try addBare("DSC_1.JPG")
    let shared = try Program.run("exiftool", ["-XMP:Rating=3", "-o", library.file("DSC_1.xmp")])
    #expect(shared.code == 0, "\(shared.messages)")
    try scan()
    try geoindex(
      "place", library.file("DSC_1.NEF"), library.file("DSC_1.JPG"), "--at", "1, 10", "--apply")
    let written = try geoindex("place", "--write-sidecars", "--apply")
    #expect(written.messages == "1 sidecars written, 1 are current\n")
    #expect(text("DSC_1.xmp")?.contains("1,0.0000000N") == true)
  }

  @Test func onlySidecarsThatWereWrittenAreCounted() throws {
    let long = String(repeating: "x", count: 248) + ".jpg"
    try addBare("bare2.jpg")
    try addBare(long)
    try scan()
    for name in ["bare.jpg", "bare2.jpg", long] { try place(name, at: "1, 10") }
    try FileManager.default.createDirectory(
      atPath: library.file("bare2.jpg.xmp"), withIntermediateDirectories: false)
    let outcome = try geoindex("place", "--write-sidecars", "--apply", code: 1)
    #expect(outcome.messages.hasSuffix("1 sidecars written, 2 failed\n"))
    #expect(outcome.messages.contains("File name too long"))
    #expect(outcome.messages.contains("bare2.jpg.xmp: it is not a regular file"))
  }
}
