import Foundation
import TestSupport
import Testing

/// Sidecars have the words that people have entered.
extension SidecarTests {
  /// The words of a photo as the index shows them, those of lists in the order of the alphabet.
  private func words(_ name: String) throws -> [String: String] {
    let features =
      try geoindex("export", "--format", "geojson").json()["features"] as? [[String: Any]] ?? []
    let all = features.compactMap { $0["properties"] as? [String: Any] }
    let facts = all.first { $0["path"] as? String == name } ?? [:]
    let names = [
      "title", "caption", "keywords", "keywordPaths", "people", "rating", "label", "creator",
    ]
    return facts.filter { names.contains($0.key) }.mapValues { value in
      (value as? [String])?.sorted().joined(separator: ", ") ?? "\(value)"
    }
  }

  /// Removes the words of the photo itself.
  private func clear(_ name: String) throws {
    let edited = try Program.run(
      "exiftool",
      ["-overwrite_original", "-all=", "-tagsfromfile", "@", "-gps:all", library.file(name)])
    #expect(edited.code == 0, "\(edited.messages)")
    try scan()
    #expect(try words(name).isEmpty)
  }

  /// The title in the index of a photo that need not be on the map.
  private func title(_ name: String) throws -> String {
    let query = "SELECT title FROM photo WHERE name = '\(name)'"
    return try Program.run("sqlite3", [library.database, query]).output
  }

