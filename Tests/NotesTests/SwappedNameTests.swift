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
  private let noted: NotedLibrary
  private var library: Library { noted.library }
  private let names = ["a.jpg", "b.jpg", "c.jpg"]
  private let contents: [String: Data]

  /// Photos without positions that were taken at the same time, such as scans.
  init() throws {
    noted = try NotedLibrary()
    let library = noted.library
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
    try noted.scan()
  }

  /// The latitude of each photo, by the name that it had first.
  private func latitudes() throws -> [String: Double] {
    let found = try names.compactMap { name -> (String, Double)? in
      let file = library.file(name)
      guard let content = try? Data(contentsOf: URL(fileURLWithPath: file)) else { return nil }
      let first = try #require(contents.first { $0.value == content }?.key)
      return try noted.latitude(of: name).map { (first, $0) }
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
    for (number, name) in swapped.enumerated() { try noted.put(name, at: Double(number + 1) * 10) }
    let placed = try latitudes()
    #expect(placed.count == count)
    for _ in 0..<count {
      try rotate(swapped)
      try noted.scan()
      #expect(try latitudes() == placed)
      try noted.scan { $0.readsUnchanged = true }
      #expect(try latitudes() == placed)
    }
  }

  @Test func anotherPhotoUnderTheNameOfAPlacedOneIsNotPlaced() throws {
    let act = try noted.put("a.jpg", at: 10)
    try rotate(["a.jpg", "b.jpg"])
    try noted.scan()
    try noted.scan { $0.readsUnchanged = true }
    #expect(try latitudes() == ["a.jpg": 10])
    // Its act is about the photo alone, wherever it is.
    #expect(try noted.undo(act) == 1)
    #expect(try latitudes().isEmpty)
    try noted.put("b.jpg", at: 20)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try latitudes() == ["a.jpg": 20])
  }

  @Test func aPhotoThatTakesTheNameOfADeletedOneIsNotPlaced() throws {
    try noted.put("a.jpg", at: 10)
    try library.remove("a.jpg")
    try library.move("b.jpg", to: "a.jpg")
    try noted.scan()
    try noted.scan { $0.readsUnchanged = true }
    #expect(try latitudes().isEmpty)
  }

  @Test func wrongAliasesOfEarlierVersionsAreIgnored() throws {
    try noted.put("a.jpg", at: 10)
    let second = try noted.put("b.jpg", at: 20)
    // Photo a was given the content of photo b, and photo b that of photo a.
    let wrong = """
      INSERT INTO alias (placement, fingerprint, size)
      SELECT mine.id, other.fingerprint, other.size FROM placement AS mine JOIN placement AS other
      ON mine.id <> other.id
      """
    try noted.sql(wrong, in: ".notes")
    try noted.scan { $0.readsUnchanged = true }
    #expect(try latitudes() == ["a.jpg": 10, "b.jpg": 20])
    #expect(try noted.undo(second) == 1)
    #expect(try latitudes() == ["a.jpg": 10])
  }

  @Test func anActIsUndoneForAPhotoWhereverItsFileIs() throws {
    let act = try noted.put("a.jpg", at: 10)
    try library.move("a.jpg", to: "sub/d.jpg")
    try noted.scan()
    let undo = ["place", "--db", library.database, "--undo", "\(act)"]
    // Another photo has the former name.
    try library.move("b.jpg", to: "a.jpg")
    try noted.scan()
    #expect(try Program.run(undo + [library.file("a.jpg")]).code == 1)
    #expect(try Program.run(undo + [library.file("sub/d.jpg")]).code == 0)
    #expect(try noted.photo("sub/d.jpg")?.place.reason == .noGPS)
  }
}
