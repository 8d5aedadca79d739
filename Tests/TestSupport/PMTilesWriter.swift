import Foundation

/// Writes small PMTiles files, including invalid ones.
public struct PMTilesWriter: Sendable {
  /// The address of a tile.
  public struct Address: Hashable, Sendable {
    /// Zoom level, column and row.
    public var z, x, y: Int

    /// Makes an address.
    public init(_ z: Int, _ x: Int, _ y: Int) { (self.z, self.x, self.y) = (z, x, y) }
  }

  /// One entry of a directory as it is written.
  public struct Entry: Sendable {
    /// The columns of a directory.
    public var number, run, count, offset: UInt64

    /// Makes an entry.
    public init(number: UInt64, run: UInt64, count: UInt64, offset: UInt64) {
      (self.number, self.run, self.count, self.offset) = (number, run, count, offset)
    }
  }

  /// The content of each tile.
  public var tiles: [Address: [UInt8]] = [:]
  /// The metadata, as JSON.
  public var metadata = "{}"
  /// West, south, east and north.
  public var bounds = [-180.0, -85, 180, 85]

  /// How many entries a leaf has; nil for a root directory only.
  public var leafLength: Int?

  /// The codes of the header: 1 none, 2 gzip, 3 Brotli, 4 zstd.
  public var directoryCompression: UInt8 = 1

  /// The same codes.
  public var tileCompression: UInt8 = 1

  /// 1 vector tiles, 2 PNG, 3 JPEG, 4 WebP, 5 AVIF, 6 MLT.
  public var tileType: UInt8 = 1

  /// Whether the contents are in the order of the tiles.
  public var isClustered = true

  /// The zoom levels of the header; nil for those of the tiles.
  public var zooms: ClosedRange<Int>?

  /// Makes a writer of these tiles.
  public init(_ tiles: [Address: [UInt8]] = [:]) { self.tiles = tiles }

  /// The whole file; equal neighbours become a run.
  public func bytes() -> [UInt8] {
    let sorted = tiles.map { (Self.number($0.key), $0.value) }.sorted { $0.0 < $1.0 }
    var offsets: [[UInt8]: UInt64] = [:]
    var data: [UInt8] = []
    let order = isClustered ? sorted.map(\.1) : sorted.map(\.1).reversed()
    for content in order where offsets[content] == nil {
      offsets[content] = UInt64(data.count)
      data += content
    }
    var entries: [Entry] = []
    for (number, content) in sorted {
      let offset = offsets[content] ?? 0
      if let last = entries.last, last.offset == offset, last.number + last.run == number {
        entries[entries.count - 1].run += 1
      } else {
        entries.append(
          Entry(number: number, run: 1, count: UInt64(content.count), offset: offset))
      }
    }
    guard let leafLength else { return bytes(root: entries, leaves: [], data: data) }
    var (root, leaves): ([Entry], [UInt8]) = ([], [])
    for start in stride(from: 0, to: entries.count, by: leafLength) {
      let part = Array(entries[start..<min(start + leafLength, entries.count)])
      let leaf = packed(Self.directory(part))
      root.append(
        Entry(
          number: part[0].number, run: 0, count: UInt64(leaf.count), offset: UInt64(leaves.count)))
      leaves += leaf
    }
    return bytes(root: root, leaves: leaves, data: data)
  }

  /// A file of these parts, which may be invalid.
  public func bytes(root: [Entry], leaves: [UInt8], data: [UInt8]) -> [UInt8] {
    let directory = packed(Self.directory(root))
    let text = packed(Array(metadata.utf8))
    let parts = [directory, text, leaves, data]
    var header = Array("PMTiles".utf8) + [3]
    var offset = 127
    for part in parts {
      header += Self.little(UInt64(offset)) + Self.little(UInt64(part.count))
      offset += part.count
    }
    let levels = tiles.keys.map(\.z)
    for count in [tiles.count, root.count, tiles.count] { header += Self.little(UInt64(count)) }
    header += [isClustered ? 1 : 0, directoryCompression, tileCompression, tileType]
    header += [
      UInt8(zooms?.lowerBound ?? levels.min() ?? 0), UInt8(zooms?.upperBound ?? levels.max() ?? 0),
    ]
    for degrees in bounds {
      header += Self.little(UInt64(UInt32(bitPattern: Int32(degrees * 1e7)))).prefix(4)
    }
    header += [UInt8](repeating: 0, count: 127 - header.count)
    return header + parts.joined()
  }

  /// Writes the file.
  public func write(to path: String) throws {
    try Data(bytes()).write(to: URL(fileURLWithPath: path))
  }

  /// The columns of a directory, as varints.
  public static func directory(_ entries: [Entry]) -> [UInt8] {
    var last: UInt64 = 0
    let steps = entries.map { entry in
      defer { last = entry.number }
      return entry.number &- last
    }
    let columns = [
      [UInt64(entries.count)], steps, entries.map(\.run), entries.map(\.count),
      entries.map { $0.offset + 1 },
    ]
    return columns.joined().flatMap(varint)
  }

  /// A varint: seven bits per byte, the lowest bits first.
  public static func varint(_ number: UInt64) -> [UInt8] {
    var (rest, bytes): (UInt64, [UInt8]) = (number, [])
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// The number of a tile, found by walking along the curve until it reaches the tile; in each part of 16 tiles, it is the
  /// same curve two zoom levels deeper.
  public static func number(_ tile: Address) -> UInt64 {
    let before = (0..<tile.z).reduce(UInt64(0)) { $0 + (1 << UInt64(2 * $1)) }
    var first: UInt64 = 0
    for zoom in stride(from: tile.z % 2, through: tile.z, by: 2) {
      let part = (tile.x >> (tile.z - zoom), tile.y >> (tile.z - zoom))
      first = (first * 16..<first * 16 + 16).first { position($0, zoom) == part } ?? 0
    }
    return before + first
  }

  private static func position(_ step: UInt64, _ zoom: Int) -> (Int, Int) {
    var (x, y, rest) = (0, 0, Int(step))
    var side = 1
    while side < 1 << zoom {
      let right = 1 & (rest / 2)
      let lower = 1 & (rest ^ right)
      if lower == 0 {
        if right == 1 { (x, y) = (side - 1 - x, side - 1 - y) }
        (x, y) = (y, x)
      }
      x += side * right
      y += side * lower
      rest /= 4
      side *= 2
    }
    return (x, y)
  }

  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    directoryCompression == 2 ? Self.gzipped(bytes) : bytes
  }

  private static func little(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// Bytes in the gzip format, stored as they are, without zlib.
  public static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let sizes = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let end = little(UInt64(checksum(bytes))).prefix(4) + little(UInt64(bytes.count)).prefix(4)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + sizes + bytes + end
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
        rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
      }
    }
  }
}
