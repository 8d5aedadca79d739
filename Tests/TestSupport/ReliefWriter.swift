import Foundation

/// Writes PMTiles files of elevations in the Terrarium encoding.
public struct ReliefWriter: Sendable {
  /// Pixels along a side of a tile.
  public static let side = 64

  /// The pictures of tiles.
  public var tiles: [PMTilesWriter.Address: [UInt8]] = [:]

  /// Makes a writer without tiles.
  public init() {}

  /// Ground 30 m high around the Eiffel Tower, with a wall from north to south between it and the sample photo of it.
  public init(wall metres: Double) {
    let zoom = 14
    let column = (2.29305 + 180) / 360 * Double(1 << zoom)
    let wall = Int(column * Double(Self.side))
    add(zoom: zoom, columns: Int(column) - 1...Int(column) + 1, rows: 5_634...5_638) { x, _ in
      x == wall ? metres : 30
    }
  }

  /// Adds the tiles of a zoom level; `metres` has the elevation of a pixel, by its column and row on the whole map.
  public mutating func add(
    zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>, _ metres: (Int, Int) -> Double
  ) {
    for column in columns {
      for row in rows {
        var pixels: [UInt8] = []
        for y in row * Self.side..<(row + 1) * Self.side {
          for x in column * Self.side..<(column + 1) * Self.side {
            pixels += Self.terrarium(metres(x, y))
          }
        }
        tiles[.init(zoom, column, row)] = Self.picture(pixels, width: Self.side)
      }
    }
  }

  /// Writes the file.
  public func write(to path: String, metadata: String = #"{"encoding": "terrarium"}"#) throws {
    try Data(file(metadata: metadata)).write(to: URL(fileURLWithPath: path))
  }

  /// The bytes of the file.
  public func file(metadata: String = #"{"encoding": "terrarium"}"#) -> [UInt8] {
    var writer = PMTilesWriter(tiles)
    writer.tileType = 2
    writer.metadata = metadata
    return writer.bytes()
  }

  /// The colour of an elevation, to 1/256 m.
  public static func terrarium(_ metres: Double) -> [UInt8] {
    let number = UInt32(((metres + 32_768) * 256).rounded())
    return [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A PNG of pixels in red, green and blue, without compression.
  ///
  /// Its checksums are missing, which readers of damaged pictures ignore.
  public static func picture(_ pixels: [UInt8], width: Int) -> [UInt8] {
    let height = pixels.count / 3 / width
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      rows += pixels[row * width * 3..<(row + 1) * width * 3]
    }
    var packed: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: rows.count, by: 65_535) {
      let part = rows[start..<min(start + 65_535, rows.count)]
      let count = UInt16(part.count)
      packed.append(start + part.count == rows.count ? 1 : 0)
      for size in [count, ~count] {
        packed.append(UInt8(truncatingIfNeeded: size))
        packed.append(UInt8(truncatingIfNeeded: size >> 8))
      }
      packed += part
    }
    packed += big(checksum(rows))
    let head = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
      + chunk("IDAT", packed) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(UInt32(content.count)) + Array(type.utf8) + content + [0, 0, 0, 0]
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Adler-32, without which zlib refuses the data.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return sums << 16 | sum
  }
}
