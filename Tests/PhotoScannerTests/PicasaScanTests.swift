import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// How a scan follows the file in which Picasa describes the photos of a folder.
@Suite struct PicasaScanTests {
  private let scanned: ScannedLibrary
  private var library: Library { scanned.library }

  init() throws { scanned = try ScannedLibrary() }

  private func write(_ text: String, as name: String = ".picasa.ini") throws {
    try library.write(name, Data(text.utf8))
  }

  private func words(_ name: String) throws -> PhotoWords {
    let id = try #require(try scanned.ids()[name])
    return try #require(try scanned.index.read { try $0.photo(id) }).facts.words
  }

  private static let contacts = "[Contacts2]\n1f=Ada Lindqvist;;\n2f=Mateus Rocha;;\n"

  @Test func onlyPhotosWhoseSectionsHaveChangedAreReadAgain() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      try library.add(name, as: "2024-japan/mount-fuji.jpg")
    }
    try write(Self.contacts + "[a.jpg]\nfaces=rect64(1),1f\n[b.jpg]\nfaces=rect64(1),2f\n")
    #expect(try scanned.scan().added == 3)
    #expect(try words("a.jpg").people == ["Ada Lindqvist"])
    #expect(try words("c.jpg").people.isEmpty)
    #expect(try scanned.scan().unchanged == 3)

    try write(Self.contacts + "[a.jpg]\nfaces=rect64(1),1f\n[b.jpg]\nstar=yes\n")
    let starred = try scanned.scan()
    #expect(starred.updated == 1)
    #expect(starred.unchanged == 2)
    #expect(try words("b.jpg").isFavourite == true)
    #expect(try words("b.jpg").people.isEmpty)

    // A contact that gets another name changes the photos with its face.
    try write(
      Self.contacts.replacing("Lindqvist", with: "Rocha")
        + "[a.jpg]\nfaces=rect64(1),1f\n[b.jpg]\nstar=yes\n")
    #expect(try scanned.scan().updated == 1)
    #expect(try words("a.jpg").people == ["Ada Rocha"])

    try library.remove(".picasa.ini")
    #expect(try scanned.scan().updated == 2)
    #expect(try words("a.jpg").isEmpty || words("a.jpg").people.isEmpty)
  }

  @Test func anExcludedFileIsNotRead() throws {
    try library.add("a.jpg", as: "2024-japan/mount-fuji.jpg")
    try write("[a.jpg]\nstar=yes")
    try scanned.scan { $0.exclude = [Glob(".picasa.ini")] }
    #expect(try words("a.jpg").isFavourite == nil)
    try scanned.scan { $0.exclude = [] }
    #expect(try words("a.jpg").isFavourite == true)
  }

  @Test func aSectionIsThatOfTheFileWithExactlyItsName() throws {
    for name in ["a.jpg", "A.JPG", "b.JPG"] {
      try library.add(name, as: "2024-japan/mount-fuji.jpg")
    }
    try write("[a.jpg]\nstar=yes\n[B.jpg]\nstar=yes\n", as: "Picasa.ini")
    try scanned.scan()
    #expect(try words("a.jpg").isFavourite == true)
    #expect(try words("A.JPG").isFavourite == nil)
    #expect(try words("b.JPG").isFavourite == true)
  }

  @Test func aFileThatCannotBeReadIsARemarkOfEachPhoto() throws {
    try library.add("a.jpg", as: "2024-japan/mount-fuji.jpg")
    try write("")
    let path = URL(fileURLWithPath: library.root + "/.picasa.ini")
    try FileHandle(forWritingTo: path).truncate(atOffset: 9 << 20)
    try scanned.scan()
    let query = "SELECT remarks FROM photo WHERE name = 'a.jpg'"
    let remarks = try Program.run("sqlite3", [library.database, query]).output
    #expect(remarks == ".picasa.ini cannot be read: it is too large (9437184 bytes)\n")
  }

  @Test func aWatcherNoticesAStar() throws {
    for name in ["a.jpg", "b.jpg"] { try library.add(name, as: "2024-japan/mount-fuji.jpg") }
    try write("[a.jpg]\ncaption=Snow\n[b.jpg]\ncaption=Cloud\n")
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["a.jpg", "b.jpg"]))
    try write("[a.jpg]\ncaption=Snow\nstar=yes\n[b.jpg]\ncaption=Cloud\n")
    func favourites() -> [String] {
      let photos = (try? watched.index.read { reader in try reader.photos(1...10) }) ?? []
      return photos.filter { $0.facts.words.isFavourite == true }.map(\.path.description)
    }
    #expect(eventually { favourites() == ["a.jpg"] })
  }
}
