import Glibc
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A file that cannot be read")
struct UnreadableFileTests {
  private func refusal(_ path: FilePath) -> String? {
    var reader = PhotoReader()
    return reader.facts(at: path).refusal
  }

  @Test("says why")
  func reasons() throws {
    let photos = try TemporaryPhotos()
    #expect(refusal(photos.path("none.jpg")) == "unreadable: No such file or directory")
    #expect(refusal(FilePath(photos.folder.path)) == "unreadable: a directory, not a file")
    #expect(refusal(FilePath("/dev/null")) == "unreadable: a device, not a file")
    #expect(refusal(try photos.write([], as: "empty.jpg")) == "unreadable: the file is empty")
    #expect(refusal(FilePath("")) == "unreadable: No such file or directory")
  }

  @Test("because it is a pipe without a writer does not block the reader")
  func pipe() throws {
    let photos = try TemporaryPhotos()
    #expect(unsafe mkfifo(photos.folder.file("pipe.jpg"), 0o600) == 0)
    #expect(refusal(photos.path("pipe.jpg")) == "unreadable: a named pipe, not a file")
  }

  @Test("leaves the reader usable and no descriptor open")
  func next() throws {
    let photos = try TemporaryPhotos()
    let good = try photos.write(ExifFixture(gps: ExifFixture.paris).jpeg, as: "good.jpg")
    let cut = try photos.write([0xFF, 0xD8, 0xFF, 0xE1], as: "cut.jpg")
    var reader = PhotoReader()
    let before = dup(0)
    close(before)
    for _ in 0..<50 {
      #expect(reader.facts(at: cut).refusal == "unreadable: the file ends before its picture")
      #expect(reader.facts(at: good).place.location != nil)
      #expect(reader.facts(at: photos.path("none.jpg")).format == nil)
    }
    let after = dup(0)
    close(after)
    // Other tests open files meanwhile, but not a hundred.
    #expect(after < before + 50)
  }

  @Test("by a closed descriptor is unreadable with the system's words")
  func closedDescriptor() {
    var reader = PhotoReader()
    let facts = reader.facts(fileDescriptor: -1, size: 1000)
    #expect(facts.refusal == "unreadable: Bad file descriptor")
  }
}
