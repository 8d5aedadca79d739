// Swift considers é equal to e with a combining accent; SQLite and file systems do not. Cached results of one
// must not be used for the other, so queries are compared byte by byte.

extension String {
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// An optional text whose equality compares bytes.
@propertyWrapper public struct ExactText: Hashable, Sendable {
  /// The text.
  public var wrappedValue: String?

  /// Makes an empty value.
  public init() {}

  /// Whether both have the same bytes.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    guard let left = left.wrappedValue, let right = right.wrappedValue else {
      return left.wrappedValue == nil && right.wrappedValue == nil
    }
    return left.hasSameBytes(as: right)
  }

  /// Feeds the text; equal bytes give equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PhotoValue: Hashable {
  /// Whether both are the same value; texts are compared byte by byte.
  public static func == (left: PhotoValue, right: PhotoValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    default: false
    }
  }

  /// Feeds the value; equal bytes give equal hashes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(text)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    }
  }
}
