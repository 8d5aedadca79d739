internal import Compression

/// Reads the entries of a ZIP archive that are stored or deflated; no ZIP64, no encryption.
struct ZipArchive {
  /// One file of an archive.
  struct Entry {
    let name: String
    fileprivate let header: Int
    fileprivate let flags: UInt32
    fileprivate let method: UInt32
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    fileprivate let size: Int
  }

  private static let mostEntries = 4_096

  let entries: [Entry]
  private let bytes: [UInt8]

  /// Reads the directory at the end of an archive; nil if there is none.
  init?(_ bytes: [UInt8]) {
    let end = stride(from: bytes.count - 22, through: Swift.max(0, bytes.count - 65_557), by: -1)
      .first { bytes.number(at: $0, bytes: 4) == 0x0605_4B50 }
    guard let end, let start = bytes.number(at: end + 16, bytes: 4) else { return nil }
    var entries: [Entry] = []
    var place = Int(start)
    while entries.count < Self.mostEntries, bytes.number(at: place, bytes: 4) == 0x0201_4B50 {
      guard let flags = bytes.number(at: place + 8, bytes: 2),
        let method = bytes.number(at: place + 10, bytes: 2),
        let checksum = bytes.number(at: place + 16, bytes: 4),
        let packedSize = bytes.number(at: place + 20, bytes: 4),
        let size = bytes.number(at: place + 24, bytes: 4),
        let nameLength = bytes.number(at: place + 28, bytes: 2),
        let extraLength = bytes.number(at: place + 30, bytes: 2),
        let commentLength = bytes.number(at: place + 32, bytes: 2),
        let header = bytes.number(at: place + 42, bytes: 4)
      else { return nil }
      let name = bytes[min(place + 46, bytes.count)...].prefix(Int(nameLength))
      entries.append(
        Entry(
          name: String(decoding: name, as: UTF8.self), header: Int(header), flags: flags,
          method: method, checksum: checksum, packedSize: Int(packedSize), size: Int(size)))
      place += 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
    }
    self.entries = entries
    self.bytes = bytes
  }

  /// The content of an entry; nil if it is damaged, encrypted or larger than the limit.
  func content(of entry: Entry, atMost limit: Int) -> [UInt8]? {
    // The directory may state a wrong size, so the output is limited too.
    guard entry.flags & 1 == 0, entry.size <= limit,
      bytes.number(at: entry.header, bytes: 4) == 0x0403_4B50,
      let nameLength = bytes.number(at: entry.header + 26, bytes: 2),
      let extraLength = bytes.number(at: entry.header + 28, bytes: 2)
    else { return nil }
    let start = entry.header + 30 + Int(nameLength) + Int(extraLength)
    guard start <= bytes.count - entry.packedSize else { return nil }
    let packed = bytes[start..<(start + entry.packedSize)]
    let content: [UInt8]?
    switch entry.method {
    case 0: content = Array(packed)
    case 8: content = inflated(packed, .raw, atMost: entry.size)
    default: content = nil
    }
    guard let content, content.count == entry.size else { return nil }
    return Checksum(of: content).value == entry.checksum ? content : nil
  }
}
