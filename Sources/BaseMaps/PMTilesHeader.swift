/// The first 127 bytes of a PMTiles file.
struct PMTilesHeader {
  static let size = 127

  /// A part of the file.
  struct Section {
    var name: String
    var offset: Int
    var count: Int

    var range: Range<Int> { offset..<offset + count }
  }

  let root: Section
  let metadata: Section
  let leaves: Section
  let tiles: Section
  let directoryCompression: TileCompression

  /// How tiles are compressed; nil if the file does not say it.
  let tileCompression: TileCompression?
  let format: TileFormat?
  let minZoom: Int
  let maxZoom: Int

  /// West, south, east and north in degrees.
  let bounds: [Double]

  /// Reads the header and compares the sections with the length of the file.
  init(_ bytes: [UInt8], of file: [UInt8], length: Int) throws(BaseMapError) {
    guard bytes.starts(with: "PMTiles".utf8), bytes.count > 7 else {
      throw BaseMapError(.foreign, file, "is neither PMTiles nor MBTiles")
    }
    guard bytes[7] == 3 else {
      throw BaseMapError(
        .unsupported, file,
        "is PMTiles of version \(bytes[7]); only version 3 is supported. Convert it with: pmtiles convert"
      )
    }
    guard bytes.count >= Self.size else {
      throw BaseMapError(.damaged, file, "is truncated: it ends in its header")
    }
    func number(_ offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func degrees(_ offset: Int) -> Double {
      let bits = bytes[offset..<offset + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Double(Int32(bitPattern: bits)) / 1e7
    }
    func section(_ name: String, _ offset: Int) throws(BaseMapError) -> Section {
      let (start, count) = (number(offset), number(offset + 8))
      guard start <= UInt64(length), count <= UInt64(length) - start else {
        throw BaseMapError(
          .damaged, file,
          "is truncated: its \(name) should end at byte \(start.addingReportingOverflow(count).partialValue), but the file has only \(length)"
        )
      }
      return Section(name: name, offset: Int(start), count: Int(count))
    }
    root = try section("root directory", 8)
    metadata = try section("metadata", 24)
    leaves = try section("leaf directories", 40)
    tiles = try section("tiles", 56)
    guard let directories = Self.compression(bytes[97]) else {
      throw BaseMapError(
        .unsupported, file, "names no compression of its directories (\(bytes[97]))")
    }
    guard directories != .zstd else {
      throw BaseMapError(
        .unsupported, file,
        "has directories compressed with zstd, which is not supported. Write it again with gzip")
    }
    directoryCompression = directories
    tileCompression = Self.compression(bytes[98])
    format = TileFormat(tileType: bytes[99])
    (minZoom, maxZoom) = (Int(bytes[100]), Int(bytes[101]))
    bounds = [degrees(102), degrees(106), degrees(110), degrees(114)]
    try checkOrder(file)
  }

  private static func compression(_ code: UInt8) -> TileCompression? {
    switch code {
    case 1: TileCompression.none
    case 2: .gzip
    case 3: .brotli
    case 4: .zstd
    default: nil
    }
  }

  /// Refuses sections that overlap, and zoom levels that do not exist.
  private func checkOrder(_ file: [UInt8]) throws(BaseMapError) {
    guard minZoom <= maxZoom, maxZoom <= 26 else {
      throw BaseMapError(
        .damaged, file, "is damaged: its zoom levels are \(minZoom) to \(maxZoom)")
    }
    let header = Section(name: "header", offset: 0, count: Self.size)
    let sections = [header, root, metadata, leaves, tiles].filter { $0.count > 0 }
      .sorted { $0.offset < $1.offset }
    for (one, next) in zip(sections, sections.dropFirst()) where one.range.overlaps(next.range) {
      throw BaseMapError(
        .damaged, file, "is damaged: its \(one.name) and its \(next.name) overlap")
    }
  }
}
