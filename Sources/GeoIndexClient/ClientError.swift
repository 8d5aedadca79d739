internal import JSON
/// An error of a request to the server.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No response arrived.
  case unreachable(Unreachable)

  /// The server responded with an error status, and with a problem document if it sent one.
  case refused(status: Int, problem: ProblemDetails?)

  /// The response cannot be parsed.
  case undecodable(reason: String, body: [UInt8])

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .unreachable(let error): error.description
    case .refused(let status, let problem):
      "the server responded with status \(status): "
        + (problem?.detail ?? problem?.title ?? "it gave no reason")
    case .undecodable(let reason, _): "the response of the server is not valid: \(reason)"
    }
  }
}

/// An error as the server describes it (RFC 9457).
public struct ProblemDetails: Hashable, Sendable {
  /// The kind of error; the same text each time.
  public var title: String?

  /// What went wrong in this request and what to do.
  public var detail: String?

  /// Makes a problem description.
  public init(title: String?, detail: String?) {
    self.title = title
    self.detail = detail
  }

  /// Parses a problem document; returns nil if the response is not one.
  init?(_ reply: Reply) {
    guard reply.type?.lowercased().hasPrefix("application/problem+json") ?? false,
      let document = try? JSONValue(parsing: reply.body), document.members != nil
    else { return nil }
    self.init(title: document["title"]?.text, detail: document["detail"]?.text)
  }
}
