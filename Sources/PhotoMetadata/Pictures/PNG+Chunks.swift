/// The chunks of a PNG file, one after the other, without the pixels.
struct PNGChunks {
  /// One chunk.
  struct Chunk {
    /// What it is: four letters as a number.
    let type: UInt32

    /// The first byte after the type.
    let payload: Int

    /// Bytes in it.
    let count: Int

    /// Where the next chunk starts, past the checksum.
    var next: Int { payload + count + 4 }

    /// Whether it is of the type with these four letters.
    func has(_ letters: StaticString) -> Bool { type == fourLetters(letters) }
  }

  /// More chunks than this are not walked.
  private static let mostChunks = 8192

  private var position = 8
  private var chunksLeft = mostChunks
  private var stride = 1

  /// Why the walk is over, once it is over before the end of the picture.
  private(set) var damage: String?

  /// The next chunk that holds no pixels, or nothing at the end.
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

  /// Skips pixels in strides: encoders cut them into thousands of chunks of one length, and what
  /// was written last stands behind all of them.
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

/// Four letters as the number they stand for in a file.
func fourLetters(_ letters: StaticString) -> UInt32 {
  let bytes = unsafe UnsafeBufferPointer(
    start: letters.utf8Start, count: letters.utf8CodeUnitCount)
  return unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) }
}
