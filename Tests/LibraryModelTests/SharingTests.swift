import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// One index in several hands.
@Suite struct SharingTests {
  /// Any program that closes the file gives up all locks it has on it. One that opened the index for
  /// writing a second time did, and another's scan then deleted the journal under its hands.
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
