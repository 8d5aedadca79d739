public import JSON

/// A name out of a list that later versions of the server may extend.
public protocol NamedValue: RawRepresentable, Codable, Hashable, Sendable,
  ExpressibleByStringLiteral
where RawValue == String {
  /// Makes a value of its name in the API.
  init(rawValue: String)
}

extension NamedValue {
  /// Makes a value of its name in the API.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}

/// A member that can be null, which means something else than its absence: a null removes what was set.
public enum Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable,
  NullDecodable
{
  /// Removes the value, or says that it was removed.
  case null
  /// The value.
  case value(Value)

  /// Decodes a value or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }

  /// Encodes the value or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .value(let value): try container.encode(value)
    }
  }
}

extension Nullable: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
where Value == String {
  /// Makes a value.
  public init(stringLiteral text: String) { self = .value(text) }
}

extension Nullable: ExpressibleByIntegerLiteral where Value == Int {
  /// Makes a value.
  public init(integerLiteral number: Int) { self = .value(number) }
}

extension Nullable: ExpressibleByBooleanLiteral where Value == Bool {
  /// Makes a value.
  public init(booleanLiteral truth: Bool) { self = .value(truth) }
}
