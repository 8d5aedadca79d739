internal import PhotoFacts

/// The header of a BMP file.
struct BMPHeader {
  let size: PixelSize

  /// Whether the first row in the file is the topmost one; usually it is the bottom one.
  let isTopDown: Bool
  let depth: Int

  /// The compression: 0 for none, 1 and 2 for runs, 3 and 6 for channel masks.
  let packing: Int

  /// The masks of red, green and blue in a pixel of 16 or 32 bits.
  let masks: [UInt32]

  /// The palette: blue, green, red and an unused byte per colour.
  let palette: [UInt8]
  let pixels: Int

  /// The bytes of a row, padded to a multiple of four.
  var rowCount: Int { (size.width * depth + 31) / 32 * 4 }

  init(_ file: [UInt8]) throws(Failure) {
    func number(_ at: Int, _ count: Int = 4) -> Int {
      guard at >= 0, at + count <= file.count else { return 0 }
      return file[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let length = number(14)
    guard file.count >= 26, length >= 12, length <= 4_096 else {
      throw Failure(.damaged, "has an invalid header")
    }
    let isOld = length == 12
    let width = isOld ? number(18, 2) : number(18)
    let height = isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22)))
    size = PixelSize(width: width, height: abs(height))
    isTopDown = height < 0
    let depth = number(isOld ? 24 : 28, 2)
    let packing = isOld ? 0 : number(30)
    guard [1, 4, 8, 16, 24, 32].contains(depth), [0, 1, 2, 3, 6].contains(packing),
      packing == 0 || (packing == 1) == (depth == 8) || packing == 3 || packing == 6
    else { throw Failure(.unsupported, "has \(depth) bits per pixel and compression \(packing)") }
    (self.depth, self.packing) = (depth, packing)
    if packing == 3 || packing == 6 {
      guard depth >= 16 else { throw Failure(.damaged, "has masks for a palette") }
      masks = [54, 58, 62].map { UInt32(number($0)) }
    } else {
      masks = depth == 16 ? [0x7C00, 0x03E0, 0x001F] : [0xFF0000, 0xFF00, 0xFF]
    }
    let colour = isOld ? 3 : 4
    let start = 14 + length
    let used = isOld ? 0 : number(46)
    let count = depth > 8 ? 0 : (1...256).contains(used) ? min(used, 1 << depth) : 1 << depth
    palette = (0..<count).flatMap { index in
      (0..<3).map { UInt8(number(start + index * colour + $0, 1)) } + [0]
    }
    pixels = number(10)
  }
}
