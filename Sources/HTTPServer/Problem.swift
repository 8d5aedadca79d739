/// An error that is reported to the client (RFC 9457).
///
/// Handlers throw it; `ProblemDocument.swift` is the only place that encodes it.
public struct Problem: Error, Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The kind of error; always the same text for a kind.
  public var title: String

  /// What is wrong with this request and what to do.
  public var detail: String?

  /// Additional header fields, such as `Allow` and `Retry-After`.
  public var headers: [HeaderField]

  /// What has happened, for clients that word problems themselves; nil if the status tells it.
  public var kind: Kind?

  /// Makes a problem; the default title is that of the status.
  public init(
    status: Int, title: String? = nil, detail: String? = nil, headers: [HeaderField] = []
  ) {
    self.status = status
    self.title = title ?? Self.title(of: status)
    self.detail = detail
    self.headers = headers
  }

  /// 400: the request is not valid.
  public static func badRequest(_ detail: String) -> Problem {
    Problem(status: 400, detail: detail)
  }

  /// 400: an upload is not multipart content as its type says.
  static func malformedUpload(_ detail: String) -> Problem {
    badRequest("\(detail) Send files as this does: curl -F photo=@a.jpg")
  }

  /// 404: there is no resource at this path.
  public static func notFound(
    _ detail: String =
      "There is no file at this address. See / for the map, and /api.html for the API."
  ) -> Problem {
    Problem(status: 404, detail: detail)
  }

  /// 503: retry after a number of seconds.
  public static func unavailable(_ detail: String, retryAfter seconds: Int) -> Problem {
    Problem(
      status: 503, detail: detail,
      headers: [HeaderField(name: "Retry-After", value: String(seconds))])
  }

  /// The reason phrase of a status code.
  public static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status \(status)"
    }
  }
}

/// What people read about a problem in another language than English.
public struct ProblemWords: Hashable, Sendable {
  /// What is wrong.
  public var heading: String

  /// What to do.
  public var advice: String

  /// The tag of their language.
  public var language: String

  /// Makes the words.
  public init(heading: String, advice: String, language: String) {
    (self.heading, self.advice, self.language) = (heading, advice, language)
  }
}

/// One header field.
public struct HeaderField: Hashable, Sendable {
  /// The name, case-insensitive.
  public var name: String

  /// The value.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
