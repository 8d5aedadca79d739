/// A request, independent of the server's address and of who sends it.
public struct Request: Hashable, Sendable {
  /// HTTP methods.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
  }

  /// One parameter of a query, not encoded.
  public struct Parameter: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The value.
    public var value: String

    /// Makes a parameter.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The method.
  public var method: Method

  /// The path as it is sent: it begins with `/`, and other characters in its segments are percent-encoded.
  public var path: String

  /// The query.
  public var query: [Parameter]

  /// The header fields, except those of the body and of the credentials.
  public var headers: HeaderFields

  /// The body.
  public var content: Content?

  /// Makes a request.
  public init(
    _ method: Method, _ path: String, query: [Parameter] = [], headers: HeaderFields = [:],
    content: Content? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.content = content
  }

  /// Makes a GET.
  public init(_ path: String, query: [Parameter] = [], headers: HeaderFields = [:]) {
    self.init(.get, path, query: query, headers: headers)
  }

  /// The path with the query, as it is in the first line of a request.
  public var target: String {
    let items = query.map {
      Self.percentEncoded($0.name) + "=" + Self.percentEncoded($0.value)
    }
    return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
  }

  /// Escapes all characters except the unreserved ones of RFC 3986, for one segment of a path.
  public static func percentEncoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The header fields of a request or a response; names match in any case.
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields in their order, with the names as they were given.
  public private(set) var all: [Request.Parameter] = []

  /// Makes fields.
  public init(dictionaryLiteral fields: (String, String)...) {
    all = fields.map(Request.Parameter.init)
  }

  /// Makes fields of names and values.
  public init(_ fields: some Sequence<(String, String)>) {
    all = fields.map(Request.Parameter.init)
  }

  /// The value of the first field with a name; setting replaces all of them.
  public subscript(name: String) -> String? {
    get { values(of: name).first }
    set {
      all.removeAll { Self.equal($0.name, name) }
      if let newValue { all.append(.init(name, newValue)) }
    }
  }

  /// The values of all fields with a name.
  public func values(of name: String) -> [String] {
    all.filter { Self.equal($0.name, name) }.map(\.value)
  }

  private static func equal(_ name: String, _ other: String) -> Bool {
    name.lowercased() == other.lowercased()
  }
}
