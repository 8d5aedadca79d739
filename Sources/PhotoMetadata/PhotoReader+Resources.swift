internal import PhotoFacts

extension PhotoReader {
  /// More resources than this are not walked: Photoshop writes some dozens.
  private static let mostResources = 1024

  /// Reads Photoshop's resources, which a JPEG file may hold in several parts.
  ///
  /// A file that has Exif and XMP of its own is asked for the date of its IPTC record only.
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

  /// Reads resources that stand one after the other: a mark, a number, a name and the content.
  mutating func readResources(
    at start: Int, count: Int, isBare: Bool, into facts: inout PhotoFacts
  ) {
    let end = min(start + count, file.size)
    var record: ByteRange?
    var packet: ByteRange?
    var position = start
    for _ in 0..<Self.mostResources where position + 12 <= end {
      // Photoshop's own mark is 8BIM; ImageReady and others have theirs.
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
      default: break
      }
      position = content.offset + (content.count + 1) & ~1
    }
    if let packet { readXMP(at: packet.offset, count: packet.count, into: &facts) }
    if let record, facts.time == nil { readIPTC(record, into: &facts) }
  }

  /// Reads when a picture was taken, or else turned into numbers, from an IPTC record: nothing else
  /// in it says where or when.
  mutating func readIPTC(_ record: ByteRange, into facts: inout PhotoFacts) {
    var texts: [UInt8: String] = [:]
    var position = record.offset
    let end = min(record.offset + record.count, file.size)
    while position + 5 <= end, texts.count < 4, file.byte(at: position) == 0x1C,
      let set = file.byte(at: position + 1), let number = file.byte(at: position + 2),
      let length = file.uint16(at: position + 3, .big), length < 0x8000
    {
      // Dates and times have 8 and 11 characters.
      if set == 2, [55, 60, 62, 63].contains(number), length <= 32, texts[number] == nil {
        texts[number] = file.withBytes(at: position + 5, count: Int(length), printable)
      }
      position += 5 + Int(length)
    }
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

  /// Lets something be read from bytes that do not stand in the file as they are.
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
    // What was found lies in the unpacked bytes and nowhere in the file.
    facts.embeddedThumbnail = thumbnail
  }
}

extension ClockReading {
  /// Reads a date and a time as IPTC spells them: `20240501` and `120000+0200`.
  ///
  /// A date alone is no time.
  fileprivate init?(iptcDate date: String, time: String?) {
    guard let time, date.utf8.count == 8, time.utf8.count >= 6 else { return nil }
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
