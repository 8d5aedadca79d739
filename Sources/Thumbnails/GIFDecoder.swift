internal import PhotoFacts

/// Decodes the first picture of a GIF.
struct GIFDecoder {
  private let file: [UInt8]
  private var position = 13
  private var palette: ArraySlice<UInt8> = []
  private var transparent: Int?

  static func decode(_ file: [UInt8], longSide: Int, limits: ThumbnailLimits) throws(Failure)
    -> DecodedPicture
  {
    var decoder = GIFDecoder(file: file)
    let whole = try decoder.firstPicture(limits)
    var next = 0
    let size = PixelSize(width: whole.width, height: whole.height)
    let picture = try Reduction.reduce(size, .rgb, longSide: longSide) { row throws(Failure) in
      for index in row.indices { row[index] = whole.bytes[next + index] }
      next += row.count
    }
    return DecodedPicture(picture: picture)
  }

  private init(file: [UInt8]) { self.file = file }

  private func byte(_ at: Int) throws(Failure) -> Int {
    guard at < file.count else { throw Failure(.damaged, "ends before its first picture") }
    return Int(file[at])
  }

  private func number(_ at: Int) throws(Failure) -> Int { try byte(at) | byte(at + 1) << 8 }

  private mutating func readPalette(_ flags: Int) {
    guard flags & 0x80 != 0 else { return }
    let count = 3 << (flags & 7 + 1)
    palette = file[min(position, file.count)..<min(position + count, file.count)]
    position += count
  }

  private mutating func firstPicture(_ limits: ThumbnailLimits) throws(Failure) -> Picture {
    let screen = PixelSize(width: try number(6), height: try number(8))
    readPalette(try byte(10))
    while true {
      let mark = try byte(position)
      position += 1
      switch mark {
      case 0x21: try skipExtension()
      case 0x2C: return try picture(on: screen, limits)
      default: throw Failure(.damaged, "has no picture")
      }
    }
  }

  private mutating func skipExtension() throws(Failure) {
    let graphicControl = 0xF9
    if try byte(position) == graphicControl, try byte(position + 2) & 1 == 1 {
      transparent = try byte(position + 5)
    }
    position += 1
    while case let count = try byte(position), count > 0 { position += 1 + count }
    position += 1
  }

  private mutating func picture(on screen: PixelSize, _ limits: ThumbnailLimits) throws(Failure)
    -> Picture
  {
    let (left, top) = (try number(position), try number(position + 2))
    let size = PixelSize(width: try number(position + 4), height: try number(position + 6))
    try size.check(atMost: limits.wholePixels)
    let flags = try byte(position + 8)
    position += 9
    readPalette(flags)
    // Some writers leave the size of the screen out, or make it too small.
    let canvas = PixelSize(
      width: max(screen.width, left + size.width), height: max(screen.height, top + size.height))
    try canvas.check(atMost: limits.wholePixels)
    var bytes = [UInt8](repeating: 255, count: 3 * canvas.width * canvas.height)
    let lines = Self.lines(size.height, isInterlaced: flags & 0x40 != 0)
    var (line, column) = (0, 0)
    let colours = Array(palette)
    var unpacker = LZWUnpacker(file, at: position)
    unpacker.unpack { run in
      for index in run {
        guard line < lines.count else { return false }
        if Int(index) != transparent, 3 * Int(index) + 2 < colours.count {
          let target = 3 * ((top + lines[line]) * canvas.width + left + column)
          for channel in 0..<3 { bytes[target + channel] = colours[3 * Int(index) + channel] }
        }
        column += 1
        if column == size.width { (line, column) = (line + 1, 0) }
      }
      return true
    }
    guard line > 0 || column > 0 else { throw Failure(.damaged, "has no pixels") }
    return Picture(width: canvas.width, height: canvas.height, samples: .rgb, bytes: bytes)
  }

  /// The lines in the order in which they stand in the file.
  private static func lines(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }
}
