internal import CPhotoShims
internal import PhotoFacts

/// Decodes JPEGs with libjpeg at a reduced size.
enum JPEGDecoder {
  /// The size in the header of a JPEG.
  static func size(of jpeg: [UInt8], limits: ThumbnailLimits) throws(Failure) -> PixelSize {
    try withReader(jpeg, limits) { reader throws(Failure) in reader.size }
  }

  /// Decodes a picture with a longer side of `longSide`, or its own size if that is smaller.
  static func decode(_ jpeg: [UInt8], longSide: Int, limits: ThumbnailLimits) throws(Failure)
    -> Picture
  {
    try withReader(jpeg, limits) { reader throws(Failure) in
      let stored = reader.size
      guard stored.width * stored.height <= limits.pixels else {
        throw Failure(
          .tooLarge, "has \(stored.width) × \(stored.height) pixels, which are too many")
      }
      let target = stored.fitting(longSide)
      // libjpeg can decode at eighths of the size and skips the detail that is not needed, which is much faster.
      let eighths = (1...8).first { eighths in
        (stored.width * eighths + 7) / 8 >= target.width
          && (stored.height * eighths + 7) / 8 >= target.height
      }
      let rows = try reader.start(eighths: eighths ?? 8)
      var reduction = Reduction(
        of: stored, eighths: eighths ?? 8, rowWidth: rows.width, to: target, samples: rows.samples)
      return try reduction.run { row throws(Failure) in try reader.readRow(into: &row) }
    }
  }

  private static func withReader<Result>(
    _ jpeg: [UInt8], _ limits: ThumbnailLimits,
    _ body: (borrowing JPEGReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The bytes stay valid while the reader exists, which is inside the closure.
    let outcome = unsafe jpeg.withUnsafeBufferPointer { bytes in
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(
          try body(try unsafe JPEGReader(bytes, limits)))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

/// Owns a libjpeg decompressor.
@safe struct JPEGReader: ~Copyable {
  private let handle: OpaquePointer
  let size: PixelSize

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: ThumbnailLimits) throws(Failure) {
    var message = [CChar](repeating: 0, count: Int(PHOTO_JPEG_MESSAGE_SIZE))
    guard
      let opened = unsafe photo_jpeg_open(
        bytes.baseAddress, bytes.count, limits.coefficientBytes, CInt(clamping: limits.scans),
        &message)
    else { throw Failure(.damaged, "cannot be decoded: \(text(message))") }
    unsafe handle = opened
    let facts = unsafe photo_jpeg_facts(opened)
    size = PixelSize(width: Int(facts.width), height: Int(facts.height))
  }

  deinit { unsafe photo_jpeg_close(handle) }

  /// Starts decoding at a number of eighths of the size, and returns the format of the rows.
  func start(eighths: Int) throws(Failure) -> (width: Int, samples: Picture.Samples) {
    guard unsafe photo_jpeg_start(handle, UInt32(eighths)) == 1 else { throw failure }
    let facts = unsafe photo_jpeg_facts(handle)
    guard let samples = Picture.Samples(facts.samples), samples.count == Int(facts.channels) else {
      throw Failure(.unsupported, "has \(facts.channels) colours that cannot be shown")
    }
    return (Int(facts.row_width), samples)
  }

  /// Decodes the next row into a buffer of the length of a row.
  func readRow(into row: inout [UInt8]) throws(Failure) {
    let isRead = unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe photo_jpeg_read_row(handle, row.baseAddress) == 1
    }
    guard isRead else { throw failure }
  }

  private var failure: Failure {
    let message = unsafe String(cString: photo_jpeg_message(handle))
    return Failure(.damaged, "cannot be decoded: \(message)")
  }
}

extension Picture.Samples {
  fileprivate init?(_ number: CInt) {
    switch number {
    case CInt(PHOTO_JPEG_GRAY.rawValue): self = .gray
    case CInt(PHOTO_JPEG_YCC.rawValue): self = .ycc
    case CInt(PHOTO_JPEG_RGB.rawValue): self = .rgb
    case CInt(PHOTO_JPEG_CMYK.rawValue): self = .cmyk
    case CInt(PHOTO_JPEG_INVERTED_CMYK.rawValue): self = .invertedCMYK
    default: return nil
    }
  }

  var number: CInt {
    switch self {
    case .gray: CInt(PHOTO_JPEG_GRAY.rawValue)
    case .ycc: CInt(PHOTO_JPEG_YCC.rawValue)
    case .rgb: CInt(PHOTO_JPEG_RGB.rawValue)
    case .cmyk: CInt(PHOTO_JPEG_CMYK.rawValue)
    case .invertedCMYK: CInt(PHOTO_JPEG_INVERTED_CMYK.rawValue)
    }
  }
}

/// A message from a C buffer.
func text(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
