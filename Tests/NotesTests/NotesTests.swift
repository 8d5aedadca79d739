import Geography
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Notes survive a deletion of the index, and can be undone.
@Suite struct NotesTests {
  private let noted: NotedLibrary
  private var library: Library { noted.library }

  init() throws { noted = try NotedLibrary.withTwoPhotos() }

  @Test(arguments: ["bare.jpg", "located.jpg"])
  func aPlacedPhotoStaysPlacedWhateverIsScanned(name: String) throws {
    try noted.scan()
    let before = try noted.place(of: name)
    let here = try NotedLibrary.location(12, 34)
    let act = try noted.put(name, at: here)
    #expect(try noted.place(of: name) == .located(here))
    try noted.scan()
    #expect(try noted.place(of: name) == .located(here))
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.place(of: name) == .located(here))
    try library.move(name, to: "moved/\(name)")
    try noted.scan()
    #expect(try noted.place(of: "moved/\(name)") == .located(here))
    try noted.deleteIndex()
    try noted.scan()
    #expect(try noted.place(of: "moved/\(name)") == .located(here))
    #expect(try noted.undo(act) == 1)
    #expect(try noted.place(of: "moved/\(name)") == before)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.place(of: "moved/\(name)") == before)
    #expect(try noted.undo(act) == 0)
  }

  @Test func aPositionCanBeRemoved() throws {
    try noted.scan()
    let act = try noted.put("located.jpg", at: nil)
    #expect(try noted.place(of: "located.jpg")?.reason == .noGPS)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.place(of: "located.jpg")?.reason == .noGPS)
    _ = try noted.undo(act)
    #expect(try noted.place(of: "located.jpg")?.location?.source == .exif)
  }

  @Test func undoingTheLaterOfTwoActsShowsTheEarlierOne() throws {
    try noted.scan()
    let (one, two) = (try NotedLibrary.location(1, 1), try NotedLibrary.location(2, 2))
    let first = try noted.put("bare.jpg", at: one)
    let second = try noted.put("bare.jpg", at: two)
    #expect(try noted.place(of: "bare.jpg") == .located(two))
    _ = try noted.undo(second)
    #expect(try noted.place(of: "bare.jpg") == .located(one))
    _ = try noted.undo(first)
    #expect(try noted.place(of: "bare.jpg")?.reason == .noGPS)
  }

  @Test func theNewerStatementWins() throws {
    try noted.scan()
    let here = try NotedLibrary.location(12, 34)
    try noted.put("bare.jpg", at: here)
    // The file gains a position after the note was made.
    try library.add("bare.jpg")
    let taken = try noted.place(of: "located.jpg")
    try noted.scan()
    #expect(try noted.place(of: "bare.jpg") == taken)
    // A note about the position it has now is newer again.
    try noted.put("bare.jpg", at: here)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.place(of: "bare.jpg") == .located(here))
  }

  @Test func anotherPhotoUnderTheNameIsNotPlaced() throws {
    try noted.scan()
    try noted.put("bare.jpg", at: NotedLibrary.location(12, 34))
    try library.write("bare.jpg", NotedLibrary.bare("another"))
    try noted.scan()
    #expect(try noted.place(of: "bare.jpg")?.reason == .noGPS)
  }

  @Test func theListIsAppendOnly() throws {
    try noted.scan()
    try noted.put("bare.jpg", at: NotedLibrary.location(12, 34))
    for change in ["DELETE FROM act", "DELETE FROM placement", "UPDATE placement SET latitude = 0"]
    {
      let outcome = try Program.run("sqlite3", [library.database + ".notes", change])
      #expect(outcome.code != 0)
      #expect(outcome.messages.contains("acts stay"))
    }
  }

  @Test func randomActsUndosScansAndDeletedIndexesAgreeWithAPlainList() throws {
    var random = SeededRandom(seed: 21)
    let names = (0..<6).map { "\($0).jpg" }
    for name in names.dropLast(2) { try library.write(name, NotedLibrary.bare(name)) }
    try library.add(names[4])
    try library.write(names[5], NotedLibrary.bare("five"))
    try noted.scan()
    let original = try Dictionary(uniqueKeysWithValues: names.map { ($0, try noted.place(of: $0)) })
    var list: [(act: Int64, name: String, location: Location?)] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let name = try #require(names.randomElement(using: &random))
        let location =
          Bool.random(using: &random)
          ? try NotedLibrary.location(.random(in: -80...80, using: &random), 5) : nil
        // Copies of a photo share its notes, but no two of these have the same content.
        list.append((try noted.put(name, at: location), name, location))
      case 2:
        guard let act = list.randomElement(using: &random)?.act else { continue }
        #expect(try noted.undo(act) == 1)
        list.removeAll { $0.act == act }
      case 3: try noted.scan()
      case 4: try noted.scan { $0.readsUnchanged = true }
      default:
        try noted.deleteIndex()
        try noted.scan()
      }
      for name in names {
        let last = list.last { $0.name == name }
        let found = try noted.place(of: name)
        guard let last else {
          #expect(found == original[name], "\(name)")
          continue
        }
        #expect(found?.location == last.location, "\(name)")
      }
    }
  }
}
