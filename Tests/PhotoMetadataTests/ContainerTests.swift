import Compression
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("Every format")
struct ContainerTests {
  private static let exif = ExifFixture(
    image: [(0x010F, .ascii("ACME"))], exif: [(0x9003, .ascii("2024:05:01 12:00:00"))],
    gps: ExifFixture.paris)
  private static let xmp = XMPFixture.position(
    "47,30", "10,45", "exif:GPSLatitudeRef='S' exif:GPSLongitudeRef='W'")

  @Test("gives what its Exif block says, and its size", arguments: ContainerFixture.withExif)
  func exif(format: ContainerFixture) {
    let facts = read(format.file(exif: Self.exif, xmp: Self.xmp))
    #expect(facts.place.location?.coordinate.latitudeE7 == 488_581_944, "\(facts.place)")
    #expect(facts.place.location?.source == .exif)
    #expect(facts.camera.make == "ACME")
    #expect(facts.time?.localMilliseconds == 1_714_564_800_000)
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    #expect(facts.remarks.isEmpty, "\(facts.remarks)")
  }

  @Test("gives what its XMP packet says", arguments: ContainerFixture.withXMP)
  func xmp(format: ContainerFixture) {
    let facts = read(format.file(xmp: Self.xmp))
    #expect(facts.place.location?.coordinate.latitude == -47.5)
    #expect(facts.place.location?.source == .xmp)
  }

  @Test("without either says that there is no position", arguments: ContainerFixture.allCases)
  func nothing(format: ContainerFixture) {
    let facts = read(format.file())
    #expect(facts.refusal?.hasPrefix("no-gps") == true)
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    #expect(facts.remarks.isEmpty)
  }

