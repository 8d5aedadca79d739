internal import PhotoFacts

/// PNG: chunks.
enum PNGFile {
  static let format = FileFormat(formats: [.png], read: read)

  /// The limit of profiles that are unpacked.
  ///
  /// A picture has one of each kind; a few compressed bytes can expand to a megabyte.
  private static let mostTexts = 16

  /// Reads a PNG file: its size, its Exif chunk, and the profiles in its texts.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    var chunks = PNGChunks()
    var packet: [UInt8]?
    var record: [UInt8]?
    var clock: ClockReading?
    var textsLeft = Self.mostTexts
    reader.exif.removeAll()
    facts.place = .unlocated(.noGPS, detail: nil)
    while let chunk = chunks.next(in: &reader.file) {
      if chunk.has("IHDR") {
        facts.storedSize = reader.file.size(at: chunk.payload)
      } else if chunk.has("eXIf") {
        reader.readExif(at: chunk.payload, count: chunk.count, into: &facts)
      } else if chunk.has("iTXt") || chunk.has("zTXt") || chunk.has("tEXt") {
        guard textsLeft > 0, isRead(chunk, &reader) else { continue }
        textsLeft -= 1
        readText(chunk, packet: &packet, record: &record, clock: &clock, into: &facts, &reader)
      }
    }
    if let packet { reader.readXMP(packet, at: nil, into: &facts) }
    if let record { readRecord(record, into: &facts, &reader) }
    if let clock, facts.time == nil {
      facts.time = clock.captureTime(
        "Creation Time", offset: clock.utcOffsetMinutes, satellite: nil, remarks: &facts.remarks)
    }
    if let damage = chunks.damage { reader.note(damage, in: &facts) }
  }

  /// Reads an IPTC record, which ImageMagick wraps in a Photoshop resource.
  private static func readRecord(
    _ record: [UInt8], into facts: inout PhotoFacts, _ reader: inout PhotoReader
  ) {
    reader.withUnpacked(record, into: &facts) { reader, facts in
      if record.starts(with: "8BIM".utf8) {
        reader.readResources(at: 0, count: record.count, isBare: false, into: &facts)
      } else {
        reader.readIPTC(ByteRange(offset: 0, count: record.count), into: &facts)
      }
    }
  }

  private static let keywords: [StaticString] = [
    "XML:com.adobe.xmp\0", "Raw profile type xmp\0", "Raw profile type exif\0",
    "Raw profile type APP1\0", "Raw profile type iptc\0", "Creation Time\0", "create-date\0",
    "Title\0", "Description\0", "Author\0", "Artist\0", "Copyright\0",
  ]

  /// Whether the keyword is one that is read; checked first, because texts can be long.
  private static func isRead(_ chunk: PNGChunks.Chunk, _ reader: inout PhotoReader) -> Bool {
    keywords.contains { reader.file.has($0, at: chunk.payload) }
  }

  private static func readText(
    _ chunk: PNGChunks.Chunk, packet: inout [UInt8]?, record: inout [UInt8]?,
    clock: inout ClockReading?, into facts: inout PhotoFacts,
    _ reader: inout PhotoReader
  ) {
    guard chunk.count <= XMPPacket.longestPacket,
      let content = reader.file.collect(at: chunk.payload, count: chunk.count),
      let text = PNGText(content, type: chunk.type)
    else { return }
    guard let plain = text.plain() else {
      facts.remarks.append("the text “\(text.keyword)” cannot be unpacked")
      return
    }
    switch text.keyword {
    case "XML:com.adobe.xmp": packet = packet ?? plain
    case "Raw profile type xmp": packet = packet ?? PNGText.profile(plain)
    case "Raw profile type iptc": record = record ?? PNGText.profile(plain)
    case "Creation Time", "create-date":
      let text = printable(plain.prefix(64))
      clock = clock ?? ClockReading(text) ?? ClockReading(letter: text)
    case "Title": reader.words.own.title = reader.words.own.title ?? oneLine(plain).known
    case "Description":
      reader.words.own.caption = reader.words.own.caption ?? paragraphs(plain).known
    case "Author", "Artist":
      reader.words.own.creator = reader.words.own.creator ?? oneLine(plain).known
    case "Copyright":
      reader.words.own.copyright = reader.words.own.copyright ?? oneLine(plain).known
    default:
      guard let profile = PNGText.profile(plain) else { return }
      let start = "http://ns.adobe.com/xap/1.0/\0"
      if profile.starts(with: start.utf8) {
        packet = packet ?? Array(profile.dropFirst(start.utf8.count))
      } else {
        reader.readExif(unpacked: profile, into: &facts)
      }
    }
  }
}

extension FileWindow {
  /// A width and a height, stored as two big-endian numbers.
  mutating func size(at offset: Int) -> PixelSize? {
    guard let width = uint32(at: offset, .big), width > 0, width <= Int32.max,
      let height = uint32(at: offset + 4, .big), height > 0, height <= Int32.max
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
