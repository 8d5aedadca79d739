import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// Folders that are mounted when a scan enters them, and unmounted after a while.
@Suite(.enabled(if: Automount.isPossible), .serialized) struct AutomountTests {
  private let scanned: ScannedLibrary
  private let share: Automount
  private var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try scanned.library.add("stays.jpg")
    share = try Automount(at: scanned.library.file("share"))
    try share.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    try share.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
  }

  @Test func aScanMountsWhatIsNotMounted() throws {
    #expect(!share.isMounted)
    #expect(try scanned.scan().added == 3)
    let before = try scanned.ids()
    for _ in 0..<3 {
      try share.expire()
      #expect(!share.isMounted)
      let report = try scanned.scan()
      #expect(report.unchanged == 3)
      #expect(report.errors.isEmpty)
      #expect(try scanned.ids() == before)
    }
  }

  @Test func photosStayWhileTheirServerIsGone() throws {
    try scanned.scan()
    let before = try scanned.ids()
    try share.expire()
    share.stopServer()
    for _ in 0..<2 {
      let report = try scanned.scan()
      #expect(report.removed == 0)
      #expect(report.errors.map(\.path) == [FilePath(library.file("share"))])
      #expect(try scanned.ids() == before)
    }
    try share.startServer()
    #expect(try scanned.scan().unchanged == 3)
    #expect(try scanned.ids() == before)
  }

  @Test func aFolderThatIsMountedOnAccessItselfKeepsItsPhotos() throws {
    let folder = [library.file("share")]
    #expect(try scanned.scan(folder).added == 2)
    let before = try scanned.ids()
    try share.expire()
    #expect(try scanned.scan(folder).unchanged == 2)
    try share.expire()
    share.stopServer()
    try library.add("other/c.jpg")
    for folders in [folder, folder + [library.file("other")]] {
      let report = try scanned.scan(folders)
      #expect(report.removed == 0)
      #expect(report.errors.map(\.path) == [FilePath(library.file("share"))])
      #expect(try scanned.ids().filter { $0.key != "c.jpg" } == before)
    }
    try share.startServer()
    #expect(try scanned.scan(folder).unchanged == 2)
  }

  @Test func aFolderThatWasFirstSeenWithoutItsServerGetsItsPhotosLater() throws {
    share.stopServer()
    #expect(try scanned.scan().added == 1)
    try share.startServer()
    #expect(try scanned.scan().added == 2)
    try share.expire()
    share.stopServer()
    #expect(try scanned.scan().removed == 0)
  }

  @Test func photosThatAreMountedUnderAnotherNameKeepTheirIds() throws {
    try scanned.scan()
    let before = try scanned.ids()
    try share.expire()
    share.stopServer()
    let other = library.file("share1")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    #expect(try Program.run("mount", ["--bind", share.content.path, other]).code == 0)
    defer { _ = try? Program.run("umount", ["-l", other]) }
    let report = try scanned.scan()
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(try Set(scanned.ids().values) == Set(before.values))
  }

  @Test func aWatcherKeepsThePhotosWhenTheyAreUnmounted() throws {
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["stays.jpg", "share/a.jpg", "share/b.jpg"]))
    let before = watched.ids()
    share.stopServer()
    try share.expire()
    #expect(
      eventually {
        watched.notes.count {
          if case .unreadable = $0 { true } else { false }
        } > 0
      })
    #expect(watched.ids() == before)
    try share.add("c.jpg", as: "2019-nepal/boudhanath.jpg")
    try share.startServer()
    // The kernel mounts the folder for this process.
    _ = try FileManager.default.contentsOfDirectory(atPath: library.file("share"))
    #expect(watched.holds(["stays.jpg", "share/a.jpg", "share/b.jpg", "share/c.jpg"]))
    #expect(watched.ids().filter { $0.key != "share/c.jpg" } == before)
  }
}
