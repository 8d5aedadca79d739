// The records of APPNOTE.TXT, the specification of ZIP: https://support.pkware.com/pkzip/appnote
extension ZipLayout {
  /// Bit 3, the checksum follows the content, and bit 11, names are UTF-8.
  private static let flags: UInt16 = 0x0808

  /// The versions of readers that know all of an entry: 2.0, and 4.5 for ZIP64.
  private static let (plainVersion, zip64Version): (UInt16, UInt16) = (20, 45)

  /// Unix, which gives the files permissions.
  private static let system: UInt16 = 3

  /// A regular file that its owner can change and all can read (0o100644).
  private static let permissions: UInt32 = 0x81A4

  /// The values of fields whose number is among the ZIP64 fields, because it does not fit.
  private static let elsewhere32 = UInt32.max
  private static let elsewhere16 = UInt16.max

  private static func fits(_ number: Int) -> Bool { number < Int(elsewhere32) }

  // MARK: Lengths

  static func headerCount(_ entry: Entry) -> Int {
    30 + entry.name.utf8.count + (fits(entry.size) ? 0 : 20)
  }

  static func descriptorCount(_ entry: Entry) -> Int { fits(entry.size) ? 16 : 24 }

  static func lineCount(_ entry: Entry, at start: Int) -> Int {
    46 + entry.name.utf8.count + zip64Fields(entry, at: start).count
  }

  /// The length of the end of the directory.
  var endCount: Int { isZip64 ? 56 + 20 + 22 : 22 }

  /// Whether the end of the directory has numbers that need ZIP64.
  private var isZip64: Bool {
    entries.count >= Int(Self.elsewhere16) || !Self.fits(linesCount) || !Self.fits(directoryStart)
  }

  // MARK: Bytes

  /// What precedes the content of an entry.
  ///
  /// Checksum and sizes are zero, as the specification demands if they follow the content.
  public func header(_ index: Int) -> [UInt8] {
    let entry = entries[index]
    let isPlain = Self.fits(entry.size)
    var bytes: [UInt8] = Array("PK\u{3}\u{4}".utf8)
    bytes.append(little: isPlain ? Self.plainVersion : Self.zip64Version)
    bytes.append(little: Self.flags)
    bytes.append(little: UInt16(0))
    bytes.append(little: entry.modified.number)
    bytes.append(little: UInt32(0))
    for _ in 0..<2 { bytes.append(little: isPlain ? 0 : Self.elsewhere32) }
    bytes.append(little: UInt16(truncatingIfNeeded: entry.name.utf8.count))
    bytes.append(little: UInt16(isPlain ? 0 : 20))
    bytes += entry.name.utf8
    if !isPlain { bytes.append(zip64: [0, 0]) }
    return bytes
  }

  /// What follows the content of an entry.
  public func descriptor(_ index: Int, checksum: UInt32) -> [UInt8] {
    let size = entries[index].size
    var bytes: [UInt8] = Array("PK\u{7}\u{8}".utf8)
    bytes.append(little: checksum)
    for _ in 0..<2 {
      if Self.fits(size) {
        bytes.append(little: UInt32(truncatingIfNeeded: size))
      } else {
        bytes.append(little: UInt64(size))
      }
    }
    return bytes
  }

  /// The line of an entry in the directory.
  public func line(_ index: Int, checksum: UInt32) -> [UInt8] {
    let (entry, start) = (entries[index], starts[index])
    let extra = Self.zip64Fields(entry, at: start)
    let version = extra.isEmpty ? Self.plainVersion : Self.zip64Version
    var bytes: [UInt8] = Array("PK\u{1}\u{2}".utf8)
    bytes.append(little: Self.system << 8 | Self.zip64Version)
    bytes.append(little: version)
    bytes.append(little: Self.flags)
    bytes.append(little: UInt16(0))
    bytes.append(little: entry.modified.number)
    bytes.append(little: checksum)
    for _ in 0..<2 { bytes.append(little: Self.field(entry.size)) }
    bytes.append(little: UInt16(truncatingIfNeeded: entry.name.utf8.count))
    bytes.append(little: UInt16(extra.count))
    // No comment, the first disk, and no text.
    for _ in 0..<3 { bytes.append(little: UInt16(0)) }
    bytes.append(little: Self.permissions << 16)
    bytes.append(little: Self.field(start))
    return bytes + entry.name.utf8 + extra
  }

  /// The end of the directory.
  public var end: [UInt8] {
    var bytes: [UInt8] = []
    if isZip64 {
      bytes += Array("PK\u{6}\u{6}".utf8)
      bytes.append(little: UInt64(44))
      for _ in 0..<2 { bytes.append(little: Self.zip64Version) }
      for _ in 0..<2 { bytes.append(little: UInt32(0)) }
      for number in [entries.count, entries.count, linesCount, directoryStart] {
        bytes.append(little: UInt64(number))
      }
      bytes += Array("PK\u{6}\u{7}".utf8)
      bytes.append(little: UInt32(0))
      bytes.append(little: UInt64(directoryStart + linesCount))
      bytes.append(little: UInt32(1))
    }
    bytes += Array("PK\u{5}\u{6}".utf8)
    for _ in 0..<2 { bytes.append(little: UInt16(0)) }
    for _ in 0..<2 { bytes.append(little: UInt16(clamping: entries.count)) }
    bytes.append(little: Self.field(linesCount))
    bytes.append(little: Self.field(directoryStart))
    bytes.append(little: UInt16(0))
    return bytes
  }

  /// The numbers of an entry that do not fit into the fields of its line.
  private static func zip64Fields(_ entry: Entry, at start: Int) -> [UInt8] {
    let numbers = (fits(entry.size) ? [] : [entry.size, entry.size]) + (fits(start) ? [] : [start])
    var bytes: [UInt8] = []
    if !numbers.isEmpty { bytes.append(zip64: numbers) }
    return bytes
  }

  private static func field(_ number: Int) -> UInt32 {
    fits(number) ? UInt32(truncatingIfNeeded: number) : elsewhere32
  }
}

extension [UInt8] {
  fileprivate mutating func append(little number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a block of ZIP64 fields.
  fileprivate mutating func append(zip64 numbers: [Int]) {
    append(little: UInt16(1))
    append(little: UInt16(8 * numbers.count))
    for number in numbers { append(little: UInt64(number)) }
  }
}
