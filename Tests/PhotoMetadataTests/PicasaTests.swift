import Foundation
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// What Picasa has written about the photos of a folder.
@Suite struct PicasaTests {
  private let photos: TemporaryPhotos

  init() throws { photos = try TemporaryPhotos() }

  private static let example = """
    [encoding]
    utf8=1
    [Picasa]
    name=Summer
    star=yes
    [Contacts]
    d10a8325c557b085=joedoe_lh,cb989580bc43a91
    [Contacts2]
    8e62398ebda8c1a5=Ada Lindqvist;;
    04ca592f8868c2=森 健二;kenji@example.org;
    [a.jpg]
    star=yes
    caption=By the lake = at last
    keywords=lake,boat, Grüße ,lake,
    faces=rect64(3f845bcb59418507),8e62398ebda8c1a5;rect64(5bf05d4f9bcfad1),4ca592f8868c2;rect64(1),ffffffffffffffff;rect64(2),d10a8325c557b085;
    backuphash=23764
    [b[1].jpg]
    rotate=rotate(1)
    filters=enhance=1;crop64=1,45930000ba03defe;
    [c.jpg]
    faces=rect64(3f845bcb59418507),8E62398EBDA8C1A5
    [.album:65d12673f3b51e3f]
    name=Best of
    """

  private func words(_ document: some Sequence<UInt8>, of photo: String = "a.jpg") -> PhotoWords? {
    PicasaDocument(Array(document), name: Array(".picasa.ini".utf8)).entry(of: Array(photo.utf8))?
      .words
  }

  @Test func starsCaptionsKeywordsAndTheNamesOfFacesAreRead() throws {
    let words = try #require(self.words(Self.example.utf8))
    #expect(words.isFavourite == true)
    #expect(words.caption == "By the lake = at last")
    #expect(words.keywords == ["lake", "boat", "Grüße"])
    // Zeros at the beginning of an id may be missing; an id without a name is none.
    #expect(words.people == ["Ada Lindqvist", "森 健二"])
    #expect(self.words(Self.example.utf8, of: "c.jpg")?.people == ["Ada Lindqvist"])
  }

  @Test func aSectionWithoutWordsSaysNothing() {
    #expect(words(Self.example.utf8, of: "b[1].jpg") == nil)
    #expect(words(Self.example.utf8, of: "d.jpg") == nil)
    #expect(words(Self.example.utf8, of: "Picasa")?.people == [])
    #expect(words("[b[1].jpg]\nstar=yes".utf8, of: "b[1].jpg")?.isFavourite == true)
    #expect(words("[a.jpg]\nstar=no\ncaption=\nkeywords=,\n".utf8) == nil)
  }

  @Test func sectionsAreFoundWhateverTheirCaseEncodingAndAccents() throws {
    #expect(words("[A.JPG]\r\nSTAR=yes\r\n".utf8)?.isFavourite == true)
    #expect(words("\u{FEFF}[a.jpg]\nstar=yes".utf8)?.isFavourite == true)
    #expect(words("[Cafe\u{301}.jpg]\nstar=yes".utf8, of: "CAFÉ.jpg")?.isFavourite == true)
    // Windows-1252, of a photo whose name is UTF-8 now.
    let old = Array("[caf".utf8) + [0xE9] + Array(".jpg]\ncaption=".utf8) + [0x93, 0xE9, 0x94]
    #expect(words(old, of: "café.jpg")?.caption == "“é”")
    let wide = "[a.jpg]\r\ncaption=東京\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(words([0xFF, 0xFE] + wide)?.caption == "東京")
  }

  @Test func namesThatDifferInCaseAreTheirOwnPhotos() {
    let document = PicasaDocument(
      Array("[a.jpg]\ncaption=lower\n[A.JPG]\ncaption=upper\n[B.jpg]\ncaption=b".utf8), name: [])
    func caption(_ name: String, others: Set<[UInt8]> = []) -> String? {
      document.entry(of: Array(name.utf8), others: others)?.words.caption
    }
    #expect(caption("a.jpg") == "lower")
    #expect(caption("A.JPG") == "upper")
    #expect(caption("b.JPG") == "b")
    #expect(caption("b.JPG", others: [Array("B.jpg".utf8)]) == nil)
  }

  @Test func theMarkChangesWithWhatIsSaidAboutThePhotoAlone() throws {
    func mark(_ document: String) -> UInt64? {
      PicasaDocument(Array(document.utf8), name: []).entry(of: Array("a.jpg".utf8))?.mark
    }
    let first = try #require(mark(Self.example))
    #expect(mark(Self.example + "\n[e.jpg]\nstar=yes") == first)
    #expect(mark(Self.example.replacing("backuphash=23764", with: "")) == first)
    #expect(mark(Self.example.replacing("Ada Lindqvist", with: "Ada Rocha")) != first)
    #expect(mark(Self.example.replacing("lake,boat", with: "lakeboat")) != first)
    #expect(mark(Self.example.replacing("star=yes\ncaption", with: "caption")) != first)
  }

