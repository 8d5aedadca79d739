/// Reads consecutive big-endian numbers.
struct Fields {
  /// The offset of the next number.
  private(set) var position: Int

  private let end: Int

  init(at position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Reads a number of 0 to 8 bytes.
  @inline(__always)
  mutating func number(_ width: Int, in file: inout FileWindow) -> Int? {
    guard position + width <= end, width <= 8 else { return nil }
    var value = 0
    for index in 0..<width {
      guard let byte = file.byte(at: position + index) else { return nil }
      value = value << 8 | Int(byte)
    }
    position += width
    return value >= 0 ? value : nil
  }
}
