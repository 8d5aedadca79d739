import Foundation
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing
import Query

@Suite struct ScanTests {
  let library: Library
  let index: PhotoIndex

  init() throws {
    library = try Library()
    index = try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  @discardableResult
  private func scan(_ change: (inout ScanOptions) -> Void = { _ in }) throws -> ScanReport {
    var options = ScanOptions()
    change(&options)
    let report = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    #expect(report.files == report.located + report.unlocated.values.reduce(0, +))
    #expect(report.files == report.added + report.updated + report.moved + report.unchanged)
    #expect(try index.integrityProblems().isEmpty)
    return report
  }

  /// The ids of the index by the path of their file.
  private func ids() throws -> [String: Int64] {
    try index.read { reader in
      let pins = try reader.pins(PhotoFilter(), limit: 10_000).elements
      let photos = try reader.photos(pins.map(\.id))
      return Dictionary(uniqueKeysWithValues: photos.map { ($0.path.description, $0.id) })
    }
  }

  @Test func aStoppedScanCountsOnlyWhatItHasStored() throws {
    for number in 0..<1_400 { try library.write("\(number).txt", Data("no photo".utf8)) }
    let report = try PhotoScanner(index: index).scan([FilePath(library.root)]) { _ in false }
    #expect(report.wasInterrupted)
    // On a busy machine, nothing may have been stored by then.
    #expect(report.added < 1_400)
    #expect(report.files == report.added)
    #expect(try index.read { try $0.summary().photos } == report.added)
  }

  @Test func aFirstScanAddsEveryFileAndASecondNone() throws {
    for number in 0..<150 { try library.add("trip/\(number).jpg") }
    try library.add("plain.jpg", as: "odd-cases/no-gps.jpg")
    try library.write("notes.txt", Data("hello".utf8))
    let first = try scan()
    #expect(first.added == 152)
    #expect(first.located == 150)
    #expect(first.unlocated[.noGPS] == 1)
    #expect(first.unlocated[.unsupported] == 1)
    let second = try scan()
    #expect(second.unchanged == 152)
    #expect(second.added == 0)
    #expect(second.updated == 0)
    #expect(second.located == 150)
    #expect(second.unlocated[.noGPS] == 1)
  }

  @Test func aChangedFileIsReadAgainAndKeepsItsId() throws {
    try library.add("a.jpg")
    try scan()
    let before = try ids()
    try library.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    let report = try scan()
    #expect(report.updated == 1)
    #expect(report.added == 0)
    #expect(try ids() == before)
    let photo = try #require(try index.read { try $0.photo(before["a.jpg"] ?? 0) })
    #expect(abs((photo.place.location?.coordinate.latitude ?? 0) - 29.9705) < 1e-6)
  }

  @Test func aDeletedFileIsRemoved() throws {
    try library.add("a.jpg")
    try library.add("sub/b.jpg")
    try library.add("sub/deep/c.jpg")
    try scan()
    try library.remove("a.jpg")
    #expect(try scan().removed == 1)
    try library.remove("sub")
    try library.add("rest.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(try scan().removed == 2)
    #expect(try ids().keys.sorted() == ["rest.jpg"])
  }

  @Test func aFileThatMovesKeepsItsId() throws {
    try library.add("a/one.jpg")
    try library.add("a/two.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("z/three.jpg", as: "2024-japan/mount-fuji.jpg")
    try scan()
    let before = try ids()
    try library.move("a/one.jpg", to: "z/uno.jpg")
    try library.move("z/three.jpg", to: "a/tres.jpg")
    let report = try scan()
    #expect(report.moved == 2)
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(report.updated == 0)
    let after = try ids()
    #expect(after["z/uno.jpg"] == before["a/one.jpg"])
    #expect(after["a/tres.jpg"] == before["z/three.jpg"])
  }

  @Test func aDirectoryThatIsRenamedKeepsTheIdsOfItsPhotos() throws {
    for number in 0..<80 { try library.add("old name/\(number).jpg") }
    try library.add("stays.jpg")
    try scan()
    let before = try ids()
    try library.move("old name", to: "new/name")
    let report = try scan()
    #expect(report.moved == 80)
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(try ids()["new/name/7.jpg"] == before["old name/7.jpg"])
  }

  @Test func aCopyOnAnotherDiskWhoseOriginalIsGoneIsTheSamePhoto() throws {
    let path = try library.add("a.jpg")
    try library.add("b.jpg", as: "2021-egypt/pyramids.jpg")
    try scan()
    let before = try ids()
    // A copy has another inode and another time, as after a move between file systems. The original is deleted last, so that
    // its inode is not reused for the copy.
    try FileManager.default.copyItem(atPath: path, toPath: library.file("elsewhere.jpg"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: library.file("elsewhere.jpg"))
    try library.remove("a.jpg")
    let report = try scan()
    #expect(report.moved == 1)
    #expect(report.added == 0)
    #expect(report.removed == 0)
    #expect(try ids()["elsewhere.jpg"] == before["a.jpg"])
  }

  @Test func aHardLinkIsAPhotoOfItsOwn() throws {
    let path = try library.add("a.jpg")
    try scan()
    try FileManager.default.linkItem(atPath: path, toPath: library.file("b.jpg"))
    let report = try scan()
    #expect(report.added == 1)
    #expect(report.moved == 0)
    #expect(report.unchanged == 1)
  }

  @Test func companionFilesAreNotCounted() throws {
    try library.add("a.jpg")
    for name in ["a.xmp", "a.jpg.json", ".DS_Store", "._a.jpg", "Thumbs.db"] {
      try library.write(name, Data("x".utf8))
    }
    for name in [".thumbnails", "@eaDir", "node_modules", ".git"] {
      try library.add("\(name)/hidden.jpg")
    }
    let report = try scan()
    #expect(report.files == 1)
    #expect(report.skippedFiles == 5)
    #expect(report.skippedDirectories == 4)
  }

  @Test func aSymbolicLinkIsFollowedOnlyWhenThatIsAskedForAndALoopEnds() throws {
    try library.add("real/a.jpg")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: library.file("real/loop"), withDestinationPath: library.root)
    try manager.createSymbolicLink(
      atPath: library.file("link.jpg"), withDestinationPath: library.file("real/a.jpg"))
    #expect(try scan().files == 1)
    let report = try scan { $0.followsSymlinks = true }
    #expect(report.files == 2)
  }

  @Test func theFilesOfTheIndexAreNoPhotosAndOthersThatAreNamedLikeThemAre() throws {
    let folder = library.file("../index")
    let names = ["photos.sqlite.jpg", "photos.sqlite-1.jpg", "photos.jpg", "photos"]
    for name in names { try library.add("../index/\(name)") }
    for ending in [".zones", ".views", ".shares", ".share-key", ".zones.new", ".shares.lock"] {
      try library.write("../index/photos.sqlite\(ending)", Data("x".utf8))
    }
    let report = try PhotoScanner(index: index).scan([FilePath(folder)])
    #expect(report.files == names.count)
    #expect(report.located == names.count)
    #expect(report.skippedFiles >= 8)
    #expect(try PhotoScanner(index: index).scan([FilePath(folder)]).unchanged == names.count)
  }

  @Test func aPipeNamedLikeAPhotoIsSkipped() throws {
    try library.add("a.jpg")
    #expect(unsafe mkfifo(library.file("pipe.jpg"), 0o600) == 0)
    let report = try scan()
    #expect(report.files == 1)
    #expect(report.skippedFiles == 1)
  }

  @Test func excludedFilesAreRemovedAndFilesSkippedByIncludeStay() throws {
    try library.add("a.jpg")
    try library.add("b.JPEG", as: "2021-egypt/pyramids.jpg")
    try library.add("private/c.jpg", as: "2024-japan/mount-fuji.jpg")
    try scan()
    let included = try scan { $0.include = [Glob("*.jpeg")] }
    #expect(included.files == 3)
    #expect(included.removed == 0)
    let excluded = try scan { $0.exclude = [Glob("private/**"), Glob("a.*")] }
    #expect(excluded.removed == 2)
    #expect(try ids().keys.sorted() == ["b.JPEG"])
  }

  @Test func fullReadsUnchangedFilesAgain() throws {
    try library.add("a.jpg")
    try scan()
    let before = try ids()
    #expect(try scan { $0.readsUnchanged = true }.updated == 1)
    #expect(try ids() == before)
  }

  @Test func aStoppedScanStoresWhatItHasReadAndRemovesNothing() throws {
    for number in 0..<40 { try library.add("d\(number)/a.jpg") }
    try scan()
    try library.remove("d0")
    for number in 0..<40 {
      try library.add("e\(number)/a.jpg", as: "2021-egypt/pyramids.jpg")
    }
    let report = try PhotoScanner(index: index).scan([FilePath(library.root)]) { _ in false }
    #expect(report.wasInterrupted)
    #expect(report.removed == 0)
    #expect(try index.integrityProblems().isEmpty)
    let rest = try scan()
    #expect(rest.files == 79)
    #expect(rest.removed == 1)
  }

  @Test func namesThatAreNotUnicodeArePhotosToo() throws {
    try library.add("a.jpg")
    let odd = Array(library.root.utf8) + Array("/caf".utf8) + [0xE9] + Array(".jpg".utf8) + [0]
    let code = unsafe odd.withUnsafeBytes { bytes in
      unsafe rename(library.file("a.jpg"), bytes.bindMemory(to: CChar.self).baseAddress!)
    }
    #expect(code == 0)
    #expect(try scan().located == 1)
    let second = try scan()
    #expect(second.unchanged == 1)
    #expect(second.added == 0)
    let photo = try #require(try index.read { try $0.photo(1) })
    #expect(photo.file.bytes == Array(odd.dropLast()))
  }
}
