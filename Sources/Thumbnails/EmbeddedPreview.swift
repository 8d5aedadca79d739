internal import PhotoFacts
internal import PhotoMetadata

/// The small JPEG that a camera embeds in its photos.
struct EmbeddedPreview {
  let bytes: [UInt8]
  let longSide: Int

  /// The head of the file, which may contain the colour profile.
  private let head: [UInt8]

  /// Reads the preview; nil if there is none, if it cannot be decoded, or if its shape is not the photo's.
  ///
  /// Cameras fill a fixed 160 × 120 with black bars.
  init?(
    _ file: PhotoFile, _ range: ByteRange?, of size: PixelSize?,
    limits: ThumbnailLimits
  ) {
    guard let range, let size, range.offset >= 0, range.count > 2, size.width > 0, size.height > 0,
      range.count <= min(file.size, limits.fileBytes), range.offset <= file.size - range.count,
      let bytes = try? file.read(range.offset..<(range.offset + range.count)),
      let own = try? JPEGDecoder.size(of: bytes, limits: limits),
      Self.sameShape(own, size)
    else { return nil }
    self.bytes = bytes
    longSide = max(own.width, own.height)
    head = (try? file.read(0..<262_144)) ?? []
  }

  /// The profile of the photo, which also applies to its preview.
  var profile: ICCProfile? { ICCProfile.find(in: bytes) ?? ICCProfile.find(in: head) }

  /// Whether two aspect ratios agree to 2 %; cameras round by a pixel.
  private static func sameShape(_ one: PixelSize, _ other: PixelSize) -> Bool {
    let expected = Double(one.width) * Double(other.height) / Double(other.width)
    return abs(expected - Double(one.height)) <= max(1, 0.02 * expected)
  }
}
