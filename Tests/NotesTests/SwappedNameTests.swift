import Foundation
import Geography
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Photos of one date that exchange their names keep their own places.
@Suite struct SwappedNameTests {
  private let library: Library
  private let names = ["a.jpg", "b.jpg", "c.jpg"]
  private let contents: [String: Data]

  /// Photos without positions that were taken at the same time, such as scans.
  init() throws {
    library = try Library()
    for name in names {
      try library.add(name)
      let outcome = try Program.run(
        "exiftool",
        ["-q", "-overwrite_original", "-gps:all=", "-Artist=\(name)", library.file(name)])
      #expect(outcome.code == 0, "\(outcome.messages)")
    }
    let folder = library.root
    contents = try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      })
    try scan()
  }

  private func index() throws -> PhotoIndex {
    try PhotoIndex(path: FilePath(library.database), access: .writing)
  }

  private func scan(full: Bool = false) throws {
    var options = ScanOptions()
    options.readsUnchanged = full
    let index = try index()
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    #expect(try index.integrityProblems().isEmpty)
  }

  @discardableResult
  private func put(_ name: String, at latitude: Double) throws -> Int64 {
    let index = try index()
    let id = try #require(try index.read { try $0.photoID(at: FilePath(library.file(name))) })
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: 10))
    let wanted = PhotoPlacer.Wanted(id: id, location: Location(coordinate, source: .manual))
    return try #require(try PhotoPlacer(index).place([wanted], by: "ada")).number
  }

  /// The latitude of each photo, by the name that it had first.
  private func latitudes() throws -> [String: Double] {
    let found = try names.compactMap { name -> (String, Double)? in
      let file = library.file(name)
      guard let content = try? Data(contentsOf: URL(fileURLWithPath: file)) else { return nil }
      let first = try #require(contents.first { $0.value == content }?.key)
      let place = try index().read { reader in
        try reader.photoID(at: FilePath(file)).flatMap { try reader.photo($0)?.place }
      }
      return place?.location.map { (first, $0.coordinate.latitude) }
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// Gives each file the name of the next one.
  private func rotate(_ names: [String]) throws {
    try library.move(names[0], to: "aside")
    for (name, next) in zip(names.dropFirst(), names) { try library.move(name, to: next) }
    try library.move("aside", to: names[names.count - 1])
  }

  @Test(arguments: [2, 3]) func placedPhotosKeepTheirPlaces(count: Int) throws {
    let swapped = Array(names.prefix(count))
    for (number, name) in swapped.enumerated() { try put(name, at: Double(number + 1) * 10) }
    let placed = try latitudes()
    #expect(placed.count == count)
    for _ in 0..<count {
      try rotate(swapped)
      try scan()
      #expect(try latitudes() == placed)
      try scan(full: true)
      #expect(try latitudes() == placed)
    }
  }

  @Test func anotherPhotoUnderTheNameOfAPlacedOneIsNotPlaced() throws {
    let act = try put("a.jpg", at: 10)
    try rotate(["a.jpg", "b.jpg"])
    try scan()
    try scan(full: true)
    #expect(try latitudes() == ["a.jpg": 10])
    // Its act is about the photo alone, wherever it is.
    #expect(try PhotoPlacer(index()).undo(act, by: "ada") == 1)
    #expect(try latitudes().isEmpty)
    try put("b.jpg", at: 20)
    try scan(full: true)
    #expect(try latitudes() == ["a.jpg": 20])
  }

  @Test func aPhotoThatTakesTheNameOfADeletedOneIsNotPlaced() throws {
    try put("a.jpg", at: 10)
    try library.remove("a.jpg")
    try library.move("b.jpg", to: "a.jpg")
    try scan()
    try scan(full: true)
    #expect(try latitudes().isEmpty)
  }

  @Test func wrongAliasesOfEarlierVersionsAreIgnored() throws {
    try put("a.jpg", at: 10)
    let second = try put("b.jpg", at: 20)
    let notes = library.database + ".notes"
    // Photo a was given the content of photo b, and photo b that of photo a.
    let wrong = """
      INSERT INTO alias (placement, fingerprint, size)
      SELECT mine.id, other.fingerprint, other.size FROM placement AS mine JOIN placement AS other
      ON mine.id <> other.id
      """
    let outcome = try Program.run("sqlite3", [notes, wrong])
    #expect(outcome.code == 0, "\(outcome.messages)")
    try scan(full: true)
    #expect(try latitudes() == ["a.jpg": 10, "b.jpg": 20])
    #expect(try PhotoPlacer(index()).undo(second, by: "ada") == 1)
    #expect(try latitudes() == ["a.jpg": 10])
  }

  @Test func anActIsUndoneForAPhotoWhereverItsFileIs() throws {
    let act = try put("a.jpg", at: 10)
    try library.move("a.jpg", to: "sub/d.jpg")
    try scan()
    let undo = ["place", "--db", library.database, "--undo", "\(act)"]
    // Another photo has the former name.
    try library.move("b.jpg", to: "a.jpg")
    try scan()
    #expect(try Program.run(undo + [library.file("a.jpg")]).code == 1)
    #expect(try Program.run(undo + [library.file("sub/d.jpg")]).code == 0)
    let place = try index().read { reader in
      try reader.photoID(at: FilePath(library.file("sub/d.jpg"))).flatMap {
        try reader.photo($0)?.place
      }
    }
    #expect(place?.reason == .noGPS)
  }
}
