internal import Geography
internal import HTTPServer
internal import JSON
public import People
public import PhotoExchange
internal import Sharing

/// Who the visitor is, and how users sign in and out.
struct SessionRoutes: RouteGroup {
  /// The path of the session.
  static let folder = "session"

  let service: ServiceContext

  var operations: [Operation] {
    let page = Content(type: "text/html", schema: ["type": "string"])
    return [
      Operation(
        path: "/me", id: "getVisitor", chapter: .sharing,
        summary: "Who the visitor is, and what the visitor may see and do",
        details: """
          `role` is `owner`, `editor`, `viewer` or `guest`; each may do what the next one may. A user who has signed \
          in has a `name`, and with a limited `scope` sees the photos of any of its parts; without `scope`, all photos. Of a \
          guest it says who shared the link (`by`), when it `expires`, and the cells of `precision` metres to which \
          positions are rounded. `session` says whether a DELETE of `/session` signs out, `users` whether users can \
          sign in.
          """,
        formats: [.json("visitor")], isOpenToOtherSites: false, example: "/me",
        handler: .guests { call in visitor(call.request) }),
      Operation(
        path: "/session", id: "getSession", chapter: .sharing,
        summary: "The page on which people sign in", parameters: [.languageOfForm],
        responses: [
          DocumentedResponse(status: 200, summary: "A form", content: [page]),
          .problem(404, "The server has no users."),
        ],
        isOpenToOtherSites: false, isForStrangers: true,
        handler: .guests { call in
          _ = try signIn()
          return SignInPage(call.request, prefix: service.options.pathPrefix(of: call.request))
            .response(status: 200)
        }),
      Operation(
        method: .post, path: "/session", id: "signIn", chapter: .sharing,
        summary: "Signs a user in, and sets the cookie of the session",
        details: """
          The form has `name` and `password`. Programs use HTTP Basic authentication, or a token of `geoindex user token` \
          as `Authorization: Bearer`, instead of a session. A browser that opens the answer as a page is sent to `next`.
          """,
        parameters: [.languageOfForm],
        content: [
          Content(
            type: "application/x-www-form-urlencoded",
            schema: [
              "type": "object", "required": ["name", "password"],
              "properties": [
                "name": ["type": "string"], "password": ["type": "string"],
                "next": ["type": "string"], "fragment": ["type": "string"],
              ],
            ])
        ],
        responses: [
          DocumentedResponse(
            status: 200, summary: "Who has signed in",
            content: [Content(type: "application/json", schema: .schema("visitor"))]),
          DocumentedResponse(status: 303, summary: "The page to open next, for browsers"),
          .problem(404, "The server has no users."), .problem(415, "The content is not a form."),
          .problem(429, "There were too many wrong passwords."),
        ],
        isOpenToOtherSites: false, isForStrangers: true, handler: .guests(begin)),
      Operation(
        method: .delete, path: "/session", id: "signOut", chapter: .sharing,
        summary: "Signs out, here or in all browsers of the user",
        parameters: [.everywhere],
        responses: [
          DocumentedResponse(status: 204, summary: "The session is over."),
          .problem(404, "The server has no users."),
        ],
        isOpenToOtherSites: false, isForStrangers: true, handler: .guests(end)),
    ]
  }

  // MARK: Who

  private func visitor(_ request: Request) -> Response {
    let accounts = service.options.signIn?.accounts
    let hasSession = (accounts?.areRequired ?? false) ? accounts?.hasSession(request) : nil
    var response = Response.json(VisitorAnswer(request: request, hasSession: hasSession))
    response.cacheControl = "no-store"
    return response
  }

  // MARK: In and out

  private func signIn() throws -> MapService.SignIn {
    guard let signIn = service.options.signIn, signIn.accounts.areRequired else {
      throw Problem.notFound(
        "This server has no users, so there is no need to sign in. To change that, run: geoindex user add NAME"
      )
    }
    return signIn
  }

  private func begin(_ call: Call) throws -> EventualResponse {
    let (request, signIn) = (call.request, try signIn())
    let type = request.headers["Content-Type"]?.split(separator: ";").first ?? ""
    guard type.lowercased().filter({ $0 != " " }) == "application/x-www-form-urlencoded" else {
      throw Problem(
        status: 415, detail: "Send name and password as application/x-www-form-urlencoded.")
    }
    let form = try Request(target: "/?" + String(decoding: request.body, as: UTF8.self))
    guard let name = form.queryValue("name"), let password = form.queryValue("password") else {
      throw Problem.badRequest("Send the form with name and password.")
    }
    let forms = [["application/json"], ["text/html"]]
    let isPage = request.preferredForm(among: forms) == 1
    let next = nextPage(form, request)
    let refusing: @Sendable (Problem) throws -> Response = { problem in
      guard isPage else { throw problem }
      let page = SignInPage(
        request, prefix: service.options.pathPrefix(of: request), next: next, problem: problem,
        name: name)
      var response = page.response(status: problem.status)
      if let wait = problem.headers.first(where: { $0.name == "Retry-After" }) {
        response.headers.set(wait.name, to: wait.value)
      }
      return response
    }
    // Who was added a moment ago is let in.
    signIn.accounts.lookAtOnce()
    do {
      let verify = try signIn.check.verification(
        name: name, password: Array(password.utf8), for: request)
      return .later {
        do {
          let account = try verify()
          return try began(account, request, next: isPage ? next : nil, signIn.accounts)
        } catch let problem as Problem {
          return try refusing(problem.withoutForm)
        }
      }
    } catch let problem as Problem {
      return .now(try refusing(problem.withoutForm))
    }
  }