  /// Also what the file and a document of Takeout say counts first.
  @Test func aPhotoIsCompletedByWhatPicasaSays() throws {
    try photos.write(JPEGFixture.plain, as: "a.jpg")
    try photos.write(Array(Self.example.utf8), as: ".picasa.ini")
    let path = FilePath(photos.folder.file("a.jpg"))
    let keywords = try Program.run(
      "exiftool", ["-XMP-dc:Subject=sea", "-overwrite_original", "-q", path.description])
    try #require(keywords.code == 0)
    let takeout = """
      {"title":"a.jpg","people":[{"name":"Grace"}],"photoTakenTime":{"timestamp":"1714557600"}}
      """
    try photos.write(Array(takeout.utf8), as: "a.jpg.json")
    let names = ["a.jpg", ".picasa.ini", "a.jpg.json"].map { Array($0.utf8) }
    let companions = CompanionFinder(names).companions(of: names[0])
    #expect(companions.map(\.kind) == [.takeout, .picasa])
    var reader = PhotoReader()
    let inspection = reader.inspect(at: path, companions: companions)
    #expect(inspection.facts.words.keywords == ["sea"])
    #expect(inspection.facts.words.people == ["Grace"])
    #expect(inspection.facts.words.caption == "By the lake = at last")
    #expect(inspection.facts.words.isFavourite == true)
    let picasa = inspection.words.filter { $0.block == ".picasa.ini" }.map(\.property)
    #expect(Set(picasa) == [.caption, .keywords, .people, .favourite])
  }

  @Test func theHiddenFileCountsBeforeThatOfTheFirstVersions() throws {
    let names = ["Picasa.ini", ".picasa.ini", ".PICASA.INI", "mypicasa.ini"].map { Array($0.utf8) }
    let found = CompanionFinder(names).companions(of: Array("a.jpg".utf8))
    #expect(found.map(\.name) == [names[1], names[0]])
  }

  @Test func aFileThatIsTooLargeIsRefusedByName() throws {
    try photos.write(JPEGFixture.plain, as: "a.jpg")
    let handle = try FileHandle(
      forWritingTo: try {
        try photos.write([], as: ".picasa.ini")
        return URL(fileURLWithPath: photos.folder.file(".picasa.ini"))
      }())
    try handle.truncate(atOffset: UInt64(PicasaDocument.longestDocument + 1))
    var reader = PhotoReader()
    let facts = reader.facts(
      at: FilePath(photos.folder.file("a.jpg")),
      companions: [Companion(.picasa, name: Array(".picasa.ini".utf8))])
    #expect(facts.remarks == [".picasa.ini cannot be read: it is too large (8388609 bytes)"])
  }

  @Test func cutAtAnyByteItSaysAtMostTheBeginning() {
    let bytes = Array(Self.example.utf8)
    for count in 0..<bytes.count {
      guard let words = self.words(bytes.prefix(count)) else { continue }
      #expect(words.people.count <= 2)
      // A keyword may be cut, and then differs from its repetition.
      #expect(words.keywords.count <= 4)
      #expect("By the lake = at last".hasPrefix(words.caption ?? ""))
    }
  }

  @Test func hostileDocumentsAreBoundedAndTakeLinearTime() throws {
    let many = (0..<10_000).map { "[\($0).jpg]\nkeywords=k\($0)\nfaces=rect64(1),\($0 % 10)" }
    let contacts = "[Contacts2]\n" + (0..<10).map { "\($0)=Person \($0);;\n" }.joined()
    let list = (0..<500_000).map { "\($0)" }.joined(separator: ",")
    let alike = (0..<20_000).map { number in
      "[" + String((0..<20).map { number >> $0 & 1 == 0 ? "a" : "A" }) + "]\nstar=yes"
    }
    let caption = String(repeating: "é", count: 1_000_000)
    let start = ContinuousClock.now
    let large = PicasaDocument(
      Array((many.joined(separator: "\n") + "\n" + contacts).utf8), name: [])
    for number in 0..<10_000 {
      let words = large.entry(of: Array("\(number).jpg".utf8))?.words
      #expect(words?.people == ["Person \(number % 10)"])
      #expect(words?.keywords == ["k\(number)"])
    }
    #expect(words("[a.jpg]\nkeywords=\(list)".utf8)?.keywords.count == PhotoWords.mostNames)
    #expect(words("[a.jpg]\nfaces=\(list.replacing(",", with: ";x,"))".utf8) == nil)
    #expect(words(alike.joined(separator: "\n").utf8, of: String(repeating: "a", count: 20)) != nil)
    let cut = try #require(self.words("[a.jpg]\ncaption=\(caption)".utf8)?.caption)
    #expect(cut.utf8.count == 8_192)
    #expect(cut.allSatisfy { $0 == "é" })
    #expect(words("[a.jpg]\ncaption=a\u{1B}[2Jb\u{0}".utf8)?.caption == "a\u{FFFD}[2Jb")
    for text in ["[", "[a.jpg", "=", "[]\nstar=yes", "[a.jpg]\nfaces=;;,,;\nkeywords=,,,", "\r\r"] {
      #expect(words(text.utf8) == nil)
    }
    _ = words(Array(repeating: UInt8(ascii: "["), count: PicasaDocument.longestDocument))
    _ = words(Array(repeating: UInt8(ascii: "\n"), count: PicasaDocument.longestDocument))
    #expect(start.duration(to: .now) < .seconds(60))
  }
}