  private func tag(_ name: String, _ words: String...) throws {
    let outcome = try Program.run(
      ["tag", library.file(name)] + words + ["--apply", "--quiet", "--db", library.database])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  private func writeSidecars() throws -> String {
    try geoindex("place", "--write-sidecars", "--apply").messages
  }

  /// What exiftool reads from a file, in one line.
  private func read(_ name: String, _ tags: String...) throws -> String {
    try Program.run("exiftool", ["-s3"] + tags + [library.file(name)]).output
      .split(separator: "\n").joined(separator: " · ")
  }

  private static let entered = [
    "--title", #"Příliš <žluťoučký> "kůň" & 山"#, "--caption", "one 🏔️\nكلمة & <two>", "--rating",
    "5",
    "--label", "Green", "--add-keyword", "Winter", "--add-keyword", "Places/Sea/Baltic",
    "--add-person", "Ada O'Neil",
  ]

  private func enter(_ name: String) throws {
    let outcome = try Program.run(
      ["tag", library.file(name), "--apply", "--quiet", "--db", library.database] + Self.entered)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func wordsAndAPositionAreWrittenOnceAndReadBack() throws {
    try clear("own.jpg")
    try enter("own.jpg")
    try place("own.jpg", at: "12, 34")
    let shown = try words("own.jpg")
    #expect(
      try geoindex("place", "--write-sidecars").output == "new  \(library.file("own.jpg.xmp"))\n")
    #expect(text("own.jpg.xmp") == nil)
    #expect(try writeSidecars() == "1 sidecars written\n")
    #expect(
      try read("own.jpg.xmp", "-Title", "-Label", "-Rating", "-PersonInImage", "-TagsList")
        == #"Příliš <žluťoučký> "kůň" & 山 · Green · 5 · Ada O'Neil · Places/Sea/Baltic, Winter"#)
    let other = try Program.run("exiv2", ["-PXkv", library.file("own.jpg.xmp")]).output
    #expect(other.contains("one 🏔️\nكلمة & <two>"), "\(other)")
    #expect(try read("own.jpg.xmp", "-n", "-GPSLatitude") == "12")
    let content = text("own.jpg.xmp")
    for words in [[], ["--full"]] {
      let outcome = try Program.run(
        ["scan", "--quiet", library.root, "--db", library.database] + words)
      #expect(outcome.code == 0)
      #expect(try self.words("own.jpg") == shown)
      #expect(try writeSidecars() == "0 sidecars written, 1 are current\n")
    }
    #expect(text("own.jpg.xmp") == content)
  }

  /// The act is undone before or after a scan has seen the sidecar, or the index is lost.
  @Test(arguments: ["nothing", "a scan", "a lost index"], [false, true])
  func wordsThatAreUndoneDoNotComeBack(between: String, isOfOthers: Bool) throws {
    if isOfOthers {
      try clear("own.jpg")
      let made = try Program.run(
        "exiftool",
        [
          "-XMP:Title=Old", "-XMP:Subject=Sea", "-XMP:Subject=Oak", "-XMP-dc:Format=image/jpeg",
          "-o",
          library.file("own.xmp"),
        ])
      #expect(made.code == 0, "\(made.messages)")
      try scan()
    }
    let sidecar = isOfOthers ? "own.xmp" : "own.jpg.xmp"
    let before = try words("own.jpg")
    try enter("own.jpg")
    if isOfOthers { try tag("own.jpg", "--remove-keyword", "Oak") }
    _ = try writeSidecars()
    if between == "a scan" { try scan() }
    for act in isOfOthers ? ["2", "1"] : ["1"] { try geoindex("tag", "--undo", act) }
    if between == "a lost index" { try FileManager.default.removeItem(atPath: library.database) }
    for words in [[], ["--full"]] {
      let outcome = try Program.run(
        ["scan", "--quiet", library.root, "--db", library.database] + words)
      #expect(outcome.code == 0)
      #expect(try self.words("own.jpg") == before)
    }
    #expect(text(sidecar)?.contains("kůň") == true)
    #expect(
      try writeSidecars()
        == (isOfOthers ? "1 sidecars written\n" : "0 sidecars written, 1 removed\n"))
    if isOfOthers {
      #expect(try read(sidecar, "-Title", "-Format", "-Rating") == "Old · image/jpeg")
      #expect(
        try Set(read(sidecar, "-Subject").components(separatedBy: ", ")) == ["Sea", "Oak"])
      #expect(try read(sidecar, "-TagsList", "-HierarchicalSubject", "-PersonInImage") == "")
    } else {
      #expect(text(sidecar) == nil)
    }
    try scan()
    #expect(try words("own.jpg") == before)
    #expect(try writeSidecars() == "0 sidecars written\n")
  }

  @Test func aLaterActReplacesAnEarlierOneInTheSidecar() throws {
    try clear("own.jpg")
    try tag("own.jpg", "--title", "One", "--add-keyword", "A")
    _ = try writeSidecars()
    try tag("own.jpg", "--title", "Two", "--add-keyword", "B", "--remove-keyword", "A")
    #expect(try writeSidecars() == "1 sidecars written\n")
    #expect(try read("own.jpg.xmp", "-Title", "-Subject") == "Two · B")
    try scan()
    #expect(try words("own.jpg")["title"] == "Two")
    // The earlier act is undone first: the later one counts on.
    try geoindex("tag", "--undo", "1")
    try scan("--full")
    #expect(try words("own.jpg")["title"] == "Two")
    try geoindex("tag", "--undo", "2")
    try scan("--full")
    #expect(try words("own.jpg").isEmpty)
    #expect(try writeSidecars() == "0 sidecars written, 1 removed\n")
  }

  @Test func whatAnotherProgramWritesIntoTheSidecarIsNewer() throws {
    try clear("own.jpg")
    try tag("own.jpg", "--title", "One", "--add-keyword", "A")
    _ = try writeSidecars()
    let edited = try Program.run(
      "exiftool",
      ["-overwrite_original", "-XMP:Title=Newer", "-XMP:Subject+=B", library.file("own.jpg.xmp")])
    #expect(edited.code == 0, "\(edited.messages)")
    // Also before a scan has seen it.
    #expect(try writeSidecars() == "0 sidecars written, 1 are current\n")
    try scan()
    #expect(try words("own.jpg") == ["title": "Newer", "keywords": "A, B"])
    try geoindex("tag", "--undo", "1")
    try scan()
    #expect(try words("own.jpg") == ["title": "Newer", "keywords": "B"])
    #expect(try writeSidecars() == "1 sidecars written\n")
    #expect(try read("own.jpg.xmp", "-Title", "-Subject") == "Newer · B")
  }

  @Test func whatThePhotoItselfSaysCannotBeRemoved() throws {
    let edited = try Program.run(
      "exiftool",
      ["-overwrite_original", "-XMP:Title=Mine", "-XMP:Rating=2", library.file("own.jpg")])
    #expect(edited.code == 0, "\(edited.messages)")
    try scan()
    try tag("own.jpg", "--title", "")
    let plan = try geoindex("place", "--write-sidecars")
    #expect(plan.output == "")
    #expect(
      plan.messages.contains(
        "own.jpg.xmp cannot change this of \(library.file("own.jpg")), because the photo itself, the "
          + "region of a face or a tag of people in digiKam's list states it: title\n"),
      "\(plan.messages)")
    let listed = try geoindex("place", "--write-sidecars", "--json", "--quiet").output
    let rows = try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: String]]
    #expect(rows?.map { $0["notWritten"] } == ["title"])
    #expect(rows?.first?["photo"] == library.file("own.jpg"))
    #expect(rows?.first?["path"] == library.file("own.jpg.xmp"))
    #expect(rows?.first?["reason"]?.hasPrefix("the photo itself") == true)
    #expect(try writeSidecars().hasSuffix("0 sidecars written\n"))
    #expect(text("own.jpg.xmp") == nil)
    try tag("own.jpg", "--title", "Other", "--favourite", "yes")
    #expect(try writeSidecars() == "1 sidecars written\n")
    #expect(try read("own.jpg.xmp", "-Title", "-Rating") == "Other")
  }

  @Test func aSidecarOfTwoPhotosHasWordsThatBothHave() throws {
    try addBare("DSC_1.NEF")
    try addBare("DSC_1.JPG")
    let shared = try Program.run("exiftool", ["-XMP:Rating=3", "-o", library.file("DSC_1.xmp")])
    #expect(shared.code == 0, "\(shared.messages)")
    try scan()
    let both = ["tag", library.file("DSC_1.NEF"), library.file("DSC_1.JPG"), "--apply", "--quiet"]
    #expect(
      try Program.run(both + ["--title", "Both", "--db", library.database]).code == 0)
    #expect(try writeSidecars() == "1 sidecars written, 1 are current\n")
    #expect(try read("DSC_1.xmp", "-Title", "-Rating") == "Both · 3")
    try tag("DSC_1.JPG", "--title", "One")
    #expect(try writeSidecars() == "1 sidecars written\n")
    #expect(try read("DSC_1.JPG.xmp", "-Title", "-Rating") == "One")
    #expect(try read("DSC_1.xmp", "-Title") == "Both")
    try scan()
    #expect(try title("DSC_1.JPG") == "One\n")
    #expect(try title("DSC_1.NEF") == "Both\n")
    try geoindex("tag", "--undo", "1")
    try geoindex("tag", "--undo", "2")
    try scan("--full")
    #expect(try title("DSC_1.JPG") == "\n")
    #expect(try title("DSC_1.NEF") == "\n")
  }

  @Test func aSidecarThatCannotBeEditedIsNamed() throws {
    try tag("bare.jpg", "--title", "One")
    try library.write("bare.jpg.xmp", Data("<x:xmpmeta".utf8))
    let outcome = try geoindex("place", "--write-sidecars", "--apply", code: 1)
    #expect(
      outcome.messages.contains("bare.jpg.xmp is not changed: it is not a complete XMP document"),
      "\(outcome.messages)")
    #expect(text("bare.jpg.xmp") == "<x:xmpmeta")
  }

  @Test func aTextThatXMPCannotKeepIsNamedWithTheSidecar() throws {
    try clear("own.jpg")
    try tag("own.jpg", "--title", "No character: \u{FFFE}", "--label", "Red")
    let plan = try geoindex("place", "--write-sidecars")
    #expect(
      plan.messages.contains("own.jpg.xmp cannot have this title, because XMP cannot keep it: “No"),
      "\(plan.messages)")
    #expect(!plan.messages.contains("the photo itself"))
    let listed = try geoindex("place", "--write-sidecars", "--json", "--apply", "--quiet").output
    let rows = try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: String]]
    #expect(rows?.map { $0["change"] } == ["new", nil])
    #expect(rows?.last?["notWritten"] == "title")
    #expect(rows?.last?["reason"] == "XMP cannot keep the text")
    #expect(try read("own.jpg.xmp", "-Title", "-Label") == "Red")
  }

  @Test func aSidecarThatCannotBeWrittenIsListedWithTheReason() throws {
    try clear("own.jpg")
    try tag("own.jpg", "--title", "Snow")
    try FileManager.default.createSymbolicLink(
      atPath: library.file("own.jpg.xmp"), withDestinationPath: library.file("elsewhere"))
    let failed = try Program.run([
      "place", "--write-sidecars", "--json", "--apply", "--quiet", "--db", library.database,
    ])
    #expect(failed.code == 1)
    let rows =
      try JSONSerialization.jsonObject(with: Data(failed.output.utf8)) as? [[String: String]]
    #expect(rows?.map { $0["notWritten"] } == ["sidecar"])
    #expect(rows?.first?["photo"] == library.file("own.jpg"))
    #expect(rows?.first?["reason"]?.contains("it is not a regular file") == true)
  }
}
