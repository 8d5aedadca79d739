import Foundation
import Geography
import Notes
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Positions that a person has accepted as true.
@Suite struct AcceptedPlaceTests {
  private let noted: NotedLibrary

  init() throws {
    noted = try NotedLibrary.withTwoPhotos()
    try noted.scan()
  }

  private func id(_ name: String) throws -> Int64 { try #require(try noted.photo(name)).id }

  private func accept(_ name: String) throws -> Act {
    let id = try id(name)
    return try #require(try NotesWriter(noted.index()).accept({ _ in [id] }, by: "ada"))
  }

  private func accepted(_ name: String) throws -> Coordinate? {
    let id = try id(name)
    return try noted.index().read { try $0.acceptedPlace(of: id) }
  }

  private func position(_ name: String) throws -> Coordinate {
    try #require(try noted.place(of: name)?.location).coordinate
  }

  @Test func anAcceptedPositionIsKnownUntilTheActIsUndone() throws {
    let (place, before) = (try position("located.jpg"), try noted.index().read { try $0.version() })
    let act = try accept("located.jpg")
    #expect(act.kind == .accepted)
    #expect(try accepted("located.jpg") == place)
    #expect(try noted.index().read { try $0.version() } > before)
    #expect(try noted.undo(act.number, .place) == 0)
    #expect(try noted.undo(act.number, .words) == 0)
    #expect(try noted.undo(act.number, .accepted) == 1)
    #expect(try accepted("located.jpg") == nil)
  }

  @Test func aPhotoWithoutAPositionHasNothingToAccept() throws {
    let id = try id("bare.jpg")
    #expect(try NotesWriter(noted.index()).accept({ _ in [id] }, by: "ada") == nil)
  }

  @Test func itSurvivesAFullScanAMovedFileAndALostIndex() throws {
    let place = try position("located.jpg")
    _ = try accept("located.jpg")
    try noted.scan { $0.readsUnchanged = true }
    #expect(try accepted("located.jpg") == place)
    try FileManager.default.moveItem(
      atPath: noted.library.file("located.jpg"), toPath: noted.library.file("moved.jpg"))
    try noted.scan()
    #expect(try accepted("moved.jpg") == place)
    try noted.deleteIndex()
    try noted.scan()
    #expect(try accepted("moved.jpg") == place)
  }

  @Test func placingAndWritingLeaveIt() throws {
    let place = try position("located.jpg")
    _ = try accept("located.jpg")
    try noted.write("located.jpg") { $0.set[.title] = .text("A") }
    let placed = try noted.put("located.jpg", at: 5)
    #expect(try accepted("located.jpg") == place)
    _ = try noted.undo(placed)
    #expect(try position("located.jpg") == place)
    #expect(try noted.words(of: "located.jpg").title == "A")
  }

  @Test func exportedNotesBringItToAnotherLibrary() throws {
    let place = try position("located.jpg")
    _ = try accept("located.jpg")
    var lines: [UInt8] = []
    try ActStore(of: FilePath(noted.library.database)).forEachAct {
      lines += NotesLines.lines(of: $0)
    }
    #expect(String(decoding: lines, as: UTF8.self).contains(#""journey":"accept "#))
    for ending in ["", "-wal", "-shm", ".notes"] {
      try? FileManager.default.removeItem(atPath: noted.library.database + ending)
    }
    try noted.scan()
    #expect(try accepted("located.jpg") == nil)
    var rest = lines
    let acts = try NotesLines.acts {
      defer { rest = [] }
      return rest
    }
    #expect(try NotesWriter(noted.index()).merge(acts).acts == 1)
    #expect(try accepted("located.jpg") == place)
  }

  @Test func homesAndTripsDoNotHearOfIt() throws {
    _ = try accept("located.jpg")
    #expect(try noted.index().read { try $0.journeyCorrections() }.isEmpty)
  }
}
