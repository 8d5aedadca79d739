import Notes
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Acts that correct homes and trips; here their texts may say anything.
@Suite struct CorrectionActTests {
  private let noted: NotedLibrary
  private let index: PhotoIndex

  init() throws {
    noted = try NotedLibrary()
    index = try noted.index()
  }

  private func correct(_ texts: String...) throws -> Act {
    try #require(try NotesWriter(index).correct(by: "ada") { _ in texts })
  }

  private func shown(_ index: PhotoIndex? = nil) throws -> [String] {
    try (index ?? self.index).read { try $0.journeyCorrections() }
  }

  @Test func correctionsAreShownInTheirOrderUntilTheyAreUndone() throws {
    let first = try correct("one", "two")
    let second = try correct("three")
    #expect(first.kind == .journey)
    #expect(first.photos == 2)
    #expect(try shown() == ["one", "two", "three"])
    #expect(try NotesWriter(index).undo(first.number, .journey, by: "ada") == 2)
    #expect(try shown() == ["three"])
    #expect(try NotesWriter(index).undo(second.number, .journey, by: "ada") == 1)
    #expect(try shown() == [])
  }

  @Test func aCorrectionIsANewVersionOfTheIndex() throws {
    let before = try index.read { try $0.version() }
    _ = try correct("one")
    #expect(try index.read { try $0.version() } > before)
  }

  @Test func noneIsNoAct() throws {
    #expect(try NotesWriter(index).correct(by: "ada") { _ in [] } == nil)
  }

  @Test func anActOfAnotherKindIsNotUndoneAsACorrection() throws {
    let act = try correct("one")
    #expect(try NotesWriter(index).undo(act.number, .words, by: "ada") == 0)
    #expect(try NotesWriter(index).undo(act.number, .place, by: "ada") == 0)
    #expect(try shown() == ["one"])
  }

  @Test func diaryAndCorrectionsAreUndoneApart() throws {
    let (entry, correction) = (
      try correct("diary day 2021-06-14 Figs"), try correct("split 2021-06-16")
    )
    #expect(entry.kind == .diary)
    #expect(correction.kind == .journey)
    let writer = try NotesWriter(index)
    #expect(try writer.undo(entry.number, .journey, by: "ada") == 0)
    #expect(try writer.undo(correction.number, .diary, by: "ada") == 0)
    #expect(try shown() == ["diary day 2021-06-14 Figs", "split 2021-06-16"])
    #expect(try writer.undo(entry.number, .diary, by: "ada") == 1)
    #expect(try shown() == ["split 2021-06-16"])
    let undoing = try ActStore(of: index.path).acts().last
    #expect(undoing?.kind == .diary)
  }

  @Test func anIndexThatWasDeletedShowsThemAgain() throws {
    _ = try correct("one")
    let gone = try correct("two")
    _ = try NotesWriter(index).undo(gone.number, .journey, by: "ada")
    try noted.deleteIndex()
    let made = try noted.index()
    try NotesWriter.catchUp(made)
    #expect(try shown(made) == ["one"])
  }
}
