/// What went wrong between a question and its answer, with all that is known of it.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No answer came.
  case unreachable(Unreachable)

  /// The server answered that it will not or cannot; its problem document says why, where it sent one.
  case refused(status: Int, problem: ProblemDetails?)

  /// The answer is not what it should be.
  case undecodable(reason: String, body: [UInt8])

  /// The whole sentence.
  public var description: String {
    switch self {
    case .unreachable(let error): error.description
    case .refused(let status, let problem):
      "the server answered \(status): "
        + (problem?.detail ?? problem?.title ?? "it does not say why")
    case .undecodable(let reason, _): "the answer of the server makes no sense: \(reason)"
    }
  }
}

/// A failure as a server describes it (RFC 9457).
public struct ProblemDetails: Hashable, Sendable {
  /// What kind of failure it is, the same text each time.
  public var title: String?

  /// What a person can do about this one.
  public var detail: String?

  /// Makes a description.
  public init(title: String?, detail: String?) {
    self.title = title
    self.detail = detail
  }

  /// Reads a problem document; nil if the response is none.
  init?(_ reply: Reply) {
    guard reply.type?.lowercased().hasPrefix("application/problem+json") ?? false,
      let document = try? JSONValue(parsing: reply.body), document.members != nil
    else { return nil }
    self.init(title: document["title"]?.text, detail: document["detail"]?.text)
  }
}
