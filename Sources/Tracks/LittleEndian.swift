extension [UInt8] {
  /// The unsigned number in up to four bytes at an offset; nil beyond the end.
  func number(at place: Int, bytes count: Int, isBigEndian: Bool = false) -> UInt32? {
    guard place >= 0, count <= 4, place <= self.count - count else { return nil }
    return (0..<count).reduce(0) { value, index in
      let byte = UInt32(self[place + index])
      return isBigEndian ? value << 8 | byte : value | byte << (8 * UInt32(index))
    }
  }
}
