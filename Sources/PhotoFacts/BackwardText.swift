/// Writes text from its last character to its first, as the digits of a number are computed.
///
/// It never writes outside its buffer; what does not fit is dropped.
@usableFromInline @safe package struct BackwardText {
  @usableFromInline let room: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline var start: Int

  @inlinable package init(_ room: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.room = room
    start = room.count
  }

  @inlinable package var written: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: room[start...])
  }

  @inlinable @inline(__always)
  package mutating func prepend(_ byte: UInt8) {
    guard start > 0 else { return }
    start -= 1
    unsafe room[start] = byte
  }

  @inlinable @inline(__always)
  package mutating func prepend(_ text: StaticString) {
    guard start >= text.utf8CodeUnitCount else { return }
    start -= text.utf8CodeUnitCount
    let target = unsafe UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(room)[start...])
    unsafe target.copyMemory(
      from: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable @inline(__always)
  package mutating func prepend(_ number: Int64) {
    prepend(decimal: number.magnitude)
    if number < 0 { prepend(UInt8(ascii: "-")) }
  }

  /// Prepends an angle in units of 1e-7°, without trailing zeros.
  @inlinable @inline(__always)
  package mutating func prepend(degrees units: Int32) {
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    if fraction > 0 {
      var (rest, place) = (fraction, 7)
      // Remove trailing zeros.
      while rest % 10 == 0 { (rest, place) = (rest / 10, place &- 1) }
      while place > 1 {
        let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
        prepend(pair: pair)
        (rest, place) = (hundreds, place &- 2)
      }
      if place == 1 { prepend(digit: rest) }
      prepend(UInt8(ascii: "."))
    }
    prepend(decimal: whole)
    if units < 0 { prepend(UInt8(ascii: "-")) }
  }

  @inlinable @inline(__always)
  package mutating func prepend<Number: FixedWidthInteger & UnsignedInteger>(decimal number: Number)
  {
    var rest = number
    while rest > 9 {
      let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
      prepend(pair: UInt32(truncatingIfNeeded: pair))
      rest = hundreds
    }
    if rest > 0 || number == 0 { prepend(digit: UInt32(truncatingIfNeeded: rest)) }
  }

  @inlinable @inline(__always)
  package mutating func prepend(digit: UInt32) {
    prepend(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
  }

  /// Prepends a number below a hundred with two digits.
  @inlinable @inline(__always)
  package mutating func prepend(pair: UInt32) {
    guard start > 1 else { return }
    let (tens, ones) = pair.quotientAndRemainder(dividingBy: 10)
    start &-= 2
    let digits = UInt16(truncatingIfNeeded: tens | ones << 8) | 0x3030
    unsafe UnsafeMutableRawBufferPointer(room)
      .storeBytes(of: digits.littleEndian, toByteOffset: start, as: UInt16.self)
  }

  @inlinable @inline(__always)
  package mutating func prepend(pair: Int) { prepend(pair: UInt32(truncatingIfNeeded: pair)) }

  /// Prepends a number with at least this many digits.
  @inlinable @inline(__always)
  package mutating func prepend(_ number: Int, width: Int) {
    var rest = number.magnitude
    var count = 0
    repeat {
      let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
      prepend(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      rest = tens
      count += 1
    } while rest > 0 || count < width
  }
}

extension [UInt8] {
  /// Appends text that `body` writes backwards, at most `size` bytes.
  @inlinable @inline(__always)
  package mutating func append(size: Int, _ body: (inout BackwardText) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { room in
      var text = unsafe BackwardText(room)
      body(&text)
      unsafe append(contentsOf: text.written)
    }
  }
}
