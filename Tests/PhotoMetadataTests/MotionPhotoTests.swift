import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A photo with a film behind it")
struct MotionPhotoTests {
  private static let film = MovieFixture(
    seconds: 3_700_000_000, userData: MovieFixture.text("xyz", "+48.8584+002.2945/")
  ).file
  private static let xmlns = "xmlns:GCamera='http://ns.google.com/photos/1.0/camera/'"

  private static func older(_ offset: Int) -> String {
    XMPFixture.packet(
      attributes: "\(xmlns) GCamera:MicroVideo='1' GCamera:MicroVideoOffset='\(offset)'")
  }

  private static func newer(_ lengths: [Int], asElements: Bool = false) -> String {
    let items = lengths.map { length in
      asElements
        ? "<rdf:li rdf:parseType='Resource'><Container:Item rdf:parseType='Resource'>"
          + "<Item:Mime>video/mp4</Item:Mime><Item:Length>\(length)</Item:Length>"
          + "</Container:Item></rdf:li>"
        : "<rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='video/mp4' "
          + "Item:Semantic='MotionPhoto' Item:Length='\(length)'/></rdf:li>"
    }
    return XMPFixture.packet(
      attributes: "\(xmlns) GCamera:MotionPhoto='1'",
      elements: "<Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Mime='image/jpeg' "
        + "Item:Semantic='Primary' Item:Length='0'/></rdf:li>" + items.joined()
        + "</rdf:Seq></Container:Directory>")
  }

  private static let xmp = [
    older(film.count), newer([film.count]), newer([film.count], asElements: true),
    newer([99, film.count]), newer([film.count - 40, 40]),
  ]

  @Test("has the place of the video if it has none of its own", arguments: xmp)
  func place(packet: String) {
    let facts = read(XMPFixture.jpeg(packet) + Self.film)
    #expect(facts.place.location?.coordinate.longitude == 2.2945)
    #expect(facts.place.location?.source == .quicktime)
    #expect(facts.format == .jpeg)
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    #expect(facts.remarks == ["the place is from the video inside the photo"])
  }

  @Test("keeps its own place, and its end is not read")
  func ownPlace() throws {
    let packet = Self.older(Self.film.count)
    let gap = [UInt8](repeating: 0, count: 1_000_000)
    let bytes = XMPFixture.jpeg(packet, exif: ExifFixture(gps: ExifFixture.paris)) + gap + Self.film
    let photos = try TemporaryPhotos()
    var reader = PhotoReader()
    let facts = reader.facts(at: try photos.write(bytes, as: "a.jpg"))
    #expect(facts.place.location?.source == .exif)
    // The head, and the sample for the fingerprint.
    #expect(reader.bytesRead == FileWindow.headLength + FileWindow.shortestFetch)
  }

  @Test("has no place from a film that is not where the packet says")
  func wrongOffset() {
    for packet in [Self.older(Self.film.count - 1), Self.older(1 << 40), Self.newer([5, 7]), ""] {
      let facts = read(XMPFixture.jpeg(packet) + Self.film)
      #expect(facts.place.location == nil)
    }
    let huge = Self.newer([.max, .max, .max])
    #expect(read(XMPFixture.jpeg(huge) + Self.film).place.location == nil)
  }

  /// The trailer of Samsung's phones: parts, then a directory of them.
  private static func samsung(_ film: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ width: Int) -> [UInt8] {
      ContainerFixture.little(number, width)
    }
    func part(_ type: Int, _ name: String, _ content: [UInt8]) -> [UInt8] {
      little(0, 2) + little(type, 2) + little(name.utf8.count, 4) + name.utf8 + content
    }
    let first = part(0x0A01, "Image_UTC_Data", Array("1609348014634".utf8))
    let second = part(0x0A30, "MotionPhoto_Data", film)
    let entries =
      little(0, 2) + little(0x0A01, 2) + little(first.count + second.count, 4)
      + little(first.count, 4) + little(0, 2) + little(0x0A30, 2) + little(second.count, 4)
      + little(second.count, 4)
    let directory = Array("SEFH".utf8) + little(106, 4) + little(2, 4) + entries
    return first + second + directory + little(directory.count, 4) + "SEFT".utf8
  }

  @Test("of Samsung is found by the directory at its end")
  func samsung() {
    let photo = ExifFixture(image: [(0x010F, .ascii("samsung"))]).jpeg
    let bytes = photo + Self.samsung(Self.film)
    #expect(read(bytes).place.location?.coordinate.longitude == 2.2945)
    for length in photo.count..<bytes.count {
      #expect(read(Array(bytes.prefix(length))).place.location == nil)
    }
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      var mutated = bytes
      let at = Int.random(in: photo.count..<bytes.count, using: &random)
      mutated[at] = UInt8.random(in: 0...255, using: &random)
      if let coordinate = read(mutated).place.location?.coordinate {
        #expect(abs(coordinate.latitude) <= 90)
        #expect(abs(coordinate.longitude) <= 180)
      }
    }
  }

  @Test("of HEIC has the film in a box of its own")
  func heic() {
    let bytes = ContainerFixture.heic.file() + ContainerFixture.box("mpvd", Self.film)
    let facts = read(bytes)
    #expect(facts.place.location?.source == .quicktime)
    #expect(facts.storedSize == PixelSize(width: 24, height: 16))
    let own = ContainerFixture.heic.file(exif: ExifFixture(gps: ExifFixture.paris))
    #expect(read(own + ContainerFixture.box("mpvd", Self.film)).place.location?.source == .exif)
  }
}
