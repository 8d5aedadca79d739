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
}
