import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileDraftTests {
  let library: Library
  var path: String { library.file("notes") }

  init() throws {
    library = try Library()
    try library.write("notes", Data("before".utf8))
  }

  private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: library.root).sorted()
  }

  @Test(arguments: [true, false])
  func aDraftTakesThePlaceOfTheFileAsAWhole(synced: Bool) throws {
    let draft = try FileDraft(replacing: Array(path.utf8), ending: ".new")
    try draft.write(Array("after".utf8))
    #expect(try content() == "before")
    try draft.commit(synced: synced)
    #expect(try content() == "after")
    #expect(try names() == ["notes"])
  }

  @Test func aDraftThatIsDroppedLeavesTheFileAsItWas() throws {
    do {
      let draft = try FileDraft(replacing: Array(path.utf8), ending: ".new")
      try draft.write(Array("half".utf8))
      #expect(try names() == ["notes", "notes.new"])
    }
    #expect(try content() == "before")
    #expect(try names() == ["notes"])
  }

  @Test func aLinkWhereTheDraftWouldBeIsNotFollowed() throws {
    try library.write("elsewhere", Data("untouched".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: library.file("notes.new"), withDestinationPath: "elsewhere")
    #expect(throws: SystemError.self) {
      try FileDraft(replacing: Array(path.utf8), ending: ".new")
    }
    let elsewhere = try String(contentsOfFile: library.file("elsewhere"), encoding: .utf8)
    #expect(elsewhere == "untouched")
  }

  @Test(arguments: [UInt32(0o600), 0o644])
  func aDraftHasThePermissionsItWasGiven(permissions: UInt32) throws {
    let draft = try FileDraft(
      replacing: Array(path.utf8), ending: ".new", permissions: permissions)
    try draft.commit(synced: false)
    #expect(FileStatus(path: Array(path.utf8))?.permissions == permissions)
  }

  @Test func missingFoldersAreMadeForTheOwnerAlone() throws {
    let folder = library.file("a/b/c")
    FileSystem.makeFolder(Array(folder.utf8))
    let status = try #require(FileStatus(path: Array(folder.utf8)))
    #expect(status.kind == .directory)
    #expect(status.permissions == 0o700)
  }
}

@Suite struct FileLockTests {
  let library: Library
  var path: [UInt8] { Array(library.file("lock").utf8) }

  init() throws { library = try Library() }

  @Test func aSecondHolderWaitsAndGetsTheNoteOfTheFirst() throws {
    let first = try FileLock(path: path, timeout: .zero, note: Array("first".utf8))
    let failure = #expect(throws: FileLock.Failure.self) {
      try FileLock(path: path, timeout: .milliseconds(50))
    }
    withExtendedLifetime(first) {}
    guard case .held(let note) = failure else {
      Issue.record("the lock was taken twice")
      return
    }
    #expect(note == Array("first".utf8))
  }

  @Test func aLockIsFreeAgainAsSoonAsItsHolderIsGone() throws {
    for _ in 0..<3 { _ = try FileLock(path: path, timeout: .zero) }
  }

  @Test func aLockInAMissingFolderSaysWhyItCannotBeTaken() {
    let failure = #expect(throws: FileLock.Failure.self) {
      try FileLock(path: path + Array("/below".utf8))
    }
    guard case .system(let error) = failure else {
      Issue.record("no reason")
      return
    }
    #expect(error.isAbsence)
  }
}
