internal import HTTPServer
internal import PhotoExchange
internal import Signing

/// The page on which people sign in; it needs no other file.
struct SignInPage {
  /// The path before that of each page.
  var prefix: String

  /// The address to open then.
  var next: String

  /// Why a former attempt failed.
  var problem: String?

  /// The name of that attempt.
  var name = ""

  /// The page for a request that needs a user.
  ///
  /// - Parameter prefix: The path before that of each page.
  init(_ request: Request, prefix: String) {
    self.prefix = prefix
    let isItself = request.path.first == SessionRoutes.folder
    next = prefix + (isItself ? "/" : request.rawTarget)
  }

  /// The page for an attempt that failed.
  init(prefix: String, next: String, problem: String, name: String) {
    (self.prefix, self.next, self.problem, self.name) = (prefix, next, problem, name)
  }

  /// The page as a response.
  func response(status: Int) -> Response {
    var response = Response.bytes(html, type: "text/html; charset=utf-8", status: status)
    response.cacheControl = "no-store"
    response.headers.set("Content-Security-Policy", to: Self.policy)
    response.headers.set("X-Frame-Options", to: "DENY")
    // With `no-referrer`, browsers would not say that the form is of this server.
    response.headers.set("Referrer-Policy", to: "same-origin")
    if status == 401 {
      // Not Basic, for which browsers would show a form of their own.
      response.headers.set("WWW-Authenticate", to: "Form realm=\"geoindex\"")
    }
    response.headers.appendToken("Accept", to: "Vary")
    return response
  }

  private static let style: StaticString = """
    body { font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 14vh auto; padding: 0 1.5rem }
    h1 { font-size: 1.375rem; line-height: 1.3 } label { display: block; margin-block: 1rem }
    input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .4rem .7rem; \
    border: 1px solid #8888; border-radius: .5rem }
    button { background: #1f5fe0; color: #fff; border: 0; margin-block-start: .5rem; cursor: pointer }
    :focus-visible { outline: 3px solid #7aa7ff; outline-offset: 2px } [role=alert] { color: #b3261e; font-weight: 600 }
    @media (prefers-color-scheme: dark) { [role=alert] { color: #ffb4ab } }
    """

  /// Keeps the view in the address, which browsers do not send.
  private static let script: StaticString =
    "document.forms[0].onsubmit = (event) => { event.target.elements.fragment.value = location.hash }"

  /// Nothing but the style, the script and the form of the page is allowed.
  private static let policy =
    "default-src 'none'; img-src data:; style-src \(hash(style)); script-src \(hash(script)); base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"

  private static func hash(_ text: StaticString) -> String {
    let hash = base64URL(SHA256.hash(text.description.utf8).bytes).map {
      $0 == "-" ? "+" : $0 == "_" ? "/" : $0
    }
    return "'sha256-\(String(hash))='"
  }

  private var html: [UInt8] {
    var page = XMLWriter()
    page.raw(
      """
      <!doctype html>
      <html lang="en" dir="ltr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>Sign in – geoindex</title>
      <style>
      """)
    page.raw(Self.style)
    page.raw("</style>\n<main><h1>Sign in to see the map</h1>\n")
    if let problem {
      page.raw("<p role=\"alert\" id=\"problem\">")
      page.text(problem)
      page.raw("</p>\n")
    }
    page.raw("<form method=\"post\"")
    page.attribute("action", "\(prefix)/\(SessionRoutes.folder)")
    page.raw(
      ">\n<label>Name <input name=\"name\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\" required"
    )
    page.attribute("value", name)
    page.raw(name.isEmpty ? " autofocus" : "")
    page.raw(
      "></label>\n<label>Password <input name=\"password\" type=\"password\" autocomplete=\"current-password\" required"
    )
    page.raw(name.isEmpty ? "" : " autofocus")
    page.raw(problem == nil ? "" : " aria-describedby=\"problem\"")
    page.raw("></label>\n<input type=\"hidden\" name=\"next\"")
    page.attribute("value", next)
    page.raw(
      """
      >
      <input type="hidden" name="fragment">
      <button>Sign in</button>
      </form></main>
      <script>
      """)
    page.raw(Self.script)
    page.raw("</script></html>\n")
    return page.bytes
  }
}
