internal import HTTPServer
internal import PhotoExchange
internal import Places
internal import Signing

/// The page on which people sign in, in the language of the reader; it needs no other file.
struct SignInPage {
  /// The path before that of each page.
  var prefix: String

  /// The address to open then.
  var next: String

  /// Why a former attempt failed.
  var problem: Problem?

  /// The name of that attempt.
  var name = ""

  private let texts: PageTexts<SignInTexts>

  /// The language that the address demands, for the addresses of the form and of the map.
  private let language: Language?

  /// The page for a request that needs a user.
  ///
  /// - Parameter prefix: The path before that of each page.
  init(_ request: Request, prefix: String) {
    let isItself = request.path.first == SessionRoutes.folder
    let home = "/\(Self.query(request.requestedLanguage))"
    self.init(request, prefix: prefix, next: prefix + (isItself ? home : request.rawTarget))
  }

  /// The page for an attempt that failed.
  init(_ request: Request, prefix: String, next: String, problem: Problem, name: String) {
    self.init(request, prefix: prefix, next: next)
    (self.problem, self.name) = (problem, name)
  }

  private init(_ request: Request, prefix: String, next: String) {
    (self.prefix, self.next) = (prefix, next)
    texts = PageTexts(request.languages, of: SignInTexts.table)
    language = request.requestedLanguage
  }

  private static func query(_ language: Language?) -> String {
    language.map { "?\(Parameter.language.name)=\($0.tag)" } ?? ""
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
    response.headers.set("Content-Language", to: texts.tag)
    response.headers.appendToken("Accept", to: "Vary")
    response.headers.appendToken("Accept-Language", to: "Vary")
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
    page.startPage(texts)
    page.raw(
      """
      <meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>
      """)
    page.text("\(texts.words.title) – geoindex")
    page.raw("</title>\n<style>")
    page.raw(Self.style)
    page.raw("</style>\n<main>")
    page.element("h1", texts.words.heading)
    page.raw("\n")
    if let problem { write(problem, to: &page) }
    page.raw("<form method=\"post\"")
    page.attribute("action", "\(prefix)/\(SessionRoutes.folder)\(Self.query(language))")
    page.raw(">\n<label>")
    page.text(texts.words.name)
    page.raw(
      " <input name=\"name\" dir=\"auto\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\" required"
    )
    page.attribute("value", name)
    page.raw(name.isEmpty ? " autofocus" : "")
    page.raw("></label>\n<label>")
    page.text(texts.words.password)
    page.raw(
      " <input name=\"password\" type=\"password\" autocomplete=\"current-password\" required"
    )
    page.raw(name.isEmpty ? "" : " autofocus")
    page.raw(problem == nil ? "" : " aria-describedby=\"problem\"")
    page.raw("></label>\n<input type=\"hidden\" name=\"next\"")
    page.attribute("value", next)
    page.raw(
      """
      >
      <input type="hidden" name="fragment">

      """)
    page.element("button", texts.words.title)
    page.raw("\n</form></main>\n<script>")
    page.raw(Self.script)
    page.raw("</script></html>\n")
    return page.bytes
  }

  private func write(_ problem: Problem, to page: inout XMLWriter) {
    let text = texts.words.text(of: problem)
    page.raw("<p role=\"alert\" id=\"problem\"")
    // What the server says of other problems is English.
    page.raw(text == nil ? " lang=\"en\" dir=\"ltr\">" : ">")
    page.text(text ?? problem.detail ?? problem.title)
    page.raw("</p>\n")
  }
}
