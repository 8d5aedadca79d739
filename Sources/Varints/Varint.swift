/// Whole numbers in as few bytes as they need (varints): seven bits per byte, the lowest bits first, and the highest
/// bit of each byte but the last is set.
extension [UInt8] {
  /// Appends a number.
  @inlinable
  public mutating func append(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The number at a position, which is moved behind it; nil if the bytes end within it, or if it has more than 64 bits.
  @inlinable
  @inline(__always)
  public func varint(at position: inout Int) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while position < endIndex, shift < 64 {
      let byte = UInt64(self[position])
      position += 1
      guard shift < 63 || byte <= 1 else { return nil }
      number |= (byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// The number with its sign in the lowest bit, so that negative numbers near zero are short too.
  @inlinable public var zigzag: Magnitude {
    Magnitude(truncatingIfNeeded: self << 1 ^ self >> (Self.bitWidth - 1))
  }

  /// The number of which `zigzag` is this one.
  @inlinable
  public init(zigzag number: Magnitude) {
    self = Self(truncatingIfNeeded: number >> 1) ^ (0 &- Self(truncatingIfNeeded: number & 1))
  }
}
