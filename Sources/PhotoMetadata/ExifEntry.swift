/// One tag: what it is and where in the file its value stands.
struct ExifEntry {
  /// The number of the tag.
  let tag: UInt16

  /// How the value is written.
  let type: ExifType

  /// Which end of a number comes first.
  let order: ByteOrder

  /// Whether the value lies inside the block, as it must.
  let isInside: Bool

  /// How many numbers or characters.
  let count: Int

  /// Where the value starts, from the start of the file.
  let offset: Int

  /// How many bytes the value takes.
  var length: Int { count * type.width }

  /// Reads the twelve bytes at `at`; nothing where the type is unknown.
  @inline(__always)
  init?(at: Int, in block: ExifBlock.Extent, from file: inout FileWindow) {
    guard let tag = file.uint16(at: at, block.order),
      let code = file.uint16(at: at + 2, block.order), let type = ExifType(code: code),
      let count = file.uint32(at: at + 4, block.order),
      let value = file.uint32(at: at + 8, block.order)
    else { return nil }
    self.tag = tag
    self.type = type
    self.order = block.order
    self.count = Int(count)
    let length = Int(count) * type.width
    offset = length <= 4 ? at + 8 : block.origin + Int(value)
    isInside = offset + length <= block.end
  }

  /// The number at `index`, or nothing where there is none: past the end, text, or no fraction.
  func number(at index: Int = 0, from file: inout FileWindow) -> Double? {
    if type == .rational || type == .signedRational {
      return fraction(at: index, from: &file)?.value
    }
    if type == .float || type == .double { return real(at: index, from: &file) }
    return integer(at: index, from: &file).map(Double.init)
  }

  /// The fraction at `index`, as the two numbers it is written with.
  func fraction(at index: Int, from file: inout FileWindow) -> Fraction? {
    guard type == .rational || type == .signedRational, isInside, index < count,
      let above = file.uint32(at: offset + 8 * index, order),
      let below = file.uint32(at: offset + 8 * index + 4, order)
    else { return nil }
    return type == .rational
      ? Fraction(numerator: Int64(above), denominator: Int64(below))
      : Fraction(
        numerator: Int64(Int32(bitPattern: above)), denominator: Int64(Int32(bitPattern: below)))
  }

  /// The whole number at `index`.
  func integer(at index: Int = 0, from file: inout FileWindow) -> Int? {
    guard isInside, index < count else { return nil }
    let at = offset + type.width * index
    switch type {
    case .byte, .undefined: return file.byte(at: at).map(Int.init)
    case .signedByte: return file.byte(at: at).map { Int(Int8(bitPattern: $0)) }
    case .short: return file.uint16(at: at, order).map(Int.init)
    case .signedShort: return file.uint16(at: at, order).map { Int(Int16(bitPattern: $0)) }
    case .long, .directory: return file.uint32(at: at, order).map(Int.init)
    case .signedLong: return file.uint32(at: at, order).map { Int(Int32(bitPattern: $0)) }
    case .ascii, .utf8, .rational, .signedRational, .float, .double: return nil
    }
  }

  private func real(at index: Int, from file: inout FileWindow) -> Double? {
    guard isInside, index < count else { return nil }
    let at = offset + type.width * index
    guard let first = file.uint32(at: at, order) else { return nil }
    if type == .float { return Double(Float(bitPattern: first)) }
    guard let second = file.uint32(at: at + 4, order) else { return nil }
    let (high, low) = order == .big ? (first, second) : (second, first)
    return Double(bitPattern: UInt64(high) << 32 | UInt64(low))
  }

  /// The value as text without padding, or nothing where it is empty or not text.
  ///
  /// Bytes count as text too: some writers give hemispheres that type. What is not UTF-8 is read
  /// as Latin-1, which is what older cameras write.
  func text(from file: inout FileWindow) -> String? {
    guard isInside, type.isText || type.width == 1 else { return nil }
    let text = file.withBytes(at: offset, count: min(length, Self.longestText)) { bytes in
      let upToNUL = bytes.prefix { $0 != 0 }
      let blank = UInt8(ascii: " ")
      guard let first = upToNUL.firstIndex(where: { $0 > blank }),
        let last = upToNUL.lastIndex(where: { $0 > blank })
      else { return "" }
      let trimmed = upToNUL[first...last]
      return String(validating: trimmed, as: UTF8.self)
        ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }
    return text?.isEmpty == false ? text : nil
  }

  /// Longer text than this is cut: it names no camera and no time.
  private static let longestText = 1024
}

/// A number as the two numbers it is written with.
struct Fraction {
  let numerator: Int64
  let denominator: Int64

  /// What it comes to; nothing for a denominator of zero.
  var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }

  /// Whether it is 0/0, with which writers say "not given".
  var isBlank: Bool { numerator == 0 && denominator == 0 }
}

/// How a value is written.
enum ExifType: UInt8 {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  case directory = 13
  case utf8 = 129

  /// Finds a type by the number that stands in the file.
  @inline(__always)
  init?(code: UInt16) {
    guard let type = UInt8(exactly: code).flatMap(Self.init(rawValue:)) else { return nil }
    self = type
  }

  /// Bytes per number or character.
  var width: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double: 8
    }
  }

  /// Whether a value is text.
  var isText: Bool { self == .ascii || self == .utf8 }
}
