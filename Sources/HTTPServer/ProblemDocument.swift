// The only place where errors become text for the client.

internal import Signing

extension Problem {
  /// The problem as `application/problem+json` (RFC 9457).
  public var document: [UInt8] {
    var json = Array("{\"type\":\"about:blank\",\"title\":".utf8)
    json.appendJSON(title)
    json += Array(",\"status\":\(status)".utf8)
    if let detail {
      json += Array(",\"detail\":".utf8)
      json.appendJSON(detail)
    }
    if let kind {
      json += Array(",\"kind\":".utf8)
      json.appendJSON(kind.rawValue)
    }
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// The problem as a response, which caches must not store.
  public var response: Response {
    var response = Response.bytes(document, type: "application/problem+json", status: status)
    for field in headers { response.headers.append(field.name, field.value) }
    response.headers.setDefault("Cache-Control", to: "no-store")
    return response
  }

  /// The problem as a page for people if the client prefers HTML, as a browser does that opens an address; else `response`.
  ///
  /// - Parameter words: What the page says; nil for the detail.
  public func response(to request: Request, words: @autoclosure () -> ProblemWords? = nil)
    -> Response
  {
    var response = response
    // A client that refuses all forms of the answer is a program.
    guard request.method == .get || request.method == .head, status != 406 else { return response }
    if request.preferredForm(among: [["application/problem+json"], ["text/html"]]) == 1 {
      response.body = .bytes(page(words()))
      response.headers.appendToken("Accept-Language", to: "Vary")
      response.headers.set("Content-Type", to: "text/html; charset=utf-8")
      response.headers.set("Content-Security-Policy", to: Self.pagePolicy)
      response.headers.set("X-Frame-Options", to: "DENY")
      response.headers.set("Permissions-Policy", to: "geolocation=(), camera=(), microphone=()")
    }
    response.headers.appendToken("Accept", to: "Vary")
    return response
  }

  private static let pageStyle = """
    body { font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem }
    h1 { font-size: 1.375rem; line-height: 1.3 } small { opacity: .7 }
    """

  /// Nothing but the style of the page is allowed, by its hash.
  private static let pagePolicy: String = {
    let hash = base64URL(SHA256.hash(pageStyle.utf8).bytes)
      .map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    return "default-src 'none'; style-src 'sha256-\(String(hash))='; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
  }()

  /// The words as a heading with text beneath, then the detail, which is English.
  private func page(_ words: ProblemWords?) -> [UInt8] {
    let shown = words ?? ownWords
    let detail =
      words == nil
      ? "" : "<p lang=\"en\" dir=\"ltr\"><small>\(Self.escaped(self.detail ?? ""))</small></p>"
    return Array(
      """
      <!doctype html>
      <html lang="\(Self.escaped(shown.language))"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
      <title>\(Self.escaped(words?.heading ?? title)) – geoindex</title>
      <style>\(Self.pageStyle)</style>
      <main dir="auto"><h1>\(Self.escaped(shown.heading))</h1>
      <p>\(Self.escaped(shown.advice))</p>
      \(detail)<small lang="en" dir="ltr">\(status) \(Self.escaped(title))</small></main></html>

      """.utf8)
  }

  /// The detail, its first sentence as the heading.
  private var ownWords: ProblemWords {
    let words = detail ?? title
    let end = words.firstRange(of: ". ")?.lowerBound
    return ProblemWords(
      heading: end.map { String(words[...$0]) } ?? words,
      advice: end.map { String(words[$0...].dropFirst(2)) } ?? "", language: "en")
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      ">", with: "&gt;")
  }

  /// The response to an internal error, which reveals no details.
  static let internalError = Problem(
    status: 500, detail: "The server failed to handle this request; see its log for the reason.")
}

extension [UInt8] {
  /// Appends text as a JSON string.
  fileprivate mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        self += [UInt8(ascii: "\\"), byte]
      case 0..<32:
        let digits = Array("0123456789abcdef".utf8)
        self += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default:
        append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
