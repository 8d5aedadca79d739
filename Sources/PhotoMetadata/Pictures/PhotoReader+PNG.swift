internal import PhotoFacts

extension PhotoReader {
  /// The limit of profiles that are unpacked.
  ///
  /// A picture has one of each kind; a few compressed bytes can expand to a megabyte.
  private static let mostTexts = 16

  /// Reads a PNG file: its size, its Exif chunk, and the profiles in its texts.
  mutating func readPNG(into facts: inout PhotoFacts) {
    var chunks = PNGChunks()
    var packet: [UInt8]?
    var record: [UInt8]?
    var clock: ClockReading?
    var textsLeft = Self.mostTexts
    exif.removeAll()
    facts.place = .unlocated(.noGPS, detail: nil)
    while let chunk = chunks.next(in: &file) {
      if chunk.has("IHDR") {
        facts.storedSize = file.size(at: chunk.payload)
      } else if chunk.has("eXIf") {
        readExif(at: chunk.payload, count: chunk.count, into: &facts)
      } else if chunk.has("iTXt") || chunk.has("zTXt") || chunk.has("tEXt") {
        guard textsLeft > 0, isProfile(chunk) else { continue }
        textsLeft -= 1
        readText(chunk, packet: &packet, record: &record, clock: &clock, into: &facts)
      }
    }
    if let packet { readXMP(packet, at: nil, into: &facts) }
    if let record, facts.time == nil { readRecord(record, into: &facts) }
    if let clock, facts.time == nil {
      facts.time = clock.captureTime(
        "Creation Time", offset: clock.utcOffsetMinutes, satellite: nil, remarks: &facts.remarks)
    }
    if let damage = chunks.damage { note(damage, in: &facts) }
  }

  /// Reads an Exif block that may be preceded by its JPEG identifier.
  mutating func readExif(at offset: Int, count: Int, into facts: inout PhotoFacts) {
    let skipped = file.has("Exif\0", at: offset) ? 6 : 0
    readExif(origin: offset + skipped, end: offset + count, into: &facts)
  }

  /// Reads the date of an IPTC record, which ImageMagick wraps in a Photoshop resource.
  private mutating func readRecord(_ record: [UInt8], into facts: inout PhotoFacts) {
    withUnpacked(record, into: &facts) { reader, facts in
      if record.starts(with: "8BIM".utf8) {
        reader.readResources(at: 0, count: record.count, isBare: false, into: &facts)
      } else {
        reader.readIPTC(ByteRange(offset: 0, count: record.count), into: &facts)
      }
    }
  }

  private static let profiles = [
    "XML:com.adobe.xmp", "Raw profile type xmp", "Raw profile type exif", "Raw profile type APP1",
    "Raw profile type iptc", "Creation Time", "create-date",
  ]

  /// Whether the keyword is one that is read; checked first, because texts can be long.
  private mutating func isProfile(_ chunk: PNGChunks.Chunk) -> Bool {
    file.has("XML:com.adobe.xmp\0", at: chunk.payload)
      || file.has("Raw profile type ", at: chunk.payload)
      || file.has("Creation Time\0", at: chunk.payload)
      || file.has("create-date\0", at: chunk.payload)
  }

  private mutating func readText(
    _ chunk: PNGChunks.Chunk, packet: inout [UInt8]?, record: inout [UInt8]?,
    clock: inout ClockReading?, into facts: inout PhotoFacts
  ) {
    guard chunk.count <= XMPPacket.longestPacket,
      let content = file.collect(at: chunk.payload, count: chunk.count),
      let text = PNGText(content, type: chunk.type), Self.profiles.contains(text.keyword)
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
    default:
      guard let profile = PNGText.profile(plain) else { return }
      let start = "http://ns.adobe.com/xap/1.0/\0"
      if profile.starts(with: start.utf8) {
        packet = packet ?? Array(profile.dropFirst(start.utf8.count))
      } else {
        readExif(unpacked: profile, into: &facts)
      }
    }
  }

  /// Reads an Exif block that was stored compressed or encoded.
  mutating func readExif(unpacked block: [UInt8], into facts: inout PhotoFacts) {
    withUnpacked(block, into: &facts) { reader, facts in
      reader.readExif(at: 0, count: block.count, into: &facts)
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
