/// Sends requests to a server and receives the responses.
///
/// `URLSessionTransport` uses HTTP, `InProcessTransport` calls a service in the same process, and
/// `StubTransport` is for tests.
public protocol Transport: Sendable {
  /// Sends a request; throws if no response arrives.
  ///
  /// A response with an error status is returned. The transport follows redirects.
  func send(_ request: Request) async throws(Unreachable) -> Reply
}

/// A request, independent of the server's address.
public struct Request: Hashable, Sendable {
  /// The path with the query; begins with `/`.
  public var target: String

  /// The accepted media types.
  public var accept: String

  /// The body; a request with a body is a POST, any other a GET.
  public var content: Content?

  /// Makes a request.
  public init(target: String, accept: String, content: Content? = nil) {
    self.target = target
    self.accept = accept
    self.content = content
  }
}

/// A response.
public struct Reply: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The media type of the body, if the server sent one.
  public var type: String?

  /// The body after transfer and content decoding.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, type: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.type = type
    self.body = body
  }
}

/// Why no response arrived.
public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence: "the server cannot be reached: …".
  public var reason: String

  /// Makes an error.
  public init(_ reason: String) { self.reason = reason }

  /// The error as a sentence.
  public var description: String { "the server cannot be reached: \(reason)" }
}
