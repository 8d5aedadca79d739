/// What carries a request to a server and its answer back.
///
/// There is one for sockets (`URLSessionTransport`), one that asks a service in the same program, and
/// `StubTransport` for tests.
public protocol Transport: Sendable {
  /// Sends a request; throws where no answer came.
  ///
  /// An answer with an error status is an answer. Redirections are the transport's to follow.
  func send(_ request: Request) async throws(Unreachable) -> Reply
}

/// A request: what is wanted of the server, wherever it is.
public struct Request: Hashable, Sendable {
  /// The path and the query, which begin with `/`.
  public var target: String

  /// The media types that are taken.
  public var accept: String

  /// What is sent along; a request that has something is a POST, all others are a GET.
  public var content: Content?

  /// Makes a request.
  public init(target: String, accept: String, content: Content? = nil) {
    self.target = target
    self.accept = accept
    self.content = content
  }
}

/// An answer as it came.
public struct Reply: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The media type of the content, where the server named one.
  public var type: String?

  /// The content, with nothing of how it was transferred or compressed.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, type: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.type = type
    self.body = body
  }
}

/// Why no answer came.
public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence: "the server cannot be reached: …".
  public var reason: String

  /// Makes an error.
  public init(_ reason: String) { self.reason = reason }

  /// The sentence.
  public var description: String { "the server cannot be reached: \(reason)" }
}
