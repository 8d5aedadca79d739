import Foundation
import TestSupport
import Testing

/// A file beside the index may be a symbolic link to a folder that is not always mounted.
@Suite struct SideFileTests {
  private let library: Library
  private let vault: TemporaryDirectory
  private static let endings = [
    ".zones", ".views", ".shares", ".share-key", ".notes", ".boundaries",
  ]

  init() throws {
    library = try Library()
    vault = try TemporaryDirectory()
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    #expect(try run("scan", "--quiet", library.root).code == 0)
  }

  private func run(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  /// Moves a file beside the index to the vault, if there is one, and leaves a link.
  private func link(_ ending: String) throws {
    let (file, target) = (library.database + ending, vault.file("vault" + ending))
    if FileManager.default.fileExists(atPath: file) {
      try FileManager.default.moveItem(atPath: file, toPath: target)
    }
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
  }

  private func unmount() throws {
    try FileManager.default.moveItem(atPath: vault.path, toPath: vault.path + ".away")
  }

  private func mount() throws {
    try FileManager.default.moveItem(atPath: vault.path + ".away", toPath: vault.path)
  }

  private func isLink(_ ending: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: library.database + ending)) != nil
  }

  @Test func everyCommandThatNeedsAFileThatIsOutOfReachRefuses() throws {
    for ending in Self.endings { try link(ending) }
    let output = library.database + ".site"
    let archive = library.database + ".tar"
    let commands: [([String], names: String)] = [
      (["zone", "add", "home", "--bbox", "2,48,3,49"], ".zones"),
      (["zone", "list"], ".zones"),
      (["site", output], ".zones"),
      (["view", "add", "sea", "--keyword", "sea"], ".views"),
      (["view", "list"], ".views"),
      (["query", "--view", "sea"], ".views"),
      (["share"], ".share-key"),
      (["share", "--list"], ".shares"),
      (["scan", "--full", library.root], ".notes"),
      (["place", library.file("a.jpg"), "--at", "47.5,8.25", "--apply"], ".notes"),
      (["notes", "export"], ".notes"),
      (["backup", archive], ".zones"),
    ]
    for (words, names) in commands {
      let outcome = try Program.run(words + ["--db", library.database])
      #expect(outcome.code == 1, "\(words): \(outcome.messages)")
      #expect(
        outcome.messages.contains("cannot") && outcome.messages.contains(names)
          && outcome.messages.contains("mount the target"), "\(words): \(outcome.messages)")
    }
    for file in [output, archive] { #expect(!FileManager.default.fileExists(atPath: file)) }
    let doctor = try run("doctor", "--port", "8099")
    #expect(doctor.code == 1)
    for ending in Self.endings {
      #expect(isLink(ending))
      #expect(doctor.output.contains(library.database + ending), "\(doctor.output)")
    }
  }

  @Test func placedPositionsOutliveAScanWhileTheNotesAreOutOfReach() throws {
    #expect(
      try run("place", library.file("a.jpg"), "--at", "47.5,8.25", "--apply", "--quiet").code == 0)
    try link(".notes")
    try unmount()
    _ = try run("scan", "--full", "--quiet", library.root)
    try mount()
    #expect(try run("export", "--format", "csv").output.contains("47.5"))
    // The notes are changed where they are.
    #expect(
      try run("place", library.file("a.jpg"), "--at", "46.5,7.75", "--apply", "--quiet").code == 0)
    #expect(isLink(".notes"))
    #expect(try run("notes", "export").output.contains("46.5"))
  }

  @Test func emptyNotesBesideAnIndexThatShowsActsAreRefused() throws {
    let place = ["place", library.file("a.jpg"), "--at", "47.5,8.25", "--apply", "--quiet"]
    #expect(try Program.run(place + ["--db", library.database]).code == 0)
    let archive = library.database + ".tar"
    #expect(try run("backup", "--quiet", archive).code == 0)
    let photos = library.file("photos.csv")
    try Data(try run("export", "--format", "csv").output.utf8).write(
      to: URL(fileURLWithPath: photos))
    let notes = library.database + ".notes"
    try Data().write(to: URL(fileURLWithPath: notes))
    for words in [
      place, ["place", "--undo", "1"], ["scan", "--full", library.root], ["import", photos],
      ["backup", library.database + ".other.tar"], ["notes", "export"],
    ] {
      let outcome = try Program.run(words + ["--db", library.database])
      #expect(outcome.code == 1, "\(words): \(outcome.messages)")
      #expect(outcome.messages.contains("\(notes) is empty"), "\(words): \(outcome.messages)")
      #expect(outcome.messages.contains("geoindex restore"), "\(words): \(outcome.messages)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: notes)).isEmpty)
    let doctor = try run("doctor", "--port", "8099")
    #expect(doctor.code == 1)
    #expect(doctor.output.contains("\(notes) is empty"), "\(doctor.output)")
    // Both next steps work.
    let restored = try run("restore", "--replace", archive)
    #expect(restored.code == 0, "\(restored.messages)")
    #expect(try run("notes", "export").output.contains("47.5"))
    try Data().write(to: URL(fileURLWithPath: notes))
    try FileManager.default.removeItem(atPath: notes)
    #expect(try run("scan", "--full", "--quiet", library.root).code == 0)
    #expect(try Program.run(place + ["--db", library.database]).code == 0)
  }

  @Test func emptyNotesBesideAnIndexThatHasShownNoneAreNew() throws {
    try Data().write(to: URL(fileURLWithPath: library.database + ".notes"))
    #expect(try run("scan", "--quiet", library.root).code == 0)
    #expect(
      try run("place", library.file("a.jpg"), "--at", "47.5,8.25", "--apply", "--quiet").code == 0)
  }

  @Test func aLinkStaysALinkWhenItsTargetIsChanged() throws {
    #expect(try run("zone", "add", "home", "--bbox", "2,48,3,49").code == 0)
    #expect(try run("share", "--quiet").code == 0)
    for ending in [".zones", ".shares", ".share-key"] { try link(ending) }
    #expect(try run("zone", "add", "work", "--bbox", "4,48,5,49").code == 0)
    #expect(try run("share", "--quiet").code == 0)
    for ending in [".zones", ".shares", ".share-key"] { #expect(isLink(ending)) }
    let zones = try String(contentsOfFile: vault.file("vault.zones"), encoding: .utf8)
    #expect(zones.contains("work"))
    try unmount()
    #expect(try run("zone", "add", "school", "--bbox", "6,48,7,49").code == 1)
    try mount()
    #expect(try run("zone", "list").output.contains("work"))
  }

  @Test(arguments: endings)
  func nothingIsRestoredBesideAFileThatIsOutOfReach(ending: String) throws {
    #expect(try run("zone", "add", "home", "--bbox", "2,48,3,49").code == 0)
    let archive = vault.file("backup.tar")
    #expect(try run("backup", "--quiet", archive).code == 0)
    #expect(try run("zone", "remove", "home").code == 0)
    if FileManager.default.fileExists(atPath: library.database + ending) {
      try FileManager.default.removeItem(atPath: library.database + ending)
    }
    try link(ending)
    let restored = try run("restore", "--replace", archive)
    #expect(restored.code == 1)
    #expect(restored.messages.contains("mount the target"), "\(restored.messages)")
    #expect(isLink(ending))
    #expect(!FileManager.default.fileExists(atPath: vault.file("vault" + ending)))
    if ending != ".zones" { #expect(try !run("zone", "list").output.contains("home")) }
  }
}
