import Files
import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Photos on an unmounted disk stay in the index.
@Suite struct MountTests {
  let scanned: ScannedLibrary
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("stays.jpg")
  }

  /// Records in the index that a folder was on another file system.
  private func pretendMounted(_ folder: String) throws {
    try scanned.index.write { writer in
      let root = try writer.root(FilePath(library.root))
      let directory = try writer.markListed(FilePath(folder), in: root, scan: 1)
      let disk = FileSystemIdentity(key: "uuid:1234", name: "/dev/sdz1 (ext4)")
      try writer.setFileSystem(writer.fileSystem(disk), of: directory.id)
    }
  }

  @Test func anEmptyFolderWhosePhotosWereOnAnotherFileSystemKeepsThem() throws {
    try library.add("disk/a.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("disk/sub/b.jpg", as: "2024-japan/mount-fuji.jpg")
    try scanned.scan()
    let before = try scanned.ids()
    try library.remove("disk/a.jpg")
    try library.remove("disk/sub")
    try pretendMounted("disk")
    for _ in 0..<2 {
      let report = try scanned.scan()
      #expect(report.errors.map(\.path) == [FilePath(library.file("disk"))])
      #expect(try scanned.ids() == before)
    }
    #expect(try scanned.scan { $0.allowsEmpty = true }.removed == 2)
  }

  @Test func anEmptyFolderThatNeverHadPhotosIsNoProblem() throws {
    try FileManager.default.createDirectory(
      atPath: library.file("empty"), withIntermediateDirectories: true)
    // Sorted before and after the folder, but not in it.
    for name in ["empty!.jpg", "empty0/a.jpg", "empty-b/a.jpg"] { try library.add(name) }
    try scanned.scan()
    try pretendMounted("empty")
    #expect(try scanned.scan().errors.isEmpty)
  }

  @Test func photosBehindALinkThatLeadsNowhereStay() throws {
    let disk = try TemporaryDirectory()
    let manager = FileManager.default
    try manager.copyItem(
      atPath: SamplePhotos.path("2021-egypt/pyramids.jpg"), toPath: disk.file("p.jpg"))
    for (name, target) in [("disk", disk.path), ("p.jpg", disk.file("p.jpg"))] {
      try manager.createSymbolicLink(
        atPath: library.file(name), withDestinationPath: target)
    }
    try scanned.scan { $0.followsSymlinks = true }
    let before = try scanned.ids()
    #expect(before.count == 3)
    try manager.moveItem(atPath: disk.path, toPath: disk.path + "-away")
    let report = try scanned.scan { $0.followsSymlinks = true }
    #expect(report.errors.count == 2)
    #expect(report.removed == 0)
    #expect(try scanned.ids() == before)
    try manager.moveItem(atPath: disk.path + "-away", toPath: disk.path)
    #expect(try scanned.scan { $0.followsSymlinks = true }.unchanged == 3)
  }
}
