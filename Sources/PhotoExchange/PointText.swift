/// Text of points that is written from its first character to its last, numbers eight digits at a time.
///
/// It never leaves the memory it is given, which has to be a little larger than the text: numbers are
/// stored as whole words, of which the next text covers what is too much. What does not fit is
/// dropped.
@safe struct PointText {
  private let room: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ room: UnsafeMutableRawBufferPointer) { unsafe self.room = room }

  /// More than the text of one point takes, with a comma before it.
  static let mostBytes = 192

  /// Adds the beginning of a feature: its id, its place, and what follows them.
  @inline(__always)
  mutating func append(
    _ id: Int64, _ longitudeE7: Int32, _ latitudeE7: Int32, end: StaticString
  ) {
    append("{\"type\":\"Feature\",\"id\":")
    append(id)
    append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    append(degrees: longitudeE7)
    append(",")
    append(degrees: latitudeE7)
    append(end)
  }

  var written: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      rebasing: UnsafeRawBufferPointer(room).bindMemory(to: UInt8.self)[..<count])
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    let size = text.utf8CodeUnitCount
    guard let base = unsafe room.baseAddress, unsafe count &+ size <= room.count else { return }
    unsafe (base + count).copyMemory(from: text.utf8Start, byteCount: size)
    count &+= size
  }

  /// Adds a whole number.
  @inline(__always)
  mutating func append(_ number: Int64) {
    if number < 0 { append("-") }
    let size = number.magnitude
    guard size >= 100_000_000 else { return append(UInt32(truncatingIfNeeded: size)) }
    appendLong(size)
  }

  /// Adds an angle in 1e-7° with no more decimals than it has.
  @inline(__always)
  mutating func append(degrees units: Int32) {
    if units < 0 { append("-") }
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    append(whole)
    guard fraction > 0 else { return }
    // The first of the eight is a zero, in whose place the point stands.
    let digits = Self.eightDigits(fraction)
    // The last digits are in the highest bytes.
    let zeros = (digits & 0x0F0F_0F0F_0F0F_0F0F).leadingZeroBitCount &>> 3
    append(digits & ~0xFF | UInt64(UInt8(ascii: ".")), count: 8 &- zeros)
  }

  /// Adds a number of at most eight digits.
  @inline(__always)
  private mutating func append(_ number: UInt32) {
    let digits = Self.eightDigits(number)
    let zeros = min((digits & 0x0F0F_0F0F_0F0F_0F0F).trailingZeroBitCount &>> 3, 7)
    append(digits &>> UInt64(8 &* zeros), count: 8 &- zeros)
  }

  private mutating func appendLong(_ number: UInt64) {
    let (rest, last) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if rest >= 100_000_000 { appendLong(rest) } else { append(UInt32(truncatingIfNeeded: rest)) }
    append(Self.eightDigits(UInt32(truncatingIfNeeded: last)), count: 8)
  }

  @inline(__always)
  private mutating func append(_ word: UInt64, count size: Int) {
    guard unsafe count &+ 8 <= room.count else { return }
    unsafe room.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= size
  }

  /// The eight digits of a number, the first in the lowest byte.
  ///
  /// Divides two numbers by a hundred at once, and then four by ten, by multiplying with what comes
  /// just above the inverse: 10486 / 2^20 and 103 / 2^10, exact for numbers that small.
  @inline(__always)
  private static func eightDigits(_ number: UInt32) -> UInt64 {
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = UInt64(high) | UInt64(low) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    let digits = tens | (pairs &- 10 &* tens) << 8
    return digits | 0x3030_3030_3030_3030
  }
}
