/// An entity tag: equal tags mean the same representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The text between the quotation marks.
  public var opaque: String

  /// Whether equal tags guarantee only equivalent content, not equal bytes.
  public var isWeak: Bool

  /// Makes a tag; `opaque` may contain visible ASCII characters except quotation marks.
  public init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// The tag in the syntax of header fields.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

  /// Parses one tag in the syntax of header fields.
  public init?(parsing text: String) {
    let weak = text.hasPrefix("W/")
    let quoted = weak ? text.dropFirst(2) : text[...]
    guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let opaque = quoted.dropFirst().dropLast()
    guard !opaque.utf8.contains(UInt8(ascii: "\"")) else { return nil }
    self.init(String(opaque), isWeak: weak)
  }

  /// Weak comparison: the same content, possibly with other bytes.
  public func weaklyEquals(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Strong comparison: the same bytes.
  public func stronglyEquals(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }
}
