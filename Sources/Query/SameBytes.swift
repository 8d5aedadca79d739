// Swift takes an é for the same as an e with an accent; SQLite and file systems do not. What is kept
// of the answers to a question must not be given for the other, so questions compare byte by byte.

extension String {
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// A text that equals another of the same bytes only, or none.
@propertyWrapper public struct ExactText: Hashable, Sendable {
  /// The text.
  public var wrappedValue: String?

  /// Makes none.
  public init() {}

  /// Whether both are the same to the byte.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    guard let left = left.wrappedValue, let right = right.wrappedValue else {
      return left.wrappedValue == nil && right.wrappedValue == nil
    }
    return left.hasSameBytes(as: right)
  }

  /// Feeds the text; texts of the same bytes have the same hash, also by Swift's own.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PhotoValue: Hashable {
  /// Whether both are the same value, texts to the byte.
  public static func == (left: PhotoValue, right: PhotoValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    default: false
    }
  }

  /// Feeds the value; texts of the same bytes have the same hash, also by Swift's own.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(text)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    }
  }
}
