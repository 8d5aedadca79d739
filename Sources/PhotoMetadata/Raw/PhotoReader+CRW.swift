internal import PhotoFacts

extension PhotoReader {
  /// The limit of heaps, which also ends cycles; the format has six kinds.
  private static let mostHeaps = 32

  /// Reads a CRW file: its records have time and camera; only an appended XMP packet can have a position.
  mutating func readCRW(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: "Canon's CRW files cannot hold a position")
    let order: ByteOrder = file.has("II", at: 0) ? .little : .big
    guard let start = file.uint32(at: 2, order).map({ Int($0) }) else { return }
    var heapsLeft = Self.mostHeaps
    readHeap(from: start, to: file.size, order, &heapsLeft, into: &facts)
    readCanonTrailer(into: &facts)
    if facts.camera == Camera(), facts.time == nil {
      note("the directory at the end of the file is missing", in: &facts)
    }
  }

  /// Reads the XMP packet in the trailer that Canon's software appends.
  private mutating func readCanonTrailer(into facts: inout PhotoFacts) {
    let footer = file.size - 64
    guard file.has("CANON OPTIONAL DATA\0", at: footer),
      let length = file.uint32(at: footer + 20, .big), case var position = footer - Int(length),
      position > 0
    else { return }
    for _ in 0..<16 where position + 8 <= footer {
      guard let type = file.uint32(at: position, .big),
        let count = file.uint32(at: position + 4, .big), position + 8 + Int(count) <= footer
      else { return }
      if type == 0xFFFF_00F6 { readXMP(at: position + 8, count: Int(count), into: &facts) }
      position += 8 + Int(count)
    }
  }

  /// Reads a heap of records, whose directory is at its end; records may be heaps.
  private mutating func readHeap(
    from start: Int, to end: Int, _ order: ByteOrder, _ heapsLeft: inout Int,
    into facts: inout PhotoFacts
  ) {
    heapsLeft -= 1
    guard heapsLeft >= 0, end - start > 6, let back = file.uint32(at: end - 4, order),
      case let directory = start + Int(back), directory + 2 <= end,
      let count = file.uint16(at: directory, order)
    else { return }
    for index in 0..<min(Int(count), 128) {
      let entry = directory + 2 + 10 * index
      guard entry + 10 <= end, let tag = file.uint16(at: entry, order),
        let size = file.uint32(at: entry + 2, order), let away = file.uint32(at: entry + 6, order)
      else { return }
      // Values of up to eight bytes are stored in the entry.
      let isShort = tag & 0xC000 == 0x4000
      let record = isShort ? entry + 2 : start + Int(away)
      let recordEnd = record + (isShort ? 8 : Int(size))
      guard record >= start, recordEnd <= end else { continue }
      switch tag & 0x3FFF {
      case 0x2800...0x2FFF, 0x3000...0x37FF:
        readHeap(from: record, to: recordEnd, order, &heapsLeft, into: &facts)
      case 0x080A: facts.camera = camera(at: record, count: recordEnd - record)
      case 0x180E:
        guard let seconds = file.uint32(at: record, order), seconds > 0 else { continue }
        facts.time = CaptureTime(localMilliseconds: Int64(seconds) * 1000)
      case 0x1810:
        guard let width = file.uint32(at: record, order), (1...100_000).contains(width),
          let height = file.uint32(at: record + 4, order), (1...100_000).contains(height)
        else { continue }
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
      default: break
      }
    }
  }

  /// Maker and model, each terminated by NUL.
  private mutating func camera(at offset: Int, count: Int) -> Camera {
    let names = file.withBytes(at: offset, count: min(count, 128)) { bytes in
      bytes.split(separator: 0, maxSplits: 2).prefix(2).map(printable)
    }
    return Camera(make: names?.first, model: names?.dropFirst().first)
  }
}
