internal import CPhotoShims
internal import Files
internal import PhotoFacts
internal import PhotoMetadata

/// The formats that a library decodes in a sandboxed process.
enum LibraryDecoder {
  case heif
  case webp
  case jpegXL
  case tiff
  case png
  case gif
  case raw
  case film

  /// Decodes a picture with a longer side of `longSide`, or its own size if that is smaller.
  func decode(_ file: [UInt8], longSide: Int, limits: ThumbnailLimits) throws(Failure)
    -> DecodedPicture
  {
    let still = self == .webp ? WebPChunks.still(in: file) : file[...]
    var decoded = try unsafe still.withUnsafeBufferPointer { still in
      Result { () throws(Failure) in
        try unsafe decode(
          photo_source(bytes: still.baseAddress, count: still.count, descriptor: -1),
          longSide: longSide, limits: limits)
      }
    }.get()
    if self == .webp { decoded.profile = WebPChunks.profile(in: file) }
    if self == .heif || self == .jpegXL { decoded.isUpright = true }
    return decoded
  }

  /// Decodes a frame of a video; reads only the parts of the file that are needed.
  static func decodeFrame(of film: PhotoFile, longSide: Int, limits: ThumbnailLimits)
    throws(Failure) -> DecodedPicture
  {
    try unsafe Self.film.decode(
      photo_source(bytes: nil, count: film.size, descriptor: film.file.descriptor),
      longSide: longSide, limits: limits)
  }

  private func decode(_ source: photo_source, longSide: Int, limits: ThumbnailLimits)
    throws(Failure) -> DecodedPicture
  {
    let pixels = try unsafe ForeignPixels(source, self, longSide: longSide, limits: limits)
    return try pixels.decoded(longSide: longSide, limits: limits)
  }
}

extension LibraryDecoder {
  fileprivate var number: photo_pixel_decoder {
    switch self {
    case .heif: PHOTO_DECODE_HEIF
    case .webp: PHOTO_DECODE_WEBP
    case .jpegXL: PHOTO_DECODE_JXL
    case .tiff: PHOTO_DECODE_TIFF
    case .png: PHOTO_DECODE_PNG
    case .gif: PHOTO_DECODE_GIF
    case .raw: PHOTO_DECODE_RAW
    case .film: PHOTO_DECODE_FILM
    }
  }
}

/// Owns the pixels that a library decoded.
@safe private struct ForeignPixels: ~Copyable {
  private var pixels: photo_pixels

  init(
    _ source: photo_source, _ decoder: LibraryDecoder, longSide: Int, limits: ThumbnailLimits
  ) throws(Failure) {
    var message = [CChar](repeating: 0, count: Int(PHOTO_PIXEL_MESSAGE_SIZE))
    var made = unsafe photo_pixels()
    let most = photo_pixel_limits(
      pixels: UInt64(limits.wholePixels), streamed_pixels: UInt64(limits.pixels),
      bytes: UInt64(limits.libraryBytes),
      seconds: UInt32(limits.librarySeconds))
    let outcome = unsafe photo_decode(
      decoder.number, source, UInt32(clamping: longSide), most, &made, &message)
    let why = text(message)
    switch photo_pixel_outcome(rawValue: UInt32(outcome)) {
    case PHOTO_PIXELS_MADE: unsafe pixels = made
    case PHOTO_PIXELS_TOO_LARGE: throw Failure(.tooLarge, "is too large: \(why)")
    case PHOTO_PIXELS_UNSUPPORTED: throw Failure(.unsupported, "cannot be decoded here: \(why)")
    default: throw Failure(.damaged, why.isEmpty ? "is damaged" : "cannot be decoded: \(why)")
    }
  }

  deinit {
    var pixels = unsafe pixels
    unsafe photo_pixels_release(&pixels)
  }

  /// The profile in the file, or one made from its code points.
  var profile: ICCProfile? {
    guard let start = unsafe pixels.profile else {
      return unsafe ICCProfile.of(primaries: pixels.primaries, transfer: pixels.transfer)
    }
    let count = unsafe pixels.profile_count
    return unsafe ICCProfile(UnsafeBufferPointer(start: start, count: count))
  }

  func decoded(longSide: Int, limits: ThumbnailLimits) throws(Failure) -> DecodedPicture {
    let isUpright = unsafe pixels.upright != 0
    return DecodedPicture(
      picture: try reduced(longSide: longSide, limits: limits), profile: profile,
      isUpright: isUpright)
  }

  private func reduced(longSide: Int, limits: ThumbnailLimits) throws(Failure) -> Picture {
    let size = unsafe PixelSize(width: Int(pixels.width), height: Int(pixels.height))
    try size.check(atMost: limits.wholePixels)
    let (channels, stride) = unsafe (Int(pixels.channels), pixels.stride)
    let samples: Picture.Samples = channels <= 2 ? .gray : .rgb
    guard let start = unsafe pixels.bytes, stride >= size.width * channels else {
      throw Failure(.damaged, "has no pixels")
    }
    let isPremultiplied = unsafe pixels.premultiplied != 0
    var next = 0
    return try Reduction.reduce(size, samples, longSide: longSide) { row throws(Failure) in
      let source = unsafe UnsafeBufferPointer(
        start: start + next * stride, count: size.width * channels)
      next += 1
      if channels == samples.count {
        for index in source.indices { row[index] = unsafe source[index] }
      } else {
        var at = 0
        for pixel in 0..<size.width {
          let first = pixel * channels
          let opacity = unsafe source[first + channels - 1]
          for channel in 0..<(channels - 1) {
            row[at] = unsafe overWhite(
              source[first + channel], opacity, isPremultiplied: isPremultiplied)
            at += 1
          }
        }
      }
    }
  }
}
