internal import PhotoFacts

/// Decodes BMP.
enum BMPDecoder {
  static func decode(_ file: [UInt8], longSide: Int, limits: ThumbnailLimits) throws(Failure)
    -> DecodedPicture
  {
    let header = try BMPHeader(file)
    let isPacked = header.packing == 1 || header.packing == 2
    try header.size.check(atMost: isPacked ? limits.wholePixels : limits.pixels)
    let (width, height) = (header.size.width, header.size.height)
    guard header.pixels < file.count, width <= 1 << 24 else {
      throw Failure(.damaged, "has no pixels")
    }
    let indices = isPacked ? BMPRuns(header, file).unpack() : []
    var next = 0
    let picture = try Reduction.reduce(header.size, .rgb, longSide: longSide) {
      row throws(Failure) in
      let line = header.isTopDown ? next : height - 1 - next
      next += 1
      if isPacked {
        for column in 0..<width {
          put(header, Int(indices[line * width + column]), at: column, &row)
        }
      } else {
        expand(header, file, from: header.pixels + line * header.rowCount, &row)
      }
    }
    return DecodedPicture(picture: picture)
  }

  /// Expands one row; missing data becomes white.
  private static func expand(
    _ header: BMPHeader, _ file: [UInt8], from start: Int, _ row: inout [UInt8]
  ) {
    guard start >= 0, start <= file.count - header.rowCount else {
      for index in row.indices { row[index] = 255 }
      return
    }
    let bytes = header.depth / 8
    for column in 0..<header.size.width {
      switch header.depth {
      case 24:
        for channel in 0..<3 { row[3 * column + channel] = file[start + 3 * column + 2 - channel] }
      case 16, 32:
        let at = start + column * bytes
        let pixel = file[at..<(at + bytes)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        for channel in 0..<3 { row[3 * column + channel] = part(pixel, header.masks[channel]) }
      default:
        let bit = column * header.depth
        let value = Int(file[start + bit / 8]) >> (8 - header.depth - bit % 8)
        put(header, value & (1 << header.depth - 1), at: column, &row)
      }
    }
  }

  /// The bits of a channel, scaled to eight.
  private static func part(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
    guard mask != 0 else { return 0 }
    let most = UInt64(mask >> UInt32(mask.trailingZeroBitCount))
    let value = UInt64((pixel & mask) >> UInt32(mask.trailingZeroBitCount))
    return UInt8(truncatingIfNeeded: (value * 255 + most / 2) / most)
  }

  private static func put(
    _ header: BMPHeader, _ index: Int, at column: Int, _ row: inout [UInt8]
  ) {
    let isKnown = 4 * index + 2 < header.palette.count
    for channel in 0..<3 {
      row[3 * column + channel] = isKnown ? header.palette[4 * index + 2 - channel] : 0
    }
  }
}

/// Decodes the run-length encoding of BMPs with 4 or 8 bits.
struct BMPRuns {
  private let header: BMPHeader
  private let file: [UInt8]
  private var column = 0
  private var line = 0
  private var indices: [UInt8]

  init(_ header: BMPHeader, _ file: [UInt8]) {
    self.header = header
    self.file = file
    indices = [UInt8](repeating: 0, count: header.size.width * header.size.height)
  }

  /// The palette index of each pixel, in the row order of the file.
  consuming func unpack() -> [UInt8] {
    var position = header.pixels
    while position + 1 < file.count, line < header.size.height {
      let (count, value) = (Int(file[position]), Int(file[position + 1]))
      position += 2
      if count > 0 {
        for index in 0..<count { put(colour(value, index)) }
      } else if value == 0 {
        (column, line) = (0, line + 1)
      } else if value == 1 {
        break
      } else if value == 2 {
        guard position + 1 < file.count else { break }
        column += Int(file[position])
        line += Int(file[position + 1])
        position += 2
      } else {
        let bytes = header.packing == 1 ? value : (value + 1) / 2
        guard position + bytes <= file.count else { break }
        for index in 0..<value {
          let at = position + (header.packing == 1 ? index : index / 2)
          put(colour(Int(file[at]), index))
        }
        position += bytes + bytes % 2
      }
    }
    return indices
  }

  /// One of the two palette indices in a byte, or the only one.
  private func colour(_ byte: Int, _ index: Int) -> Int {
    header.packing == 1 ? byte : index.isMultiple(of: 2) ? byte >> 4 : byte & 15
  }

  private mutating func put(_ colour: Int) {
    if column < header.size.width, line < header.size.height {
      indices[line * header.size.width + column] = UInt8(truncatingIfNeeded: colour)
    }
    column += 1
  }
}
