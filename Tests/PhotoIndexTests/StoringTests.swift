import Files
import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@Suite struct StoringTests {
  @Test func aFileThatIsStoredTwiceIsThereOnceUnderItsLaterNumber() throws {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    let file = ReadFile(
      name: Array("a.jpg".utf8), stamp: FileStamp(size: 1, modified: 2, inode: 3, changed: 4),
      facts: PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg), companions: 7)
    let (later, files) = try index.write { writer in
      let directory = try writer.markListed(
        FilePath("trips"), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      _ = try writer.add(file, in: directory)
      let later = try writer.add(file, in: directory)
      return (later, try writer.files(in: directory))
    }
    #expect(files.map(\.id) == [later])
    #expect(try index.integrityProblems().isEmpty)
  }

  @Test func aFileInADirectoryThatIsNotThereIsRefused() throws {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    let file = ReadFile(
      name: Array("a.jpg".utf8), stamp: FileStamp(size: 1, modified: 2, inode: 3),
      facts: PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg))
    #expect(throws: IndexError.self) {
      try index.write { writer in
        let directory = try writer.markListed(
          FilePath("trips"), in: try writer.root(FilePath("/photos")), scan: 1
        ).id
        try writer.removeDirectory(directory)
        _ = try writer.add(file, in: directory)
      }
    }
  }

  /// Another program may make a replica anew from a record that has lost the camera.
  @Test func aCameraThatAnotherProgramHasRemovedIsStoredAgain() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.file("photos.sqlite"))
    let index = try PhotoIndex(path: path, access: .writing)
    var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg)
    facts.camera.model = "X100V"
    func add() throws {
      let file = ReadFile(
        name: Array("a.jpg".utf8), stamp: FileStamp(size: 1, modified: 2, inode: 3), facts: facts)
      try index.write { writer in
        let root = try writer.root(FilePath("/photos"))
        _ = try writer.add(file, in: writer.markListed(FilePath("trips"), in: root, scan: 1).id)
      }
    }
    try add()
    let change = "DELETE FROM photo; DELETE FROM camera"
    #expect(try Program.run("sqlite3", ["-bail", path.description, change]).code == 0)
    try add()
    #expect(try index.read { try $0.photo(2)?.facts.camera.model } == "X100V")
  }

  @Test func aChangeIsPreparedWhileAnotherWriterWrites() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.file("photos.sqlite"))
    let index = try PhotoIndex(path: path, access: .writing)
    _ = try index.write { try $0.root(FilePath("/photos")) }
    let other = try PhotoIndex(path: path, access: .writing)
    let roots = try other.write { writer in
      _ = try writer.root(FilePath("/more"))
      return try index.readBeforeWriting { try $0.roots() }
    }
    #expect(roots == [FilePath("/photos")])
  }

  @Test func aChangeOfAMissingIndexCannotBePrepared() throws {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    try FileManager.default.removeItem(atPath: folder.file("photos.sqlite"))
    let error = #expect(throws: IndexError.self) {
      try index.readBeforeWriting { try $0.roots() }
    }
    #expect(error?.code == .missing)
  }
}
