internal import PhotoFacts

/// What stands in a PNG file before and around its pixels.
struct PNGHeader {
  enum Colour: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var depth = 8
  private(set) var colour = Colour.gray
  private(set) var isInterlaced = false

  /// Red, green and blue of each colour of the palette.
  private(set) var palette: [UInt8] = []

  /// The opacity of each colour of the palette, or the one colour that is not there.
  private(set) var transparency: [UInt8] = []
  private(set) var profile: ICCProfile?

  /// Where the packed pixels lie.
  private(set) var pieces: [Range<Int>] = []

  /// Reads the chunks up to the end, however it comes.
  init(_ file: [UInt8]) throws(Failure) {
    var position = 8
    var hasHeader = false
    while position + 8 <= file.count {
      let length = Self.number(file, position)
      let type = file[(position + 4)..<(position + 8)]
      let start = position + 8
      let content = start..<min(start + length, file.count)
      if type.elementsEqual("IHDR".utf8) {
        try readHeader(file[content])
        hasHeader = true
      } else if type.elementsEqual("PLTE".utf8) {
        palette = Array(file[content].prefix(768))
      } else if type.elementsEqual("tRNS".utf8) {
        transparency = Array(file[content].prefix(256))
      } else if type.elementsEqual("iCCP".utf8), profile == nil {
        profile = Self.profile(file, content)
      } else if type.elementsEqual("IDAT".utf8) {
        pieces.append(content)
      } else if type.elementsEqual("IEND".utf8) {
        break
      }
      guard hasHeader else { throw Failure(.damaged, "does not start with its size") }
      position = start + length + 4
    }
    guard hasHeader, !pieces.isEmpty else { throw Failure(.damaged, "has no pixels") }
  }

  private mutating func readHeader(_ content: ArraySlice<UInt8>) throws(Failure) {
    let bytes = Array(content)
    guard bytes.count >= 13, let colour = Colour(rawValue: bytes[9]), bytes[10] == 0,
      bytes[11] == 0,
      bytes[12] <= 1
    else { throw Failure(.damaged, "has a header that makes no sense") }
    let depths: Set<UInt8> =
      switch colour {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    guard depths.contains(bytes[8]) else {
      throw Failure(.damaged, "has \(bytes[8]) bits a sample")
    }
    size = PixelSize(width: Self.number(bytes, 0), height: Self.number(bytes, 4))
    (depth, self.colour, isInterlaced) = (Int(bytes[8]), colour, bytes[12] == 1)
  }

  /// Bytes of a row of so many pixels, without the one that names its filter.
  func rowCount(_ width: Int) -> Int { (width * depth * colour.channels + 7) / 8 }

  private static func profile(_ file: [UInt8], _ content: Range<Int>) -> ICCProfile? {
    // A name, a NUL, the way it is packed, the packed profile.
    guard let end = file[content].prefix(80).firstIndex(of: 0), end + 2 < content.upperBound,
      let inflater = try? Inflater(file, pieces: [(end + 2)..<content.upperBound])
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: ICCProfile.sizeLimit)
    guard let count = try? inflater.read(into: &bytes), count >= 128, count < bytes.count else {
      return nil
    }
    return ICCProfile(bytes: Array(bytes.prefix(count)))
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
    bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
