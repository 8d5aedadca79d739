import Geography
import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("The items of a HEIC file")
struct PictureItemsTests {
  private typealias Fixture = ContainerFixture

  private struct Item {
    var id: Int
    var content: [UInt8]
    var describes: Int?
  }

  private static func exif(_ latitude: UInt32) -> [UInt8] {
    let gps: [(UInt16, ExifFixture.Value)] = [
      (1, .ascii("N")), (2, .rational([(latitude, UInt32(1))])), (3, .ascii("E")),
      (4, .rational([(9, 1)])),
    ]
    return [0, 0, 0, 0] + ExifFixture(gps: gps).tiff
  }

  /// A file with these Exif items, its `meta` box at the beginning or at the end.
  private static func file(
    _ items: [Item], metaIsLast: Bool = false, brand: String = "heic", properties: [UInt8] = []
  ) -> [UInt8] {
    let type = Fixture.box("ftyp", "\(brand)\0\0\0\0mif1".utf8)
    let content = Fixture.box("mdat", items.flatMap(\.content))
    func meta(at start: Int) -> [UInt8] {
      var locations = [0, 0, 0, 0, 0x44, 0] + Fixture.big(items.count, 2)
      var offset = start + 8
      for item in items {
        locations += Fixture.big(item.id, 2) + Fixture.big(0, 2) + Fixture.big(1, 2)
        locations += Fixture.big(offset, 4) + Fixture.big(item.content.count, 4)
        offset += item.content.count
      }
      let names = items.map { item in
        Fixture.box("infe", [2, 0, 0, 0] + Fixture.big(item.id, 2) + [0, 0] + "Exif\0".utf8)
      }
      let references = items.compactMap { item in
        item.describes.map { target in
          Fixture.box(
            "cdsc", Fixture.big(item.id, 2) + Fixture.big(1, 2) + Fixture.big(target, 2))
        }
      }
      return Fixture.box(
        "meta",
        Fixture.big(0, 4) + Fixture.box("pitm", Fixture.big(0, 4) + Fixture.big(1, 2))
          + Fixture.box("iinf", Fixture.big(0, 4) + Fixture.big(items.count, 2) + names.joined())
          + Fixture.box("iref", Fixture.big(0, 4) + references.joined()) + properties
          + Fixture.box("iloc", locations))
    }
    if metaIsLast { return type + content + meta(at: type.count) }
    return type + meta(at: type.count + meta(at: 0).count) + content
  }

  @Test(
    "are used if they describe the main picture, wherever they are", arguments: [false, true])
  func describing(metaIsLast: Bool) {
    let items = [
      Item(id: 7, content: Self.exif(10), describes: 3), Item(id: 8, content: Self.exif(20)),
      Item(id: 9, content: Self.exif(30), describes: 1),
    ]
    let facts = read(Self.file(items, metaIsLast: metaIsLast))
    #expect(facts.place.location?.coordinate.latitude == 30)
    let first = read(Self.file([items[1], items[0]], metaIsLast: metaIsLast))
    #expect(first.place.location?.coordinate.latitude == 20)
  }

  @Test("without a place do not hide one that has it")
  func second() {
    let items = [
      Item(id: 2, content: [1, 2, 3, 4, 5, 6, 7, 8, 9]), Item(id: 3, content: Self.exif(5)),
    ]
    #expect(read(Self.file(items)).place.location?.coordinate.latitude == 5)
  }

  @Test(
    "are read under every brand of pictures",
    arguments: ["heic", "heix", "hevc", "mif1", "msf1", "avif", "MiHE", "unif"])
  func brands(brand: String) {
    let facts = read(Self.file([Item(id: 2, content: Self.exif(5))], brand: brand))
    #expect(facts.place.location?.coordinate.latitude == 5)
    #expect(facts.format?.kind == .image)
  }

  @Test("of a sequence without a still picture yield to its movie")
  func sequence() {
    let movie = MovieFixture(
      seconds: 3_700_000_000, userData: MovieFixture.text("xyz", "+48.8584+002.2945/"),
      brand: "hevc")
    let facts = read(movie.file)
    #expect(facts.format == .heic)
    #expect(facts.place.location?.coordinate.longitude == 2.2945)
    #expect(facts.storedSize == PixelSize(width: 1920, height: 1080))
  }

  @Test("have the size of the visible part")
  func crop() {
    func properties(_ clap: [Int]) -> [UInt8] {
      let size = Fixture.box("ispe", Fixture.big(0, 4) + Fixture.big(26, 4) + Fixture.big(18, 4))
      let part = Fixture.box("clap", clap.flatMap { Fixture.big($0, 4) })
      return Fixture.box(
        "iprp",
        Fixture.box("ipco", size + part)
          + Fixture.box(
            "ipma", Fixture.big(0, 4) + Fixture.big(1, 4) + Fixture.big(1, 2) + [2, 1, 2]))
    }
    for (clap, size) in [
      ([25, 1, 34, 2, 0, 1, 0, 1], PixelSize(width: 25, height: 17)),
      ([27, 1, 17, 1, 0, 1, 0, 1], PixelSize(width: 26, height: 18)),
      ([25, 0, 17, 1, 0, 1, 0, 1], PixelSize(width: 26, height: 18)),
      ([25], .init(width: 26, height: 18)),
    ] {
      #expect(read(Self.file([], properties: properties(clap))).storedSize == size)
    }
  }

  @Test("of zero bytes do not cause an endless loop")
  func emptyPieces() {
    let names = Fixture.box(
      "iinf",
      Fixture.big(0, 4) + Fixture.big(1, 2)
        + Fixture.box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + "Exif\0".utf8))
    // 4,096 items, each with 65,535 extents whose fields have no bytes.
    let entry = Fixture.big(2, 2) + Fixture.big(0, 2) + Fixture.big(0, 2) + Fixture.big(65_535, 2)
    let locations = Fixture.box(
      "iloc", [1, 0, 0, 0, 0, 0] + Fixture.big(4096, 2) + (0..<4096).flatMap { _ in entry })
    let bytes =
      Fixture.box("ftyp", "heic\0\0\0\0mif1".utf8)
      + Fixture.box("meta", Fixture.big(0, 4) + names + locations)
    #expect(processorSeconds { _ = read(bytes) } < 1)
  }
}
