import Foundation
import Geography
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// A library whose photos are scanned and placed, each time as by a program that has just started.
struct NotedLibrary {
  let library: Library

  init() throws { library = try Library() }

  /// Makes a library with a photo that has a position, `located.jpg`, and one without, `bare.jpg`.
  static func withTwoPhotos() throws -> NotedLibrary {
    let noted = try NotedLibrary()
    try noted.library.add("located.jpg")
    try noted.library.write("bare.jpg", bare("one"))
    return noted
  }

  /// A JPEG file without a position; the text makes its content unique.
  static func bare(_ text: String) -> Data {
    let comment = Array(text.utf8)
    return Data(
      [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9])
  }

  /// A position as a person may enter it.
  static func location(_ latitude: Double, _ longitude: Double) throws -> Location {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Location(coordinate, altitude: 3, accuracy: 7, source: .manual)
  }

  func index() throws -> PhotoIndex {
    try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  func scan(_ change: (inout ScanOptions) -> Void = { _ in }) throws {
    var options = ScanOptions()
    change(&options)
    let index = try index()
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    #expect(try index.integrityProblems().isEmpty)
  }

  func deleteIndex() throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
  }

  /// Places a photo, or removes its position; returns the number of the act.
  @discardableResult
  func put(_ name: String, at location: Location?) throws -> Int64 {
    let index = try index()
    let id = try #require(try index.read { try $0.photoID(at: FilePath(library.file(name))) })
    let wanted = NotesWriter.Wanted(id: id, location: location)
    return try #require(try NotesWriter(index).place([wanted], by: "ada")).number
  }

  @discardableResult
  func put(_ name: String, at latitude: Double) throws -> Int64 {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: 10))
    return try put(name, at: Location(coordinate, source: .manual))
  }

  /// Undoes an act; returns the number of photos.
  func undo(_ act: Int64, _ kind: Note.Kind = .place) throws -> Int {
    try NotesWriter(index()).undo(act, kind, by: "ada")
  }

  /// Changes the words of photos; returns the number of the act.
  @discardableResult
  func write(_ names: String..., change: (inout WordsChange) -> Void) throws -> Int64 {
    var wanted = WordsChange()
    change(&wanted)
    let (index, same) = (try index(), wanted)
    let act = try NotesWriter(index).write(
      { reader in
        try names.map { try #require(try reader.photoID(at: FilePath(library.file($0)))) }
      }, by: "ada"
    ) { _ in same }
    return try #require(act).number
  }

  /// What the index shows in words of a photo.
  func words(of name: String) throws -> PhotoWords { try #require(try photo(name)).facts.words }

  /// A photo in the index; nil if the index does not have it.
  func photo(_ name: String) throws -> PhotoRecord? {
    try index().read { reader in
      try reader.photoID(at: FilePath(library.file(name))).flatMap { try reader.photo($0) }
    }
  }

  func place(of name: String) throws -> Place? { try photo(name)?.place }

  /// Edits a file with exiftool; it keeps its time.
  func edit(_ name: String, _ changes: String...) throws {
    let edited = try Program.run(
      "exiftool", ["-overwrite_original", "-q"] + changes + [library.file(name)])
    #expect(edited.code == 0, "\(edited.messages)")
  }

  /// Removes the position from a file.
  func removePosition(_ name: String) throws { try edit(name, "-gps:all=") }

  func latitude(of name: String) throws -> Double? {
    try photo(name)?.place.location?.coordinate.latitude
  }

  /// Changes a table of the index, or of the file beside it with this ending.
  func sql(_ statements: String, in ending: String = "") throws {
    let outcome = try Program.run("sqlite3", ["-bail", library.database + ending, statements])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }
}
