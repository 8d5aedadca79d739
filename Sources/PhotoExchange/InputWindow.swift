/// A window on bytes that arrive in pieces: it grows at its end and is let go of at its start.
struct InputWindow {
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  /// How many bytes have gone by before the first of the window.
  private(set) var passed = 0
  private let read: () throws -> [UInt8]

  /// `read` gives the next piece; an empty one ends it.
  init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// Lets go of bytes at the front and takes in a piece; false at the end.
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
