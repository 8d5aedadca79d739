/// Determines where a request ends, and whether its header is unambiguous about it (RFC 9112 §6).
///
/// If a server and a proxy disagree on the end of a request, a client can hide a second request in the first (request
/// smuggling). So ambiguous requests are refused.
struct Framing {
  private let headers: Headers
  private let target: [UInt8]
  private let isHTTP10: Bool

  init(_ headers: Headers, target: [UInt8], isHTTP10: Bool) {
    self.headers = headers
    self.target = target
    self.isHTTP10 = isHTTP10
  }

  /// Whether the body has a transfer coding, chunked or another.
  var isChunked: Bool { headers.contains("Transfer-Encoding") }

  /// Why the request is refused; nil if its end is unambiguous.
  var problem: Problem? {
    if !target.allSatisfy({ $0 > 32 && $0 != 127 }) { return Self.malformed }
    return hostProblem ?? (isChunked ? codingProblem : lengthProblem)
  }

  private var hostProblem: Problem? {
    switch headers.count(of: "Host") {
    case 0 where !isHTTP10: .badRequest("The request has no Host field.")
    case 0, 1: nil
    default: .badRequest("The request names its host twice.")
    }
  }

  private var codingProblem: Problem? {
    if isHTTP10 {
      return .badRequest("Transfer-Encoding is not part of HTTP/1.0; use Content-Length.")
    }
    if headers.contains("Content-Length") {
      return .badRequest("The request has both Content-Length and Transfer-Encoding; send one.")
    }
    guard headers.count(of: "Transfer-Encoding") == 1 else {
      return .badRequest("The request has more than one Transfer-Encoding.")
    }
    let coding = headers.bytes(of: "Transfer-Encoding") ?? []
    // The library recognises the word only without trailing spaces, and would wait for the end otherwise.
    guard !equalsIgnoringCase(coding, Array("chunked".utf8)) else { return nil }
    return Problem(status: 501, detail: "The only supported Transfer-Encoding is 'chunked'.")
  }

  private var lengthProblem: Problem? {
    let count = headers.count(of: "Content-Length")
    guard count <= 1 else {
      return .badRequest("The request has more than one Content-Length.")
    }
    guard let value = headers.bytes(of: "Content-Length")?.trimmingBlanks() else { return nil }
    guard !value.isEmpty, value.allSatisfy(\.isDigit) else {
      return .badRequest("The Content-Length is not a number of bytes.")
    }
    guard decimal(value) == nil else { return nil }
    return Problem(status: 413, detail: "The Content-Length may have at most 18 digits; send less.")
  }

  static let malformed = Problem.badRequest(
    "The header of the request is malformed: lines have to end with CR LF, the parts of the request line are separated "
      + "by one space, no space precedes a colon, and values have no control characters and are not folded."
  )
}
