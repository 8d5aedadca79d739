/// A validator: two answers with the same tag are the same answer (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// What stands between the quotation marks.
  public var opaque: String

  /// Whether equal tags promise only the same meaning, not the same bytes.
  public var isWeak: Bool

  /// Makes a tag; `opaque` may hold any visible ASCII but quotation marks.
  public init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// The tag as a header field shows it.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

  /// Reads one tag as a header field shows it.
  public init?(parsing text: String) {
    let weak = text.hasPrefix("W/")
    let quoted = weak ? text.dropFirst(2) : text[...]
    guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let opaque = quoted.dropFirst().dropLast()
    guard !opaque.utf8.contains(UInt8(ascii: "\"")) else { return nil }
    self.init(String(opaque), isWeak: weak)
  }

  /// Whether the two mean the same answer, byte for byte or not.
  public func weaklyEquals(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Whether the two promise the same bytes.
  public func stronglyEquals(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }
}
