internal import PhotoFacts
internal import Signing

extension PhotoReader {
  /// The limit of resources; Photoshop writes some dozens.
  private static let mostResources = 1024

  /// Reads Photoshop's resources, which a JPEG file may split into several parts.
  ///
  /// If the file has Exif and XMP, only the IPTC record is used.
  mutating func readResources(
    _ pieces: [ByteRange], isBare: Bool, into facts: inout PhotoFacts
  ) {
    if pieces.count == 1 {
      readResources(at: pieces[0].offset, count: pieces[0].count, isBare: isBare, into: &facts)
    } else if let whole = file.collect(pieces, atMost: JPEGMetadata.longestBlock) {
      withUnpacked(whole, into: &facts) { reader, facts in
        reader.readResources(at: 0, count: whole.count, isBare: isBare, into: &facts)
      }
    }
  }

  /// Reads consecutive resources, each a signature, a number, a name and content.
  mutating func readResources(
    at start: Int, count: Int, isBare: Bool, into facts: inout PhotoFacts
  ) {
    let end = min(start + count, file.size)
    var record: ByteRange?
    var packet: ByteRange?
    var digest: [UInt8]?
    var position = start
    for _ in 0..<Self.mostResources where position + 12 <= end {
      // Photoshop's signature is 8BIM; ImageReady and other programs have theirs.
      guard let number = file.uint16(at: position + 4, .big),
        let name = file.byte(at: position + 6).map({ Int($0) }),
        case let sizeAt = position + 6 + (name + 2) & ~1,
        let size = file.uint32(at: sizeAt, .big), sizeAt + 4 + Int(size) <= end
      else { break }
      let content = ByteRange(offset: sizeAt + 4, count: Int(size))
      switch number {
      case 0x0404: record = content
      case 0x0422 where isBare: readExif(at: content.offset, count: content.count, into: &facts)
      case 0x0424 where isBare: packet = content
      case 0x0425 where content.count == 16:
        digest = file.collect(at: content.offset, count: content.count)
      default: break
      }
      position = content.offset + (content.count + 1) & ~1
    }
    if let packet { readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let record { readIPTC(record, digest: digest, into: &facts) }
  }

  /// Reads an IPTC record: its words and, if there is no time, its creation or digitization date.
  ///
  /// - Parameter digest: The hash of the record as it was when XMP was written last, if it is known.
  mutating func readIPTC(
    _ record: ByteRange, digest: [UInt8]? = nil, into facts: inout PhotoFacts
  ) {
    let content = IPTCRecord(record, in: &file)
    words.iptc.complete(by: content.words)
    if let digest, !content.words.isEmpty,
      let bytes = file.collect(
        at: record.offset, count: min(record.count, file.size - record.offset))
    {
      words.isIPTCNewer = MD5.hash(bytes) != digest
    }
    guard facts.time == nil else { return }
    let texts = content.texts
    for (name, date, time) in [("DateCreated", 55, 60), ("DigitalCreationDate", 62, 63)]
      as [(String, UInt8, UInt8)]
    {
      guard let day = texts[date], let reading = ClockReading(iptcDate: day, time: texts[time])
      else { continue }
      facts.time = reading.captureTime(
        "IPTC \(name)", offset: reading.utcOffsetMinutes, satellite: nil, remarks: &facts.remarks)
      return
    }
  }

  /// Reads from unpacked bytes in place of the file.
  mutating func withUnpacked(
    _ bytes: [UInt8], into facts: inout PhotoFacts,
    _ read: (inout PhotoReader, inout PhotoFacts) -> Void
  ) {
    var content = FileWindow()
    content.open(bytes)
    swap(&file, &content)
    let thumbnail = facts.embeddedThumbnail
    read(&self, &facts)
    swap(&file, &content)
    // Ranges in the unpacked bytes are meaningless in the file.
    facts.embeddedThumbnail = thumbnail
  }
}

extension ClockReading {
  /// Reads an IPTC date and time: `20240501` and `120000+0200`.
  ///
  /// A date without a time gives nil. ImageMagick and others put separators between the numbers.
  fileprivate init?(iptcDate written: String, time: String?) {
    let date = written.filter { $0 != "-" && $0 != ":" }
    guard let time = time?.filter({ $0 != ":" }), date.utf8.count == 8, time.utf8.count >= 6 else {
      return nil
    }
    let (day, clock) = (Array(date), Array(time))
    func part(_ characters: [Character], _ first: Int) -> String {
      String(characters[first..<min(first + 2, characters.count)])
    }
    guard day.count == 8, clock.count >= 6 else { return nil }
    self.init(
      String(day[0..<4]) + ":" + part(day, 4) + ":" + part(day, 6) + " " + part(clock, 0) + ":"
        + part(clock, 2) + ":" + part(clock, 4) + String(clock[6...]))
  }
}
