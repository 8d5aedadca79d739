/// A sliding window on a stream: it grows at the end and is dropped at the start.
struct InputWindow {
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  /// The number of bytes before the window.
  private(set) var passed = 0
  private let read: () throws -> [UInt8]

  /// `read` returns the next piece; an empty one ends the stream.
  init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// Drops bytes at the start and reads a piece; returns false at the end.
  mutating func advance(droppingFirst count: Int) throws -> Bool {
    guard !isAtEnd else { return false }
    let piece = try read()
    guard !piece.isEmpty else {
      isAtEnd = true
      return false
    }
    passed += count
    if count == bytes.count {
      bytes = piece
    } else {
      bytes.removeFirst(count)
      bytes += piece
    }
    return true
  }
}
