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

  /// Where the last four of the entry's twelve bytes stand: the value or the way to it.
  let field: Int

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
    field = at + 8
    offset = length <= 4 ? field : block.origin + Int(value)
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

  /// Where in the block the directory starts to which this entry points.
  ///
  /// The type is not asked: some editors write these entries as text.
  func target(from file: inout FileWindow) -> Int? { file.uint32(at: field, order).map(Int.init) }

  private func real(at index: Int, from file: inout FileWindow) -> Double? {
    guard isInside, index < count else { return nil }
    let at = offset + type.width * index
    guard let first = file.uint32(at: at, order) else { return nil }
    if type == .float { return Double(Float(bitPattern: first)) }
    guard let second = file.uint32(at: at + 4, order) else { return nil }
    let (high, low) = order == .big ? (first, second) : (second, first)
    return Double(bitPattern: UInt64(high) << 32 | UInt64(low))
  }
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
