import Foundation
import Notes
import PhotoFacts
import PhotoIndex
import PhotoMetadata
import PhotoScanner
import TestSupport
import Testing

/// An act of a program that was killed before the index showed it.
@Suite struct KilledActTests {
  private let noted: NotedLibrary

  init() throws { noted = try NotedLibrary.withTwoPhotos() }

  @Test func theNextActShowsTheNotesOfAKilledProgram() throws {
    try noted.scan()
    let (here, there) = (try NotedLibrary.location(12, 34), try NotedLibrary.location(1, 2))
    let index = try noted.index()
    let photo = try #require(try noted.photo("bare.jpg"))
    // The notes are written, the index is not.
    try ActStore(of: index.path).record([note(photo, at: here)], by: "ada")
    try noted.put("located.jpg", at: there)
    #expect(try noted.place(of: "bare.jpg") == .located(here))
    #expect(try noted.place(of: "located.jpg") == .located(there))
  }

  private func note(_ photo: PhotoRecord, at location: Location) -> Note {
    let place = NotedPlace(location: location, base: StoredPlace(photo.place))
    return Note(photo: PhotoIdentity(photo), content: .place(place))
  }

  @Test func theNextScanShowsTheNotesOfAKilledProgram() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    let index = try noted.index()
    let photo = try #require(try noted.photo("bare.jpg"))
    // The notes are written, the index is not.
    try ActStore(of: index.path).record([note(photo, at: here)], by: "ada")
    try noted.scan()
    #expect(try noted.place(of: "bare.jpg") == .located(here))
  }

  /// The program keeps what the file says before it writes the sidecar, and was killed in between.
  @Test(arguments: [false, true])
  func wordsOfAKilledProgramThatWroteSidecarsAreShownAndUndone(isWritten: Bool) throws {
    try noted.scan()
    let before = try noted.words(of: "bare.jpg")
    let act = try noted.write("bare.jpg") { change in
      change.set[.title] = .text("Snow")
      change.added[.keywords] = ["Winter"]
    }
    let shown = try noted.words(of: "bare.jpg")
    let index = try noted.index()
    let worded = try #require(try index.readActs { try $0.wordedPhotos($1) }?.first)
    let kept = try #require(worded.owned(before: before, after: shown))
    try NotesWriter(index).keep(kept)
    if isWritten {
      // The sidecar is there, and no scan has seen it.
      var statement = XMPEditor.Statement()
      (statement.words, statement.properties) = (shown, worded.properties)
      let document = try #require(try XMPEditor.document(nil, stating: statement))
      try noted.library.write("bare.jpg.xmp", Data(document))
    }
    for _ in 0..<2 {
      try noted.scan { $0.readsUnchanged = true }
      #expect(try noted.words(of: "bare.jpg") == shown)
    }
    #expect(try noted.undo(act, .words) == 1)
    for _ in 0..<2 {
      #expect(try noted.words(of: "bare.jpg") == before)
      try noted.scan { $0.readsUnchanged = true }
    }
  }
}
