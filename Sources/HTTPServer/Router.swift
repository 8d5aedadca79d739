/// Finds the handler for a request by its method and the shape of its path.
///
/// Where several patterns fit, a literal segment beats a parameter, and a parameter beats the rest of
/// the path. Matching costs a walk down the path, whatever the number of routes.
public struct Router: Responder {
  /// Replies to a request for a route.
  public typealias Handler = @Sendable (Request, PathParameters) throws -> EventualResponse

  /// One route, for documentation and its tests.
  public struct Route: Hashable, Sendable {
    /// The method it answers.
    public let method: Method

    /// The pattern as it was written.
    public let pattern: String

    /// Makes the name of a route.
    public init(method: Method, pattern: String) {
      self.method = method
      self.pattern = pattern
    }
  }

  /// Every route, in the order they were added.
  public private(set) var routes: [Route] = []

  /// What answers requests that no pattern fits; without it they are 404.
  public var fallback: (any Responder)?

  private var tree = RouteTree()

  /// Makes a router without routes.
  public init() {}

  /// Adds a route such as `/collections/photos/items/{id}`.
  ///
  /// `{name}` stands for one segment that is not empty, `{name}.png` for one that ends that way;
  /// `{name*}` at the end for all that is left, nothing included.
  /// A route added twice is the later one. HEAD is answered from GET and OPTIONS by itself unless
  /// they have routes of their own.
  public mutating func add(_ method: Method, _ pattern: String, _ handler: @escaping Handler) {
    let route = Route(method: method, pattern: pattern)
    if !routes.contains(route) { routes.append(route) }
    tree.insert(method, pattern: pattern, handler)
  }

  /// Adds a route whose response is always ready at once.
  public mutating func on(
    _ method: Method, _ pattern: String,
    _ handler: @escaping @Sendable (Request, PathParameters) throws -> Response
  ) {
    add(method, pattern) { request, path in .now(try handler(request, path)) }
  }

  /// Answers a request by its route.
  public func respond(to request: Request) throws -> EventualResponse {
    if request.method == .options, request.path == ["*"] {
      return .now(Response(status: 204, headers: ["Allow": "GET, HEAD, OPTIONS"]))
    }
    guard let match = tree.match(request.path) else {
      if let fallback { return try fallback.respond(to: request) }
      throw Problem.notFound("Nothing is served at \(request.pathText).")
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
      status: 405, detail: "\(request.pathText) answers \(allow.value).", headers: [allow])
  }

  private static func allowed(_ methods: some Collection<Method>) -> String {
    var methods = Set(methods)
    if methods.contains(.get) { methods.insert(.head) }
    methods.insert(.options)
    return Method.allCases.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
  }
}

extension Request {
  /// The path as it was sent, without the query, short enough for a message.
  var pathText: String {
    let bytes = targetBytes.prefix { $0 != UInt8(ascii: "?") }
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return bytes.count > 200 ? text + "…" : text
  }
}

/// What the parameters of a pattern stood for in one request.
public struct PathParameters: Sendable {
  private var items: [(name: String, value: String)] = []

  /// Makes parameters from names and values.
  public init(_ items: [(name: String, value: String)] = []) { self.items = items }

  /// The value of a parameter, percent-decoded.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

  mutating func removeLast() { items.removeLast() }
}
