internal import PhotoFacts

/// CRW of Canon: heaps of records.
enum CRWFile {
  static let format = FileFormat(formats: [.crw], read: read)

  /// The limit of heaps, which also ends cycles; the format has six kinds.
  private static let mostHeaps = 32

  /// Reads a CRW file: its records have time and camera; only an appended XMP packet can have a position.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: "Canon's CRW files cannot hold a position")
    let order: ByteOrder = reader.file.has("II", at: 0) ? .little : .big
    guard let start = reader.file.uint32(at: 2, order).map({ Int($0) }) else { return }
    var heapsLeft = Self.mostHeaps
    readHeap(from: start, to: reader.file.size, order, &heapsLeft, into: &facts, &reader)
    readCanonTrailer(into: &facts, &reader)
    if facts.camera == Camera(), facts.time == nil {
      reader.note("the directory at the end of the file is missing", in: &facts)
    }
  }

  /// Reads the XMP packet in the trailer that Canon's software appends.
  private static func readCanonTrailer(into facts: inout PhotoFacts, _ reader: inout PhotoReader) {
    let footer = reader.file.size - 64
    guard reader.file.has("CANON OPTIONAL DATA\0", at: footer),
      let length = reader.file.uint32(at: footer + 20, .big),
      case var position = footer - Int(length),
      position > 0
    else { return }
    for _ in 0..<16 where position + 8 <= footer {
      guard let type = reader.file.uint32(at: position, .big),
        let count = reader.file.uint32(at: position + 4, .big), position + 8 + Int(count) <= footer
      else { return }
      if type == 0xFFFF_00F6 { reader.readXMP(at: position + 8, count: Int(count), into: &facts) }
      position += 8 + Int(count)
    }
  }

  /// Reads a heap of records, whose directory is at its end; records may be heaps.
  private static func readHeap(
    from start: Int, to end: Int, _ order: ByteOrder, _ heapsLeft: inout Int,
    into facts: inout PhotoFacts,
    _ reader: inout PhotoReader
  ) {
    heapsLeft -= 1
    guard heapsLeft >= 0, end - start > 6, let back = reader.file.uint32(at: end - 4, order),
      case let directory = start + Int(back), directory + 2 <= end,
      let count = reader.file.uint16(at: directory, order)
    else { return }
    for index in 0..<min(Int(count), 128) {
      let entry = directory + 2 + 10 * index
      guard entry + 10 <= end, let tag = reader.file.uint16(at: entry, order),
        let size = reader.file.uint32(at: entry + 2, order),
        let away = reader.file.uint32(at: entry + 6, order)
      else { return }
      // Values of up to eight bytes are stored in the entry.
      let isShort = tag & 0xC000 == 0x4000
      let record = isShort ? entry + 2 : start + Int(away)
      let recordEnd = record + (isShort ? 8 : Int(size))
      guard record >= start, recordEnd <= end else { continue }
      switch tag & 0x3FFF {
      case 0x2800...0x2FFF, 0x3000...0x37FF:
        readHeap(from: record, to: recordEnd, order, &heapsLeft, into: &facts, &reader)
      case 0x080A: facts.camera = camera(at: record, count: recordEnd - record, &reader)
      case 0x180E:
        guard let seconds = reader.file.uint32(at: record, order), seconds > 0 else { continue }
        facts.time = CaptureTime(localMilliseconds: Int64(seconds) * 1000)
      case 0x1810:
        guard let width = reader.file.uint32(at: record, order), (1...100_000).contains(width),
          let height = reader.file.uint32(at: record + 4, order), (1...100_000).contains(height)
        else { continue }
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
      default: break
      }
    }
  }

  /// Maker and model, each terminated by NUL.
  private static func camera(at offset: Int, count: Int, _ reader: inout PhotoReader) -> Camera {
    let names = reader.file.withBytes(at: offset, count: min(count, 128)) { bytes in
      bytes.split(separator: 0, maxSplits: 2).prefix(2).map(printable)
    }
    return Camera(make: names?.first, model: names?.dropFirst().first)
  }
}
