internal import PhotoMetadata

/// The chunks of a WebP file that libwebp does not handle.
enum WebPChunks {
  /// The colour profile.
  static func profile(in file: [UInt8]) -> ICCProfile? {
    first("ICCP", in: file[...].dropFirst(12)).flatMap { ICCProfile($0) }
  }

  /// The part that libwebp can decode: the file, or the first frame of an animation.
  static func still(in file: [UInt8]) -> ArraySlice<UInt8> {
    let frameHeader = 16
    guard let frame = first("ANMF", in: file[...].dropFirst(12)), frame.count > frameHeader else {
      return file[...]
    }
    return frame.dropFirst(frameHeader)
  }

  /// The content of the first chunk of a type; shorter if the file is truncated.
  private static func first(_ type: StaticString, in chunks: ArraySlice<UInt8>)
    -> ArraySlice<UInt8>?
  {
    var rest = chunks
    let wanted = type.description.utf8
    var chunksLeft = 1024
    while rest.count >= 8, chunksLeft > 0 {
      chunksLeft -= 1
      let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      if rest.starts(with: wanted) { return rest.dropFirst(8).prefix(length) }
      rest = rest.dropFirst(8 + length + length % 2)
    }
    return nil
  }
}
