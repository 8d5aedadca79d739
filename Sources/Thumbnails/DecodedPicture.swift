internal import PhotoFacts

/// What a decoder makes of a file: no larger than it was asked for.
struct DecodedPicture {
  var picture: Picture
  var profile: ICCProfile?

  /// Whether the decoder has turned it upright by what the format itself says; else the photo's
  /// orientation is still to be applied.
  var isUpright = false
}

extension PixelSize {
  /// The size with that longer side, never larger than the picture, never without pixels.
  func fitting(_ longSide: Int) -> PixelSize {
    let long = max(width, height)
    guard long > longSide else { return self }
    func scaled(_ side: Int) -> Int { max(1, (side * longSide + long / 2) / long) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// Refuses a picture of more pixels than are worth decoding.
  func check(atMost limit: Int) throws(Failure) {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0 else { throw Failure(.damaged, "has no pixels") }
    guard !overflows, pixels <= limit else {
      throw Failure(.tooLarge, "has \(width) × \(height) pixels, which are too many")
    }
  }
}

extension Reduction {
  /// Reduces a picture at its full size, of which `read` puts row after row into a buffer.
  static func reduce(
    _ size: PixelSize, _ samples: Picture.Samples, longSide: Int,
    _ read: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Picture {
    var reduction = Reduction(
      of: size, eighths: 8, rowWidth: size.width, to: size.fitting(longSide), samples: samples)
    return try reduction.run(read)
  }
}

/// A colour sample over white, which is what a JPEG puts in place of what one can see through.
@inline(__always)
func overWhite(_ sample: UInt8, _ opacity: UInt8, isPremultiplied: Bool = false) -> UInt8 {
  if isPremultiplied { return UInt8(clamping: Int(sample) + 255 - Int(opacity)) }
  return UInt8(
    truncatingIfNeeded: (Int(sample) * Int(opacity) + 255 * (255 - Int(opacity)) + 127) / 255)
}