  @Test(
    "cut short at any byte gives the true place or a reason", arguments: ContainerFixture.allCases)
  func cutAnywhere(format: ContainerFixture) {
    let holdsExif = ContainerFixture.withExif.contains(format)
    let holdsXMP = ContainerFixture.withXMP.contains(format)
    for bytes in (holdsExif ? [format.file(exif: Self.exif)] : [])
      + (holdsXMP ? [format.file(xmp: Self.xmp)] : [])
    {
      let truth = read(bytes).place.location?.coordinate
      #expect(truth != nil)
      for length in 0..<bytes.count {
        let place = read(Array(bytes.prefix(length))).place
        if let coordinate = place.location?.coordinate { #expect(coordinate == truth) }
      }
    }
  }

  @Test("mutated at random is always answered", arguments: ContainerFixture.allCases)
  func mutated(format: ContainerFixture) {
    var random = SeededRandom(seed: 11)
    let original = format.file(exif: Self.exif, xmp: Self.xmp)
    var reader = PhotoReader()
    let elapsed = processorSeconds {
      for _ in 0..<500 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<8, using: &random) {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          bytes[at] =
            [0, 1, 8, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        if let coordinate = reader.facts(bytes: bytes).place.location?.coordinate {
          #expect(abs(coordinate.latitude) <= 90)
          #expect(abs(coordinate.longitude) <= 180)
        }
      }
    }
    #expect(elapsed < 20)
  }

  @Test("reads the same through a descriptor as from memory", arguments: ContainerFixture.allCases)
  func descriptor(format: ContainerFixture) throws {
    let photos = try TemporaryPhotos()
    let bytes = format.file(exif: Self.exif, xmp: Self.xmp)
    var reader = PhotoReader()
    #expect(reader.facts(at: try photos.write(bytes, as: "photo.jpg")) == read(bytes))
    var inspector = PhotoReader()
    #expect(inspector.inspect(at: photos.path("photo.jpg")).facts == read(bytes))
  }

  @Test("a PNG keeps its profiles behind thousands of chunks of pixels")
  func manyChunks() throws {
    let chunk = ContainerFixture.chunk("IDAT", [UInt8](repeating: 0, count: 8192))
    var pixels: [UInt8] = []
    for _ in 0..<3000 { pixels += chunk }
    let last = ContainerFixture.chunk("IDAT", [1, 2, 3])
    let exif = ContainerFixture.chunk("eXIf", Self.exif.tiff)
    let photos = try TemporaryPhotos()
    let path = try photos.write(ContainerFixture.png(nil, pixels + last + exif), as: "a.png")
    var reader = PhotoReader()
    #expect(reader.facts(at: path).place.location != nil)
  }

  @Test(
    "of boxes with impossible lengths ends",
    arguments: [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 7], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func boxLengths(length: [UInt8]) {
    let type = ContainerFixture.box("ftyp", "heic\0\0\0\0".utf8)
    let huge: [UInt8] = Array(repeating: 0xFF, count: 8)
    for name in ["meta", "mdat", "iinf", "moov"] {
      #expect(read(type + length + name.utf8 + huge).place.location == nil)
    }
    let free = ContainerFixture.box("free", [])
    var many: [UInt8] = []
    for _ in 0..<100_000 { many += free }
    #expect(processorSeconds { _ = read(type + many) } < 1)
  }

  @Test("a packed text that would fill the memory is refused")
  func bomb() {
    // A zlib stream whose one block is a run of zeros a thousand times its own length.
    let run = [UInt8](repeating: 0, count: 2000)
    let text = Array("Raw profile type exif\0\0".utf8) + [0x78, 0xDA, 0xED] + run
    let facts = read(ContainerFixture.png(ContainerFixture.chunk("zTXt", text), nil))
    #expect(facts.remarks == ["the text “Raw profile type exif” cannot be unpacked"])
  }

  @Test("the size of a raw file is that of its largest picture")
  func raw() {
    let small = ExifFixture(image: [
      (256, .short([160])), (257, .short([120])), (0x010F, .ascii("NIKON CORPORATION")),
      (0x014A, .long([600])),
    ])
    var bytes = small.tiff
    bytes += [UInt8](repeating: 0, count: 600 - bytes.count)
    bytes += [2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 0x60, 0x18, 0, 0]
    bytes += [1, 1, 3, 0, 1, 0, 0, 0, 0x40, 0x10, 0, 0, 0, 0, 0, 0]
    let facts = read(bytes)
    #expect(facts.format == .nef)
    #expect(facts.storedSize == PixelSize(width: 6240, height: 4160))
  }

  @Test("the size of a raw file of Panasonic is that between its edges")
  func panasonic() {
    let edges: [(UInt16, ExifFixture.Value)] = [
      (4, .short([6])), (5, .short([8])), (6, .short([22])), (7, .short([32])),
    ]
    let bytes = Array("IIU\0".utf8) + ExifFixture(image: edges).tiff.dropFirst(4)
    #expect(read(bytes).storedSize == PixelSize(width: 24, height: 16))
  }

  @Test("Olympus and Panasonic raw files are read in spite of their own magic")
  func ownMagic() {
    for (magic, format) in [("IIRO", MediaFormat.orf), ("IIRS", .orf), ("IIU\0", .rw2)] {
      let facts = read(Array(magic.utf8) + Self.exif.tiff.dropFirst(4))
      #expect(facts.format == format)
      #expect(facts.place.location != nil)
    }
  }

  @Test("Brotli in JPEG XL that is damaged is the reason")
  func brotli() {
    var bytes = ContainerFixture.jpegXL.file()
    let start = bytes.count
    bytes += ContainerFixture.box("brob", Array("Exif".utf8) + [1, 2, 3])
    #expect(
      read(bytes).refusal
        == "no-gps: the metadata compressed with Brotli at byte \(start) cannot be unpacked")
  }

  @Test("Brotli that would fill the memory is refused")
  func brotliBomb() {
    // Four megabytes and one byte: pieces of 64 KB, stored uncompressed.
    var stream: [UInt8] = []
    for index in 0...64 {
      let part = [UInt8](repeating: 65, count: index == 64 ? 1 : 65_536)
      // Only the first piece is preceded by the window size.
      let head = (part.count - 1) << (index == 0 ? 4 : 3) | 1 << (index == 0 ? 20 : 19)
      stream += ContainerFixture.little(head, 3) + part
    }
    #expect(unbrotlied((stream + [3])[...], atMost: 5 << 20)?.count == 4 << 20 | 1)
    #expect(unbrotlied((stream + [3])[...], atMost: 4 << 20) == nil)
    #expect(unbrotlied(stream[...], atMost: 5 << 20) == nil)
  }
}
