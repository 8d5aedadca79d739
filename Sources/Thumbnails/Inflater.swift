internal import CZlib

/// The one owner of a zlib stream that unpacks bytes as they are asked for.
@safe final class Inflater {
  private var stream: z_stream
  private var pieces: [Range<Int>]
  private let file: [UInt8]
  private var isOver = false

  /// Starts on a stream that lies in pieces of a file.
  init(_ file: [UInt8], pieces: [Range<Int>]) throws(Failure) {
    unsafe stream = z_stream()
    self.file = file
    self.pieces = pieces.reversed()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit_(&stream, zlibVersion(), size) == Z_OK else {
      throw Failure(.damaged, "cannot be unpacked: out of memory")
    }
  }

  deinit { unsafe inflateEnd(&stream) }

  /// Fills a buffer; what a file that is cut short no longer has is left as it was.
  ///
  /// Answers how many bytes came.
  func read(into target: inout [UInt8]) throws(Failure) -> Int {
    var filled = 0
    while filled < target.count, !isOver, let piece = pieces.popLast() {
      let room = target.count - filled
      let (used, made, result) = step(piece, into: &target, at: filled)
      filled += made
      if used < piece.count { pieces.append((piece.lowerBound + used)..<piece.upperBound) }
      if result == Z_STREAM_END { isOver = true }
      guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
        // What came before the damage is still good.
        isOver = true
        break
      }
      if result == Z_BUF_ERROR, used == 0, made == 0, room > 0 { pieces.removeAll() }
    }
    return filled
  }

  private func step(_ piece: Range<Int>, into target: inout [UInt8], at filled: Int)
    -> (used: Int, made: Int, result: Int32)
  {
    // zlib counts in 32 bits.
    let (input, output) = (min(piece.count, 1 << 30), min(target.count - filled, 1 << 30))
    let result = unsafe file.withUnsafeBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { buffer in
        unsafe stream.next_in = UnsafeMutablePointer(
          mutating: source.baseAddress?.advanced(by: piece.lowerBound))
        unsafe stream.avail_in = UInt32(input)
        unsafe stream.next_out = buffer.baseAddress?.advanced(by: filled)
        unsafe stream.avail_out = UInt32(output)
        return unsafe inflate(&stream, Z_NO_FLUSH)
      }
    }
    return unsafe (input - Int(stream.avail_in), output - Int(stream.avail_out), result)
  }
}
