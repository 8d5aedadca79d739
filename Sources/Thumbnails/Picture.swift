/// Pixels in memory, row by row.
struct Picture {
  /// The meaning of the samples of a pixel.
  enum Samples {
    case gray
    case ycc
    case rgb
    case cmyk
    case invertedCMYK

    var count: Int {
      switch self {
      case .gray: 1
      case .ycc, .rgb: 3
      case .cmyk, .invertedCMYK: 4
      }
    }
  }

  let width: Int
  let height: Int
  private(set) var samples: Samples
  private(set) var bytes: [UInt8]

  /// Makes a picture of `width * height * samples.count` bytes.
  init(width: Int, height: Int, samples: Samples, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.samples = samples
    self.bytes = bytes
  }

  /// Converts CMYK to RGB, as far as that is possible without the printer's profile.
  mutating func convertToWritable() {
    guard samples == .cmyk || samples == .invertedCMYK else { return }
    let flip: UInt8 = samples == .cmyk ? 255 : 0
    var light: [UInt8] = []
    light.reserveCapacity(width * height * 3)
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let unblackened = Int(bytes[pixel + 3] ^ flip)
      for ink in 0..<3 {
        light.append(UInt8((Int(bytes[pixel + ink] ^ flip) * unblackened + 127) / 255))
      }
    }
    bytes = light
    samples = .rgb
  }
}
