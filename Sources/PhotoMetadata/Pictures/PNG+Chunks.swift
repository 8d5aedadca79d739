/// Iterates over the chunks of a PNG file, without those that hold pixels.
struct PNGChunks {
  /// One chunk.
  struct Chunk {
    /// The type: four letters as a number.
    let type: UInt32

    /// The offset after the type.
    let payload: Int

    /// The number of bytes in it.
    let count: Int

    /// The offset of the next chunk, after the checksum.
    var next: Int { payload + count + 4 }

    /// Whether it is of the type with these four letters.
    func has(_ letters: StaticString) -> Bool { type == fourLetters(letters) }
  }

  /// The limit of chunks.
  private static let mostChunks = 8192

  private var position = 8
  private var chunksLeft = mostChunks
  private var stride = 1

  /// What is wrong, if the iteration ended before the end of the picture.
  private(set) var damage: String?

  /// The next chunk that does not hold pixels; nil at the end.
  mutating func next(in file: inout FileWindow) -> Chunk? {
    while chunksLeft > 0 {
      chunksLeft -= 1
      guard let chunk = chunk(at: position, in: &file) else {
        damage = "the file ends before its picture does"
        return nil
      }
      if chunk.has("IEND") { return nil }
      position = chunk.next
      guard chunk.has("IDAT") else { return chunk }
      skipAlike(chunk, in: &file)
    }
    damage = "more than \(Self.mostChunks) chunks"
    return nil
  }

  /// Skips chunks of pixels in strides.
  ///
  /// Encoders write thousands of chunks of equal length; later metadata follows all of them.
  private mutating func skipAlike(_ chunk: Chunk, in file: inout FileWindow) {
    let length = chunk.next - chunk.payload + 8
    let ahead = position + (stride - 1) * length
    if let other = self.chunk(at: ahead, in: &file), other.type == chunk.type,
      other.count == chunk.count
    {
      position = ahead + length
      stride = min(2 * stride, 1024)
    } else {
      stride = 1
    }
  }

  private func chunk(at offset: Int, in file: inout FileWindow) -> Chunk? {
    guard let count = file.uint32(at: offset, .big), let type = file.uint32(at: offset + 4, .big)
    else { return nil }
    return Chunk(type: type, payload: offset + 8, count: Int(count))
  }
}

/// Four letters as a big-endian number.
func fourLetters(_ letters: StaticString) -> UInt32 {
  let bytes = unsafe UnsafeBufferPointer(
    start: letters.utf8Start, count: letters.utf8CodeUnitCount)
  return unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) }
}
