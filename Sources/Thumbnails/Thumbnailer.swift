public import Files
public import PhotoFacts
internal import PhotoMetadata

/// Makes small upright JPEGs of photos.
///
/// Its state is only limits and placeholders, so all threads can share one. `ThumbnailStore` adds a cache and
/// merges concurrent requests.
public struct Thumbnailer: Sendable {
  /// The widths that are served; others can be made too.
  public static let widths = [160, 320, 640, 1_280]

  /// The longest possible side of a result.
  public static let largestSide = 4_096

  /// The resource limits.
  public var limits = ThumbnailLimits()

  /// The JPEG quality, 1 … 100.
  public var quality = 80

  /// Whether a film without a readable frame gets a plain picture in its place.
  public var hasPlaceholders = true

  let placeholder = Placeholder()

  /// Makes a thumbnailer.
  public init() {}

  /// Makes a thumbnail with the metadata of a photo in the index.
  public func thumbnail(of path: FilePath, facts: PhotoFacts, width: Int) throws(ThumbnailError)
    -> [UInt8]
  {
    try thumbnail(
      of: path, orientation: facts.orientation, storedSize: facts.storedSize,
      embeddedThumbnail: facts.embeddedThumbnail, width: width)
  }

  /// Makes a thumbnail: an upright baseline JPEG in the colour space of the photo.
  ///
  /// It contains no other metadata, and so no position. The embedded preview is used if it is large enough
  /// and shows the same picture. In formats that cannot be decoded here, it is used at any size. A video
  /// shows its cover, else a frame, else a placeholder.
  ///
  /// - Parameters:
  ///   - path: The photo.
  ///   - orientation: The orientation of the stored picture and of the embedded preview.
  ///   - storedSize: The size of the stored picture, to detect previews with black bars.
  ///   - embeddedThumbnail: The range of the embedded preview in the file.
  ///   - width: The longer side of the upright thumbnail, 16 … 4096 pixels.
  public func thumbnail(
    of path: FilePath, orientation: Orientation = .upright, storedSize: PixelSize? = nil,
    embeddedThumbnail: ByteRange? = nil, width: Int
  ) throws(ThumbnailError) -> [UInt8] {
    try thumbnail(
      of: PhotoFile(path).file, at: path, orientation: orientation, storedSize: storedSize,
      embeddedThumbnail: embeddedThumbnail, width: width)
  }

  /// The same for an open file; `path` is for errors.
  public func thumbnail(
    of file: ReadableFile, at path: FilePath, orientation: Orientation, storedSize: PixelSize?,
    embeddedThumbnail: ByteRange?, width: Int
  ) throws(ThumbnailError) -> [UInt8] {
    guard (16...Self.largestSide).contains(width) else {
      throw ThumbnailError(
        code: .width, path: path, reason: "a thumbnail is 16 to 4096 pixels wide")
    }
    let file = PhotoFile(file)
    let preview = EmbeddedPreview(file, embeddedThumbnail, of: storedSize, limits: limits)
    if let preview, preview.longSide >= width,
      let made = try? make(preview.bytes, preview.profile, orientation, width)
    {
      return made
    }
    let photo = Photo(path: path, orientation: orientation, storedSize: storedSize)
    do throws(Failure) {
      return try makeFromPhoto(file, photo, width)
    } catch {
      // A small picture is better than none.
      if let preview, let made = try? make(preview.bytes, preview.profile, orientation, width) {
        return made
      }
      throw ThumbnailError(code: error.code, path: path, reason: error.reason)
    }
  }

  func make(
    _ jpeg: [UInt8], _ profile: ICCProfile?, _ orientation: Orientation, _ width: Int
  ) throws(Failure) -> [UInt8] {
    let picture = try JPEGDecoder.decode(jpeg, longSide: width, limits: limits)
    return try encode(DecodedPicture(picture: picture, profile: profile), orientation)
  }

  func encode(_ decoded: DecodedPicture, _ orientation: Orientation) throws(Failure) -> [UInt8] {
    var picture = decoded.picture
    picture.convertToWritable()
    let upright = decoded.isUpright ? picture : picture.turned(by: orientation)
    let fitting = decoded.profile.flatMap { $0.describes(upright.samples) ? $0 : nil }
    return try upright.encoded(quality: quality, profile: fitting)
  }
}

/// The resource limits of a thumbnail.
public struct ThumbnailLimits: Hashable, Sendable {
  /// The largest file that is read, in bytes.
  public var fileBytes = 268_435_456

  /// The largest picture that is decoded, in pixels.
  public var pixels = 536_870_912

  /// The largest picture in a format that must be decoded as a whole, in pixels.
  public var wholePixels = 120_000_000

  /// The memory limit of a library, in bytes.
  public var libraryBytes = 1_610_612_736

  /// The CPU time limit of a library, in seconds.
  public var librarySeconds = 30

  /// The memory limit for the coefficients of a progressive JPEG, in bytes.
  public var coefficientBytes = 402_653_184

  /// The limit of scans of a progressive JPEG.
  public var scans = 100

  /// Makes the default limits.
  public init() {}
}

/// The reason of a `ThumbnailError` before the file is known.
struct Failure: Error {
  let code: ThumbnailError.Code
  let reason: String

  init(_ code: ThumbnailError.Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
