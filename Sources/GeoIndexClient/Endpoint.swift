internal import JSON

/// A request together with the parser of its response.
///
/// An endpoint is a value without a connection, so it can be made, compared and tested without a server.
public struct Endpoint<Response: Sendable>: Sendable {
  /// The request.
  public var request: Request

  private let read: @Sendable (Reply) throws -> Response

  /// Makes an endpoint, for a route that this client does not know or to parse a response in another way.
  ///
  /// `read` gets responses with a status of success only. What it throws becomes `ClientError.undecodable`.
  public init(_ request: Request, read: @escaping @Sendable (Reply) throws -> Response) {
    self.request = request
    self.read = read
  }

  /// Parses a response.
  public func response(from reply: Reply) throws(ClientError) -> Response {
    guard (200...299).contains(reply.status) else { throw .refused(Refusal(reply)) }
    do {
      return try read(reply)
    } catch {
      throw .undecodable(reason: (error as? InputProblem)?.reason ?? "\(error)", reply)
    }
  }

  /// The same with a header field, such as `If-None-Match`.
  public func with(_ field: String, _ value: String) -> Endpoint {
    var endpoint = self
    endpoint.request.headers[field] = value
    return endpoint
  }
}

extension Endpoint where Response: Decodable {
  /// Makes an endpoint whose response is JSON.
  public init(json request: Request) {
    var request = request
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    self.init(request) { try JSONValue(parsing: $0.body).decoded(as: Response.self) }
  }
}

extension Endpoint {
  /// Makes an endpoint whose response is JSON, or nil if it has no content.
  init<Value: Decodable>(optional request: Request) where Response == Value? {
    self.init(request) { reply in
      reply.status == 204 ? nil : try JSONValue(parsing: reply.body).decoded(as: Value.self)
    }
  }
}

extension Endpoint where Response == [UInt8] {
  /// Makes an endpoint whose response are bytes.
  public init(bytes request: Request) { self.init(request) { $0.body } }

  /// A part of the bytes; the response has fewer if the file is shorter.
  public func range(_ range: Range<Int>) -> Endpoint {
    with("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
  }
}

extension Endpoint where Response == String {
  /// Makes an endpoint whose response is text.
  init(text request: Request) { self.init(request) { String(decoding: $0.body, as: UTF8.self) } }
}

extension Endpoint where Response == Void {
  /// Makes an endpoint whose response is empty.
  init(empty request: Request) { self.init(request) { _ in } }
}
