import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// One index used by several programs.
@Suite struct SharingTests {
  /// Closing any descriptor of a file releases all POSIX locks of the process on it.
  ///
  /// A process that opened the index for writing twice lost its locks that way, and another scan deleted its journal.
  @Test func anIndexThatIsOpenedTwiceKeepsItsJournalWhenAnotherProgramIsDone() throws {
    let library = try Library()
    try library.add("a.jpg")
    let first = try PhotoIndex(path: FilePath(library.database), access: .writing)
    _ = try PhotoScanner(index: first).scan([FilePath(library.root)])
    let second = try PhotoIndex(path: FilePath(library.database), access: .writing)
    let journal = try journalNumber(library)
    try library.add("b.jpg")
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    #expect(try journalNumber(library) == journal)
    try library.add("c.jpg")
    _ = try PhotoScanner(index: first).scan([FilePath(library.root)])
    #expect(try second.read { try $0.summary().photos } == 3)
    #expect(try second.integrityProblems().isEmpty)
  }

  private func journalNumber(_ library: Library) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: library.database + "-wal")[.systemFileNumber]
      as? Int
  }
}
