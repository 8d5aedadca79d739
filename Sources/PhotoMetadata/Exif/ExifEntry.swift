/// One tag and the position of its value.
struct ExifEntry {
  /// The number of the tag.
  let tag: UInt16

  /// The type of the value.
  let type: ExifType

  /// The byte order.
  let order: ByteOrder

  /// Whether the value lies inside the block, as the standard demands.
  let isInside: Bool

  /// The number of values or characters.
  let count: Int

  /// The offset of the last field of the entry: the value or its offset.
  let field: Int

  /// The offset of the value in the file.
  let offset: Int

  /// The bytes of the value.
  var length: Int { count * type.width }

  /// Whether offsets take eight bytes, as in BigTIFF.
  let isBig: Bool

  /// The limit of counts and offsets, beyond the size of any file.
  private static let most = UInt64(1) << 40

  /// Reads the entry at an offset: 12 bytes, or 20 in BigTIFF; returns nil if the type is unknown.
  @inline(__always)
  init?(at: Int, in block: ExifBlock.Extent, from file: inout FileWindow) {
    guard let tag = file.uint16(at: at, block.order),
      let code = file.uint16(at: at + 2, block.order), let type = ExifType(code: code)
    else { return nil }
    self.tag = tag
    self.type = type
    order = block.order
    isBig = block.isBig
    if isBig {
      field = at + 12
      guard let count = file.uint64(at: at + 4, order), let value = file.uint64(at: field, order),
        count <= Self.most
      else { return nil }
      self.count = Int(count)
      // Short values are stored in place of the offset.
      offset = self.count * type.width <= 8 ? field : Int(min(value, Self.most))
    } else {
      field = at + 8
      guard let count = file.uint32(at: at + 4, order), let value = file.uint32(at: field, order)
      else { return nil }
      self.count = Int(count)
      offset = self.count * type.width <= 4 ? field : block.origin + Int(value)
    }
    isInside = offset + count * type.width <= block.end
  }

  /// The number at `index`; nil past the end, for text and for a denominator of zero.
  func number(at index: Int = 0, from file: inout FileWindow) -> Double? {
    if type == .rational || type == .signedRational {
      return fraction(at: index, from: &file)?.value
    }
    if type == .float || type == .double { return real(at: index, from: &file) }
    return integer(at: index, from: &file).map(Double.init)
  }

  /// The fraction at `index`.
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
    case .long8, .signedLong8, .directory8:
      return file.uint64(at: at, order).flatMap { $0 <= Self.most ? Int($0) : nil }
    case .ascii, .utf8, .rational, .signedRational, .float, .double: return nil
    }
  }

  /// The offset in the block of the directory that this entry points to.
  ///
  /// The type is ignored, because some editors use text for these entries.
  func target(from file: inout FileWindow) -> Int? {
    if isBig { return file.uint64(at: field, order).flatMap { $0 <= Self.most ? Int($0) : nil } }
    return file.uint32(at: field, order).map(Int.init)
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
}

/// A rational number as stored.
struct Fraction {
  let numerator: Int64
  let denominator: Int64

  /// The quotient; nil if the denominator is zero.
  var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }

  /// Whether it is 0/0, which writers use for "not given".
  var isBlank: Bool { numerator == 0 && denominator == 0 }
}
