import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Unreadable files and folders stay in the index.
@Suite struct PermissionTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("open.jpg")
    try library.add("closed/a.jpg", as: "2021-egypt/pyramids.jpg")
  }

  @Test(arguments: [0o444, 0o000])
  func photosOfAFolderThatMayNotBeEnteredStay(mode: Int) throws {
    try scanned.scan()
    let before = try scanned.ids()
    try setMode(mode, of: "closed")
    let report = try unprivileged(library) { try scanned.scan() }
    #expect(report.errors.map(\.path) == [FilePath(library.file("closed"))])
    #expect(report.removed == 0)
    #expect(try scanned.ids() == before)
    try setMode(0o755, of: "closed")
    #expect(try scanned.scan().unchanged == 2)
  }

  @Test func aPhotoThatCouldNotBeReadIsTriedAgain() throws {
    try setMode(0o000, of: "closed/a.jpg")
    let first = try unprivileged(library) { try scanned.scan() }
    #expect(first.unlocated[.unreadable] == 1)
    let second = try unprivileged(library) { try scanned.scan() }
    #expect(second.unlocated[.unreadable] == 1)
    #expect(second.unchanged == 2)
    #expect(second.errors.isEmpty)
    try setMode(0o644, of: "closed/a.jpg")
    let third = try scanned.scan()
    #expect(third.located == 2)
    #expect(third.updated == 1)
  }

  @Test func aPhotoThatCouldNotBeReadIsReadWhereItHasBeenMovedTo() throws {
    try setMode(0o000, of: "closed/a.jpg")
    let first = try unprivileged(library) { try scanned.scan() }
    #expect(first.unlocated[.unreadable] == 1)
    // Inode, size and modification time stay the same, although the file can now be read.
    try setMode(0o644, of: "closed/a.jpg")
    try library.move("closed/a.jpg", to: "open/a.jpg")
    let second = try scanned.scan()
    #expect(second.located == 2)
    #expect(second.moved == 1)
    #expect(second.unlocated.isEmpty)
  }

  @Test func aPhotoThatIsMovedWhileItMayNotBeReadKeepsItsPlaceAtEveryScan() throws {
    try scanned.scan()
    let before = try scanned.ids()
    try library.move("closed/a.jpg", to: "b.jpg")
    try setMode(0o000, of: "b.jpg")
    for round in 0..<3 {
      let report = try unprivileged(library) { try scanned.scan() }
      #expect(report.located == 2)
      #expect(report.updated == 0)
      #expect(report.added == 0)
      #expect(report.moved == (round == 0 ? 1 : 0))
      #expect(try scanned.ids()["b.jpg"] == before["closed/a.jpg"])
    }
    try setMode(0o644, of: "b.jpg")
    #expect(try scanned.scan().unchanged == 2)
    #expect(try scanned.scan().unchanged == 2)
  }

  @Test func aBrokenPhotoThatIsMovedIsReportedOnce() throws {
    try library.add("broken.jpg", as: "odd-cases/cut-short.jpg")
    try scanned.scan()
    try library.move("broken.jpg", to: "sub/renamed.jpg")
    #expect(try scanned.scan().moved == 1)
    let version = try scanned.index.read { try $0.version() }
    #expect(try scanned.scan().unchanged == 3)
    #expect(try scanned.index.read { try $0.version() } == version)
  }

  @Test func aWatchedFolderThatMayNotBeReadIsScannedOnceItMay() throws {
    let root = FilePath(library.root)
    try setMode(0o000, of: "")
    let watched = try unprivileged(library) { try WatchedFolders(library) }
    #expect(eventually { watched.notes.count(.remark(.folderUnreadable(root))) == 1 })
    #expect(watched.ids().isEmpty)
    try setMode(0o755, of: "")
    #expect(watched.holds(["open.jpg", "closed/a.jpg"]))
    let before = watched.ids()
    try setMode(0o000, of: "")
    #expect(eventually { watched.notes.count(.remark(.folderUnreadable(root))) == 2 })
    #expect(watched.ids() == before)
    try setMode(0o755, of: "")
    #expect(eventually { watched.notes.count(.remark(.folderBack(root))) == 2 })
    #expect(watched.ids() == before)
    #expect(watched.notes.count(.remark(.folderMissing(root))) == 0)
  }

  private func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: library.file(name))
  }
}

private func unprivileged<Result>(_ library: Library, _ body: () throws -> Result) throws -> Result
{
  let index = (library.database as NSString).deletingLastPathComponent
  return try withoutPrivileges(owning: [index, library.root], body)
}