  /// The address on this server to open next; never one of another server.
  private func nextPage(_ form: Request, _ request: Request) -> String {
    let home = service.options.pathPrefix(of: request) + "/"
    let next = form.queryValue("next") ?? home
    let second = next.utf8.dropFirst().first
    let isOwn =
      next.utf8.first == UInt8(ascii: "/") && second != UInt8(ascii: "/")
      && second != UInt8(ascii: "\\") && next.utf8.allSatisfy { (33...126).contains($0) }
    let fragment = form.queryValue("fragment") ?? ""
    let isFragment =
      fragment.utf8.first == UInt8(ascii: "#") && fragment.utf8.count <= 4_096
      && fragment.utf8.allSatisfy { (33...126).contains($0) }
    return (isOwn ? next : home) + (isFragment ? fragment : "")
  }

  private func began(
    _ account: Account, _ request: Request, next: String?, _ accounts: UserAccounts
  ) throws -> Response {
    guard let secret = accounts.beginSession(of: account.name) else {
      throw Problem.unavailable("The user was changed; sign in again.", retryAfter: 1)
    }
    var response: Response
    if let next {
      response = Response(status: 303, headers: ["Location": next])
    } else {
      var signedIn = request.signedIn(as: account)
      signedIn.headers.append("Cookie", "\(AccessGuard.sessionCookie)=\(secret)")
      response = visitor(signedIn)
    }
    response.cacheControl = "no-store"
    setCookie(
      AccessGuard.sessionCookie(of: request), secret, UserAccounts.sessionLifetime, request,
      &response)
    return response
  }

  private func end(_ call: Call) throws -> EventualResponse {
    let (request, accounts) = (call.request, try signIn().accounts)
    let everywhere = call.parameters["everywhere"] == "true"
    // On a worker thread: a record may be slow.
    return .later {
      let cookies: Set<String>
      do {
        cookies = try accounts.endSession(of: request, everywhere: everywhere)
      } catch is RegisterError {
        throw Problem.unavailable(
          "The session cannot be removed from the disk of the server; look at its log and try again.",
          retryAfter: 10)
      }
      var response = Response(status: 204, headers: ["Clear-Site-Data": "\"cache\""])
      response.cacheControl = "no-store"
      for name in cookies.sorted() { setCookie(name, "", 0, request, &response) }
      return response
    }
  }

  /// Browsers send the cookie with links from other sites, but not with other requests of their pages.
  private func setCookie(
    _ name: String, _ secret: String, _ lifetime: Int, _ request: Request,
    _ response: inout Response
  ) {
    let path = service.options.pathPrefix(of: request) + "/"
    let secure = request.scheme == "https" ? "; Secure" : ""
    response.headers.append(
      "Set-Cookie",
      "\(name)=\(secret); Path=\(path); Max-Age=\(lifetime); HttpOnly; SameSite=Lax\(secure)"
    )
  }
}

/// Who has made a request.
struct VisitorAnswer: Answer {
  static let shape = AnswerShape<VisitorAnswer>("visitor") {
    AnswerMember("role", .word(["owner", "editor", "viewer", "guest"])) { $0.role }
    AnswerMember("name") { $0.share == nil ? $0.request.user : nil }
    AnswerMember("scope") { $0.user.flatMap { $0.scope.parts.isEmpty ? nil : $0.scope } }
    AnswerMember("by") { $0.share?.terms.filters[ShareTerms.sharer] }
    // The guests of a server without passwords have no link.
    AnswerMember("expires", .moment) { answer in
      answer.share.flatMap { $0.token.isEmpty ? nil : $0.terms.expiryText }
    }
    AnswerMember("precision") { $0.share?.precision?.metres.rounded(.towardZero) }
    AnswerMember("users") { $0.hasSession.map { _ in true } }
    AnswerMember("session") { $0.hasSession }
  }

  let request: Request

  /// Whether a browser has signed in; nil without users.
  let hasSession: Bool?

  private var share: ShareGuest? { request.visitor.share }
  private var user: LimitedUser? { share == nil ? request.visitor.limitedUser : nil }

  private var role: String {
    share == nil ? (user?.role ?? .owner).rawValue : "guest"
  }
}

/// A scope as the API and the command line write it: a list for each kind of part.
extension UserScope: Answer {
  /// Its members.
  public static let shape = AnswerShape<UserScope> {
    Part.Kind.allCases.map { kind in
      AnswerMember(kind.rawValue) { $0.parts.isEmpty ? nil : $0.values(of: kind).nonEmpty }
    }
  }
}

extension [String] {
  /// Nil if there is none.
  fileprivate var nonEmpty: [String]? { isEmpty ? nil : self }
}

extension Problem {
  /// The same for a client that has sent a form: its browser must not show another one.
  fileprivate var withoutForm: Problem {
    var problem = self
    for index in problem.headers.indices where problem.headers[index].name == "WWW-Authenticate" {
      problem.headers[index].value = "Form realm=\"geoindex\""
    }
    return problem
  }
}

extension Parameter {
  fileprivate static let languageOfForm = Parameter(
    Parameter.language.name,
    "The language of the form, such as `de`; else that of `Accept-Language`.",
    Parameter.language.schema, example: "en")
  fileprivate static let everywhere = Parameter(
    "everywhere", "Whether all sessions of the user end.", ["type": "boolean", "default": false])
}
