import Foundation
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// A placed photo that is edited stays placed.
@Suite struct EditedPhotoTests {
  private let noted: NotedLibrary
  private var library: Library { noted.library }

  init() throws { noted = try NotedLibrary.withTwoPhotos() }

  @Test func anEditedPhotoIsKnownByItsPathAndTime() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    try noted.put("located.jpg", at: here)
    try noted.edit("located.jpg", "-Artist=Ada")
    try noted.deleteIndex()
    try noted.scan()
    #expect(try noted.place(of: "located.jpg") == .located(here))
  }

  @Test func aPhotoThatIsEditedAndThenMovedStaysPlaced() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    let act = try noted.put("located.jpg", at: here)
    try noted.edit("located.jpg", "-Artist=Ada")
    try noted.scan()
    try library.move("located.jpg", to: "moved/one.jpg")
    try noted.scan()
    #expect(try noted.place(of: "moved/one.jpg") == .located(here))
    // Again, where no act knows the path.
    try noted.edit("moved/one.jpg", "-Artist=Bea")
    try noted.scan()
    #expect(try noted.place(of: "moved/one.jpg") == .located(here))
    try library.move("moved/one.jpg", to: "two.jpg")
    try noted.deleteIndex()
    try noted.scan()
    #expect(try noted.place(of: "two.jpg") == .located(here))
    #expect(try noted.undo(act) == 1)
    #expect(try noted.place(of: "two.jpg")?.location?.source == .exif)
  }

  @Test func copiesOfAnEditedPhotoArePlacedInWhateverOrderTheyAreRead() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    try noted.put("located.jpg", at: here)
    try noted.edit("located.jpg", "-Artist=Ada")
    let content = try Data(contentsOf: URL(fileURLWithPath: library.file("located.jpg")))
    let copies = ["a.jpg", "a/b.jpg", "m.jpg", "z.jpg", "z/z.jpg"]
    for name in copies { try library.write(name, content) }
    try noted.scan()
    for name in copies { #expect(try noted.place(of: name) == .located(here), "\(name)") }
  }

  @Test func anEditedPhotoIsUndoneByItsIdentityNow() throws {
    try noted.scan()
    let act = try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.edit("located.jpg", "-Artist=Ada")
    try noted.scan()
    try library.move("located.jpg", to: "other.jpg")
    try noted.scan()
    let index = try noted.index()
    let photo = try #require(try noted.photo("other.jpg"))
    #expect(try NotesWriter(index).undo(act, .place, of: [PhotoIdentity(photo)], by: "ada") == 1)
    #expect(try noted.place(of: "other.jpg")?.location?.source == .exif)
  }

  @Test func anImportBringsTheContentsOfEditedPhotos() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    try noted.put("located.jpg", at: here)
    let notes = try ActStore(of: FilePath(library.database))
    var acts: [WholeAct] = []
    try notes.forEachAct { acts.append($0) }
    let other = try PhotoIndex(path: FilePath(library.database + ".other"), access: .writing)
    let otherNotes = try ActStore(of: other.path)
    #expect(try otherNotes.merge(acts) == (1, 0))
    // The other machine has only ever seen the edited photo, under another path.
    try noted.edit("located.jpg", "-Artist=Ada")
    try noted.scan()
    try library.move("located.jpg", to: "moved.jpg")
    _ = try PhotoScanner(index: other, options: ScanOptions()).scan([FilePath(library.root)])
    let moved = FilePath(library.file("moved.jpg"))
    func otherPlace() throws -> Place? {
      try other.read { reader in
        try reader.photoID(at: moved).flatMap { try reader.photo($0)?.place }
      }
    }
    #expect(try otherPlace()?.location?.source == .exif)
    acts = []
    try notes.forEachAct { acts.append($0) }
    #expect(try otherNotes.merge(acts) == (0, 1))
    try NotesWriter.catchUp(other)
    #expect(try otherPlace() == .located(here))
    #expect(try otherNotes.merge(acts) == (0, 0))
  }

  /// Restores an edited photo whose edit no scan has seen under another name, then moves it to its path.
  private func restoreAndMoveBack(_ edited: Data) throws {
    try noted.scan()
    try library.write("back.jpg", edited)
    try noted.scan()
    try library.move("back.jpg", to: "located.jpg")
    try noted.scan()
  }

  /// Edits a placed photo and deletes it; returns the edited content.
  private func editAndDelete() throws -> Data {
    try noted.scan()
    try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.edit("located.jpg", "-Artist=Ada")
    let edited = try Data(contentsOf: URL(fileURLWithPath: library.file("located.jpg")))
    try library.remove("located.jpg")
    return edited
  }

  @Test func anEditedPhotoThatIsMovedToThePathOfItsActStaysPlacedWhereverItGoes() throws {
    let edited = try editAndDelete()
    try noted.deleteIndex()
    try restoreAndMoveBack(edited)
    #expect(try noted.latitude(of: "located.jpg") == 12)
    try library.move("located.jpg", to: "moved.jpg")
    try noted.scan()
    #expect(try noted.latitude(of: "moved.jpg") == 12)
  }

  @Test func aPhotoThatIsMovedToThePathOfADeletedOneIsNotPlaced() throws {
    let edited = try editAndDelete()
    // The index knows that the content of the act was deleted, so it takes the edited photo for another one.
    try restoreAndMoveBack(edited)
    #expect(try noted.place(of: "located.jpg")?.location?.source == .exif)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.place(of: "located.jpg")?.location?.source == .exif)
  }

  @Test func notesMadeBeforeAPhotoMovedFollowItsEdits() throws {
    try noted.scan()
    try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try library.move("located.jpg", to: "moved.jpg")
    try noted.scan()
    try noted.write("moved.jpg") { $0.added[.keywords] = ["Sea"] }
    try noted.edit("moved.jpg", "-Artist=Ada")
    // Only the second act knows its path.
    try noted.deleteIndex()
    try noted.scan()
    #expect(try noted.latitude(of: "moved.jpg") == 12)
    #expect(try noted.words(of: "moved.jpg").keywords.contains("Sea"))
    try library.move("moved.jpg", to: "elsewhere.jpg")
    try noted.scan()
    #expect(try noted.latitude(of: "elsewhere.jpg") == 12)
    #expect(try noted.words(of: "elsewhere.jpg").keywords.contains("Sea"))
  }
}
