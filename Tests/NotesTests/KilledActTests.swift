import Notes
import PhotoFacts
import PhotoIndex
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
}
