import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// Changes in a watched folder are added to the index without a further scan.
@Suite struct WatchTests {
  @Test func aNewPhotoIsAddedAndADeletedOneIsRemoved() throws {
    let library = try Library()
    try library.add("a.jpg")
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["a.jpg"]))
    try library.add("b.jpg")
    #expect(watched.holds(["a.jpg", "b.jpg"]))
    try library.remove("a.jpg")
    #expect(watched.holds(["b.jpg"]))
    try library.remove("b.jpg")
    #expect(watched.holds([]))
    #expect(try watched.index.integrityProblems().isEmpty)
  }

  /// Replaces the index, as by restoring a backup.
  private func replaceIndex(of library: Library, with folder: String) throws {
    let other = library.database + "-other"
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: other + ending)
    }
    do {
      let index = try PhotoIndex(path: FilePath(other), access: .writing)
      _ = try PhotoScanner(index: index).scan([FilePath(folder)])
    }
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
    _ = try Program.run("mv", [other, library.database])
  }

  @Test func aReplacedIndexWithoutTheFolderIsFilledAgain() throws {
    let library = try Library()
    try library.add("a.jpg")
    let elsewhere = try Library()
    let watched = try WatchedFolders(library)
    for round in 0..<2 {
      try elsewhere.add("other\(round).jpg")
      try replaceIndex(of: library, with: elsewhere.root)
      try library.add("b\(round).jpg")
      let others = Set((0...round).map { "other\($0).jpg" })
      #expect(watched.holds(others.union(["a.jpg"]).union((0...round).map { "b\($0).jpg" })))
    }
    #expect(try watched.index.integrityProblems().isEmpty)
    #expect(watched.notes.count { if case .failed = $0 { true } else { false } } == 0)
  }

  @Test func whileTheIndexIsMissingNoneIsMadeAndWhenItIsBackItCatchesUp() throws {
    let library = try Library()
    try library.add("a.jpg")
    let watched = try WatchedFolders(library)
    let away = library.database + "-away"
    _ = try Program.run("mv", [library.database, away])
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
    try library.add("b.jpg")
    #expect(eventually { watched.notes.count { if case .failed = $0 { true } else { false } } > 0 })
    #expect(!FileManager.default.fileExists(atPath: library.database))
    _ = try Program.run("mv", [away, library.database])
    #expect(watched.holds(["a.jpg", "b.jpg"]))
  }

  /// inotify reports only the name by which a file was written.
  @Test func aPhotoThatIsChangedUnderOneOfItsNamesIsReadAgainUnderAll() throws {
    let library = try Library()
    try library.add("a/one.jpg")
    try library.add("b/other.jpg", as: "2021-egypt/pyramids.jpg")
    for name in ["b/two.jpg", "c/deep/three.jpg"] {
      try FileManager.default.createDirectory(
        atPath: library.file("c/deep"), withIntermediateDirectories: true)
      try FileManager.default.linkItem(
        atPath: library.file("a/one.jpg"), toPath: library.file(name))
    }
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["a/one.jpg", "b/other.jpg", "b/two.jpg", "c/deep/three.jpg"]))
    let pyramids = try Data(contentsOf: URL(fileURLWithPath: library.file("b/other.jpg")))
    let file = try #require(FileHandle(forWritingAtPath: library.file("b/two.jpg")))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: pyramids)
    try file.close()
    #expect(
      eventually {
        let photos = (try? watched.index.read { reader in try reader.photos(1...10) }) ?? []
        return photos.count == 4 && Set(photos.map(\.place.location?.coordinate)).count == 1
      })
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)],
      ofItemAtPath: library.file("c/deep/three.jpg"))
    #expect(
      eventually {
        let scan = try? PhotoScanner(index: watched.index).scan([FilePath(library.root)])
        return scan?.unchanged == 4
      })
  }

  @Test func aPhotoThatIsRenamedOrMovedKeepsItsIdAndIsNotReadAgain() throws {
    let library = try Library()
    try library.add("one/a.jpg")
    try library.add("two/b.jpg", as: "2021-egypt/pyramids.jpg")
    let watched = try WatchedFolders(library)
    let before = watched.ids()
    try library.move("one/a.jpg", to: "two/c.jpg")
    #expect(watched.holds(["two/b.jpg", "two/c.jpg"]))
    #expect(watched.ids()["two/c.jpg"] == before["one/a.jpg"])
    try library.move("two", to: "three/four")
    #expect(watched.holds(["three/four/b.jpg", "three/four/c.jpg"]))
    #expect(Set(watched.ids().values) == Set(before.values))
    try library.add("three/four/d.jpg")
    #expect(watched.holds(["three/four/b.jpg", "three/four/c.jpg", "three/four/d.jpg"]))
    // The report follows the change of the index.
    #expect(eventually { watched.notes.filesRead >= 3 })
    watched.stop()
    #expect(watched.notes.filesRead == 3)
  }

  @Test func aTreeThatIsMovedInIsIndexedAndWatched() throws {
    let library = try Library()
    let watched = try WatchedFolders(library)
    for number in 0..<40 { try library.add("trip/day\(number % 5)/deep/\(number).jpg") }
    var names = Set((0..<40).map { "trip/day\($0 % 5)/deep/\($0).jpg" })
    #expect(watched.holds(names))
    try library.add("trip/day3/deep/later.jpg")
    names.insert("trip/day3/deep/later.jpg")
    #expect(watched.holds(names))
    try library.remove("trip")
    #expect(watched.holds([]))
  }

  @Test func hiddenFoldersAreSkipped() throws {
    let library = try Library()
    let watched = try WatchedFolders(library, change: { $0.exclude = [Glob("private")] })
    try library.add(".trash/a.jpg")
    try library.add("private/b.jpg")
    try library.add("c.jpg")
    #expect(watched.holds(["c.jpg"]))
    try library.add("d/e.jpg")
    #expect(watched.holds(["c.jpg", "d/e.jpg"]))
    try library.move("d", to: ".d")
    #expect(watched.holds(["c.jpg"]))
  }

  @Test func aFileThatIsCopiedSlowlyIsReadOnceItIsComplete() throws {
    let library = try Library()
    let watched = try WatchedFolders(library)
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: SamplePhotos.path("2023-paris/eiffel-tower.jpg")))
    let path = try library.write("slow.jpg", Data())
    let before = watched.notes.filesRead
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for start in stride(from: 0, to: bytes.count, by: 2_000) {
      try file.write(contentsOf: bytes[start..<min(start + 2_000, bytes.count)])
      // Other files are added meanwhile, so that its directory is refreshed.
      if start % 10_000 == 0 {
        try library.add("other\(start).jpg", as: "2021-egypt/pyramids.jpg")
        #expect(eventually { watched.ids()["other\(start).jpg"] != nil })
      }
    }
    let others = watched.ids().keys.filter { $0.hasPrefix("other") }.count
    try file.close()
    #expect(
      eventually {
        let photos = try? watched.index.read { try $0.allPhotos() }
        return photos?.first { $0.path.description == "slow.jpg" }?.size == Int64(bytes.count)
      })
    // Once when it was created empty and closed, and once when it was complete. On a busy machine the pause between two
    // pieces may exceed the timeout. There were twenty pieces.
    #expect(watched.notes.filesRead - before <= others + 4)
  }

  @Test func aSidecarThatChangesHasItsPhotoReadAgain() throws {
    let library = try Library()
    try library.add("a.jpg", as: "2023-paris/eiffel-tower.jpg")
    let watched = try WatchedFolders(library)
    let read = watched.notes.filesRead
    try library.write("a.jpg.xmp", Data("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    #expect(eventually { watched.notes.filesRead == read + 1 })
    try library.remove("a.jpg.xmp")
    #expect(eventually { watched.notes.filesRead == read + 2 })
  }

  @Test func aFolderThatGoesAwayKeepsItsPhotosAndIsScannedWhenItIsBack() throws {
    let library = try Library()
    try library.add("a.jpg")
    let watched = try WatchedFolders(library)
    let root = FilePath(library.root)
    let before = watched.ids()
    try FileManager.default.moveItem(atPath: library.root, toPath: library.root + "-away")
    #expect(eventually { watched.notes.count(.remark(.folderMissing(root))) == 1 })
    try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path("2021-egypt/pyramids.jpg")))
      .write(to: URL(fileURLWithPath: library.root + "-away/b.jpg"))
    #expect(watched.ids() == before)
    try FileManager.default.moveItem(atPath: library.root + "-away", toPath: library.root)
    #expect(watched.holds(["a.jpg", "b.jpg"]))
    #expect(watched.ids()["a.jpg"] == before["a.jpg"])
    #expect(watched.notes.count(.remark(.folderMissing(root))) == 1)
    try library.add("c.jpg")
    #expect(watched.holds(["a.jpg", "b.jpg", "c.jpg"]))
  }

  @Test func anEmptyFolderInItsPlaceRemovesNothing() throws {
    let library = try Library()
    try library.add("deep/a.jpg")
    let watched = try WatchedFolders(library)
    try FileManager.default.moveItem(atPath: library.root, toPath: library.root + "-away")
    try FileManager.default.createDirectory(
      atPath: library.root, withIntermediateDirectories: false)
    #expect(
      eventually { watched.notes.count(.remark(.folderMissing(FilePath(library.root)))) == 1 })
    #expect(Set(watched.ids().keys) == ["deep/a.jpg"])
    watched.stop()
    #expect(Set(watched.ids().keys) == ["deep/a.jpg"])
    try FileManager.default.removeItem(atPath: library.root + "-away")
  }

  @Test func whileAnotherScanWritesTheChangeWaitsAndIsNotLost() throws {
    let library = try Library()
    let watched = try WatchedFolders(library)
    var other: ScanLock? = try ScanLock(for: FilePath(library.database), timeout: .seconds(10))
    try library.add("a.jpg")
    #expect(
      eventually {
        watched.notes.count { if case .waiting = $0 { true } else { false } } == 1
      })
    #expect(watched.ids().isEmpty)
    withExtendedLifetime(other) {}
    other = nil
    #expect(watched.holds(["a.jpg"]))
  }

  @Test func theBacklogIsTheNumberOfChangedDirectoriesUntilTheyAreStored() throws {
    let library = try Library()
    try library.add("spring/a.jpg")
    try library.add("autumn/b.jpg")
    let watched = try WatchedFolders(library)
    #expect(eventually { watched.notes.backlog == 0 })
    var other: ScanLock? = try ScanLock(for: FilePath(library.database), timeout: .seconds(10))
    try library.add("spring/c.jpg")
    try library.add("autumn/d.jpg")
    #expect(eventually { watched.notes.backlog == 2 })
    withExtendedLifetime(other) {}
    other = nil
    #expect(watched.holds(["spring/a.jpg", "autumn/b.jpg", "spring/c.jpg", "autumn/d.jpg"]))
    #expect(eventually { watched.notes.backlog == 0 })
  }

  @Test func aBurstOfPhotosCausesFewRefreshes() throws {
    let library = try Library()
    let watched = try WatchedFolders(library)
    let photo = try Data(
      contentsOf: URL(fileURLWithPath: SamplePhotos.path("2021-egypt/pyramids.jpg")))
    for number in 0..<1_000 { try library.write("\(number % 10)/\(number).jpg", photo) }
    #expect(eventually { watched.ids().count == 1_000 })
    #expect(watched.notes.count(.refreshed) < 60)
    #expect(try watched.index.integrityProblems().isEmpty)
  }

  @Test func aFolderThatIsNotThereAtTheStartIsAnError() throws {
    let library = try Library()
    let watched = try WatchedFolders(library, folders: [library.file("no-such-folder")])
    #expect(watched.notes.count(.failed) == 1)
  }

  @Test func theFilesOfTheIndexCauseNoRefresh() throws {
    let library = try Library()
    let folder = FilePath(library.database).parent?.description ?? ""
    let watched = try WatchedFolders(library, folders: [folder])
    try library.add("../index/a.jpg")
    #expect(watched.holds(["a.jpg"]))
    try library.add("../index/b.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(watched.holds(["a.jpg", "b.jpg"]))
    watched.stop()
    #expect(watched.notes.filesRead == 2)
    #expect(watched.notes.count(.refreshed) < 10)
  }
}
