public import JSON

/// An error of a request to the server.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No response arrived, or only a part of one.
  case unreachable(Unreachable)

  /// The server responded with a status that is no success.
  case refused(Refusal)

  /// The response cannot be parsed; the reply is complete.
  case undecodable(reason: String, Reply)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .unreachable(let error): error.description
    case .refused(let refusal): refusal.description
    case .undecodable(let reason, _): "the response of the server is not valid: \(reason)"
    }
  }

  /// The error of a transport.
  init(transport error: any Error) {
    switch error {
    case let error as ClientError: self = error
    case let error as Unreachable: self = .unreachable(error)
    case is CancellationError:
      self = .unreachable(Unreachable("the request was cancelled", .cancelled, cause: error))
    default: self = .unreachable(Unreachable("\(error)", cause: error))
    }
  }
}

/// A response with a status that is no success, whole.
public struct Refusal: Hashable, Sendable, CustomStringConvertible {
  /// The response, with its header and the body as it is, also if a proxy made it.
  public var reply: Reply

  /// Makes a refusal.
  public init(_ reply: Reply) { self.reply = reply }

  /// The HTTP status code.
  public var status: Int { reply.status }

  /// The problem document; nil if the body is none.
  public var problem: ProblemDetails? { ProblemDetails(reply) }

  /// The seconds after which the server asks to try again.
  public var retryAfter: Int? { reply.headers["Retry-After"].flatMap { Int($0) } }

  /// The refusal as a sentence.
  public var description: String {
    "the server responded with status \(status): "
      + (problem?.detail ?? problem?.title ?? "it gave no reason")
  }
}

/// An error as the server describes it (RFC 9457).
public struct ProblemDetails: Hashable, Sendable {
  /// The kind of error; the same text each time.
  public var title: String?

  /// What went wrong in this request and what to do.
  public var detail: String?

  /// The whole document, with further members.
  public var document: JSONValue

  /// Parses a problem document; returns nil if the response is not one.
  init?(_ reply: Reply) {
    guard reply.type?.lowercased().hasPrefix("application/problem+json") ?? false,
      let document = try? JSONValue(parsing: reply.body), document.members != nil
    else { return nil }
    self.document = document
    (title, detail) = (document["title"]?.text, document["detail"]?.text)
  }
}

/// Why no response arrived.
public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What programs may tell apart.
  public enum Kind: String, Hashable, Sendable {
    /// The task was cancelled.
    case cancelled
    /// The server took too long.
    case timedOut
    /// The server's name or address could not be reached, or it refused the connection.
    case notConnected
    /// The certificate of the server is not trusted.
    case untrusted
    /// The connection broke before the response was complete.
    case interrupted
    /// The response is longer than the client accepts.
    case tooLarge
    /// Anything else.
    case other
  }

  /// The kind.
  public var kind: Kind

  /// The reason, as the rest of a sentence: "the server cannot be reached: …".
  public var reason: String

  /// The error of the transport, with its code.
  public var cause: (any Error)?

  /// Makes an error.
  public init(_ reason: String, _ kind: Kind = .other, cause: (any Error)? = nil) {
    (self.reason, self.kind, self.cause) = (reason, kind, cause)
  }

  /// The error as a sentence.
  public var description: String { "the server cannot be reached: \(reason)" }

  /// Whether two errors have the same kind and reason; causes are not compared.
  public static func == (one: Unreachable, other: Unreachable) -> Bool {
    one.kind == other.kind && one.reason == other.reason
  }

  /// Hashes the kind and the reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(reason)
  }
}
