internal import PhotoFacts
internal import PhotoMetadata

/// The result of a decoder, at most as large as requested.
struct DecodedPicture {
  var picture: Picture
  var profile: ICCProfile?

  /// Whether the picture is upright already; if false, the orientation of the photo must be applied.
  var isUpright = false
}

extension ICCProfile {
  /// Whether the profile applies to samples of this kind; a CMYK profile would distort RGB.
  func describes(_ samples: Picture.Samples) -> Bool {
    let space = bytes[16..<20]
    switch samples {
    case .gray: return space.elementsEqual("GRAY".utf8)
    case .ycc, .rgb: return space.elementsEqual("RGB ".utf8)
    case .cmyk, .invertedCMYK: return false
    }
  }
}

extension PixelSize {
  /// The size scaled to a longer side; never enlarged, and at least one pixel.
  func fitting(_ longSide: Int) -> PixelSize {
    let long = max(width, height)
    guard long > longSide else { return self }
    func scaled(_ side: Int) -> Int { max(1, (side * longSide + long / 2) / long) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// Throws if the picture has too many pixels to decode.
  func check(atMost limit: Int) throws(Failure) {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0 else { throw Failure(.damaged, "has no pixels") }
    guard !overflows, pixels <= limit else {
      throw Failure(.tooLarge, "has \(width) × \(height) pixels, which are too many")
    }
  }
}

extension Reduction {
  /// Scales down a full-size picture whose rows `read` writes into a buffer.
  static func reduce(
    _ size: PixelSize, _ samples: Picture.Samples, longSide: Int,
    _ read: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Picture {
    var reduction = Reduction(
      of: size, eighths: 8, rowWidth: size.width, to: size.fitting(longSide), samples: samples)
    return try reduction.run(read)
  }
}

/// A colour sample composited over white, because a JPEG has no transparency.
@inline(__always)
func overWhite(_ sample: UInt8, _ opacity: UInt8, isPremultiplied: Bool = false) -> UInt8 {
  if isPremultiplied { return UInt8(clamping: Int(sample) + 255 - Int(opacity)) }
  return UInt8(
    truncatingIfNeeded: (Int(sample) * Int(opacity) + 255 * (255 - Int(opacity)) + 127) / 255)
}
