/// The pixels of a small PNG or WebP picture as they are stored, of which each means a number.
public struct ExactPicture: Sendable {
  /// Pixels across.
  public let width: Int

  /// Pixels down.
  public let height: Int

  /// Red, green and blue of each pixel, row by row; transparent ones are white.
  public let samples: [UInt8]

  /// Decodes a picture in a process of its own.
  ///
  /// Throws if it is damaged or in another format, which would not be exact, or if it has more pixels than a square of this
  /// side.
  public init(_ file: [UInt8], longestSide: Int) throws {
    var limits = ThumbnailLimits()
    limits.wholePixels = longestSide * longestSide
    limits.pixels = limits.wholePixels
    limits.libraryBytes = 64 << 20
    limits.librarySeconds = 2
    let decoder: LibraryDecoder
    switch PictureKind(Array(file.prefix(256))) {
    case .library(.png): decoder = .png
    case .library(.webp) where !Self.isLossy(file): decoder = .webp
    default: throw Failure(.unsupported, "is neither PNG nor WebP without loss")
    }
    // As long as the longest picture that is accepted, so that none is scaled.
    let picture = try decoder.decode(file, longSide: longestSide * longestSide, limits: limits)
      .picture
    guard picture.samples == .rgb else { throw Failure(.unsupported, "is grey") }
    (width, height, samples) = (picture.width, picture.height, picture.bytes)
  }

  /// Whether colours of a WebP picture are only similar to those that were stored.
  private static func isLossy(_ file: [UInt8]) -> Bool {
    file.dropFirst(12).starts(with: "VP8 ".utf8)
  }
}
