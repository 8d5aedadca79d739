/// Dispatches requests by method and path.
///
/// If several patterns match, a literal segment has precedence over a parameter, and a parameter over the rest of the
/// path. Matching takes time proportional to the length of the path, regardless of the number of routes.
public struct Router: Responder {
  /// Responds to requests for a route.
  public typealias Handler = @Sendable (Request, PathParameters) throws -> EventualResponse

  /// A route, for documentation and tests.
  public struct Route: Hashable, Sendable {
    /// The method.
    public let method: Method

    /// The pattern as written.
    public let pattern: String

    /// Makes a route.
    public init(method: Method, pattern: String) {
      self.method = method
      self.pattern = pattern
    }
  }

  /// Every route in the order of addition.
  public private(set) var routes: [Route] = []

  /// Responds to requests that match no pattern; without it they get 404.
  public var fallback: (any Responder)?

  private var tree = RouteTree()

  /// Makes a router without routes.
  public init() {}

  /// Adds a route such as `/collections/photos/items/{id}`.
  ///
  /// `{name}` matches one non-empty segment, `{name}.png` one with that ending, and `{name*}` at the end all remaining
  /// segments, also none. A later route replaces an earlier one with the same pattern. HEAD is derived from GET, and
  /// OPTIONS is automatic, unless they have routes of their own.
  public mutating func add(_ method: Method, _ pattern: String, _ handler: @escaping Handler) {
    let route = Route(method: method, pattern: pattern)
    if !routes.contains(route) { routes.append(route) }
    tree.insert(method, pattern: pattern, handler)
  }

  /// Adds a route whose response is always made at once.
  public mutating func on(
    _ method: Method, _ pattern: String,
    _ handler: @escaping @Sendable (Request, PathParameters) throws -> Response
  ) {
    add(method, pattern) { request, path in .now(try handler(request, path)) }
  }

  /// Responds to a request by its route.
  public func respond(to request: Request) throws -> EventualResponse {
    if request.method == .options, request.path == ["*"] {
      return .now(Response(status: 204, headers: ["Allow": "GET, HEAD, OPTIONS"]))
    }
    guard let match = tree.match(request.path) else {
      if let fallback { return try fallback.respond(to: request) }
      throw Problem.notFound("There is nothing at \(request.pathText). See /api.html.")
    }
    let handlers = match.handlers
    if let handler = handlers[request.method] { return try handler(request, match.parameters) }
    if request.method == .head, let handler = handlers[.get] {
      return try handler(request, match.parameters)
    }
    let allow = HeaderField(name: "Allow", value: Self.allowed(handlers.methods))
    if request.method == .options {
      return .now(Response(status: 204, headers: [allow.name: allow.value]))
    }
    throw Problem(
      status: 405, detail: "Use \(allow.value) for \(request.pathText).", headers: [allow])
  }

  private static func allowed(_ methods: some Collection<Method>) -> String {
    var methods = Set(methods)
    if methods.contains(.get) { methods.insert(.head) }
    methods.insert(.options)
    return Method.allCases.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
  }
}

extension Request {
  /// The path without the query, shortened for a message.
  var pathText: String {
    let bytes = targetBytes.prefix { $0 != UInt8(ascii: "?") }
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return bytes.count > 200 ? text + "…" : text
  }
}

/// The values of the parameters of a pattern for one request.
public struct PathParameters: Sendable {
  private var items: [(name: String, value: String)] = []

  /// Makes parameters from names and values.
  public init(_ items: [(name: String, value: String)] = []) { self.items = items }

  /// The value of a parameter, percent-decoded.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

  mutating func removeLast() { items.removeLast() }
}
