import Foundation
import HTTPServer
import People
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import Synchronization
import TestSupport
import Testing

@testable import MapService

/// Users who sign in with passwords, tokens and sessions.
@Suite struct SignInTests {
  @Test func aSessionLastsUntilItIsEndedHereOrEverywhere() throws {
    let house = try House([House.user("bob", .viewer)])
    let first = try house.signIn("bob", "bob")
    #expect(first.status == 200, "\(first.text)")
    #expect(try first.json()["role"] as? String == "viewer")
    #expect(try first.json()["session"] as? Bool == true)
    let field = try #require(first.headers["Set-Cookie"])
    #expect(field.contains("; Path=/; ") && field.contains("; HttpOnly; SameSite=Lax"))
    #expect(!field.contains("Secure"))
    let cookies = try [first, house.signIn("bob", "bob"), house.signIn("bob", "bob")].map(
      House.cookie)
    func statuses() throws -> [Int] { try cookies.map { try house.send(.get, "/me", $0).status } }
    #expect(try statuses() == [200, 200, 200])
    let out = try house.send(.delete, "/session", cookies[0])
    #expect(out.status == 204)
    #expect(out.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(try statuses() == [401, 200, 200])
    // Ending what is over changes nothing for others.
    #expect(try house.send(.delete, "/session?everywhere=true", cookies[0]).status == 204)
    #expect(try statuses() == [401, 200, 200])
    #expect(try house.send(.delete, "/session?everywhere=true", cookies[1]).status == 204)
    #expect(try statuses() == [401, 401, 401])
    // Another server of the index, or the same one after a restart, knows the session.
    let kept = try House.cookie(house.signIn("bob", "bob"))
    let again = try UserAccounts(file: nil, index: house.service.index)
    let request = try Request(target: "/me", headers: kept)
    #expect(again.account(ofTokenIn: request)?.name == "bob")
    // The secret itself is stored nowhere.
    let secret = try #require(
      kept["Cookie"]?.split(separator: "=", maxSplits: 1).last.map(String.init))
    let stored = try String(
      contentsOfFile: house.service.index.path.description + ".sessions", encoding: .utf8)
    #expect(!stored.contains(secret))
  }

  @Test func serversOnSeveralPortsOfAHostHaveSessionsOfTheirOwn() throws {
    let houses = try [House([House.user("bob", .viewer)]), House([House.user("bob", .viewer)])]
    let hosts = ["localhost:8080", "localhost:8081"]
    // A browser: one cookie for each name, sent to every port of the host.
    var jar: [String: String] = [:]
    func fields(_ number: Int) -> Headers {
      let cookies = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ["Host": hosts[number], "Cookie": cookies.joined(separator: "; ")]
    }
    func take(_ answer: Answer) {
      for field in Array(answer.headers) where field.name == "Set-Cookie" {
        let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        let value = pair.count == 2 ? String(pair[1]) : ""
        jar[String(pair[0])] = value.isEmpty ? nil : value
      }
    }
    func statuses() throws -> [Int] {
      try houses.indices.map { try houses[$0].send(.get, "/me", fields($0)).status }
    }
    for number in houses.indices { take(try houses[number].signIn("bob", "bob", fields(number))) }
    #expect(jar.keys.sorted() == ["geoindex-session-8080", "geoindex-session-8081"])
    #expect(try statuses() == [200, 200])
    take(try houses[0].send(.delete, "/session", fields(0)))
    #expect(jar.keys.sorted() == ["geoindex-session-8081"])
    #expect(try statuses() == [401, 200])
    // The cookie of an earlier version, whose name had no port, still works, and goes when it is over.
    take(try houses[0].signIn("bob", "bob", ["Host": "localhost"]))
    #expect(jar.keys.sorted() == ["geoindex-session", "geoindex-session-8081"])
    #expect(try statuses() == [200, 200])
    take(try houses[0].send(.delete, "/session", fields(0)))
    #expect(jar.keys.sorted() == ["geoindex-session-8081"])
    // Behind a default port the name has none, and a port that is no number adds nothing.
    for host in ["localhost", "[::1]", "localhost:"] {
      let answer = try houses[0].signIn("bob", "bob", ["Host": host])
      #expect(answer.headers["Set-Cookie"]?.hasPrefix("geoindex-session=") != false, "\(host)")
    }
    // A browser that has signed in by a form of its own has no session to end, whatever other servers have set.
    var basic = House.basic("bob", "bob")
    basic.append("Cookie", "geoindex-session-8081=\(jar["geoindex-session-8081"] ?? "")")
    #expect(try houses[0].send(.get, "/me", basic).json()["session"] as? Bool == false)
  }

  /// The lists of a record whose database does not answer until it is started.
  private final class SleepingLists: SharedLists {
    let texts = Mutex<[String: String]?>(nil)

    struct Silent: Error {}

    func list(_ name: String, knows text: String?) throws -> (text: String, isKnown: Bool) {
      try texts.withLock { texts in
        guard let texts else { throw Silent() }
        return (texts[name] ?? "0\n", true)
      }
    }

    func change(
      _ name: String, knows text: String?, _ body: (String, Bool) throws -> String
    ) throws -> String {
      try texts.withLock { texts in
        guard let known = texts else { throw Silent() }
        let changed = try body(known[name] ?? "0\n", true)
        texts?[name] = changed
        return changed
      }
    }
  }

  @Test(arguments: [true, false])
  func aServerThatDoesNotKnowTheUsersOfItsRecordRefusesEverythingUntilItDoes(hasUsers: Bool)
    throws
  {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let lists = SleepingLists()
    let accounts = try UserAccounts(file: nil, index: service.index, lists: lists)
    let check = PasswordCheck(accounts)
    #expect(check.isWaiting)
    var settings = MapService.Options()
    settings.signIn = MapService.SignIn(accounts, check)
    let inside = MapService(index: service.index, options: settings)
    var options = AccessGuard.Options()
    options.openPaths = [["healthz"], ["session"]]
    options.healthPaths = [["healthz"]]
    options.isSigned = { MapService.isSigned($0) }
    options.signInPage = { inside.signInPage(for: $0) }
    let keeper = AccessGuard(check, options: options, inside: inside)
    func send(_ method: Method, _ target: String, _ fields: Headers = [:]) throws -> Answer {
      var fields = fields
      fields.setDefault("Host", to: "localhost")
      return Answer(
        HTTPPolicy().process(
          try Request(method: method, target: target, headers: fields), by: keeper))
    }
    for operation in ServiceContext(index: service.index, options: .init()).operations
    where operation.id != "getHealth" {
      for fields in [
        [:], ["Accept": "text/html"], House.basic("bob", "bob"),
        ["Authorization": "Bearer x"],
      ] as [Headers] {
        let answer = try send(operation.method, operation.path, fields)
        #expect(answer.status == 503, "\(operation.method) \(operation.path)")
        #expect(answer.headers["Retry-After"] == "5")
        #expect(answer.headers["Set-Cookie"] == nil)
      }
    }
    #expect(try send(.get, "/app/main.js").status == 503)
    #expect(try send(.get, "/healthz").status == 200)
    // The database answers: with the list, the server asks for a password, or is open as it would have been.
    lists.texts.withLock { $0 = [:] }
    if hasUsers {
      let register = UserRegister(index: service.index.path, lists: lists)
      #expect(try register.add(House.user("bob", .viewer)))
    } else {
      try UserRegister(index: service.index.path, lists: lists).follow()
    }
    // The list of sessions is needed too, or those that have ended might be valid.
    #expect(try send(.get, "/me").status == 503)
    try SessionRegister(index: service.index.path, lists: lists).follow()
    try wait { accounts.unavailability == nil }
    #expect(try send(.get, "/me").status == (hasUsers ? 401 : 200))
    #expect(try send(.get, "/me", House.basic("bob", "bob")).status == 200)
  }

  @Test func wrongPasswordsGetAFormOfThePageAndAreThrottled() throws {
    let house = try House([House.user("bob", .viewer)])
    let page: Headers = ["Accept": "text/html,*/*;q=0.8"]
    let door = try house.send(.get, "/?q=a%22b", page)
    #expect(door.status == 401)
    #expect(door.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(door.headers["WWW-Authenticate"] == "Form realm=\"geoindex\"")
    #expect(door.headers["Referrer-Policy"] == "same-origin")
    #expect(door.text.contains("value=\"/?q=a%22b\""))
    #expect(try house.send(.get, "/").headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
    var answers = [401: 0, 429: 0]
    for guess in 0..<12 {
      let answer = try house.signIn("bob", "\(guess)", page, more: "&next=/?q=x")
      answers[answer.status, default: 0] += 1
      #expect(answer.headers["Set-Cookie"] == nil)
      #expect(answer.text.contains("role=\"alert\""))
      #expect(answer.text.contains("value=\"/?q=x\"") && answer.text.contains("value=\"bob\""))
    }
    #expect(answers == [401: 10, 429: 2])
    #expect(try house.signIn("bob", "bob").status == 429)
  }

  @Test(arguments: [
    ("pl", "", "pl", "ltr", "Nazwa użytkownika lub hasło są nieprawidłowe."),
    ("pt, de;q=0.5, pl;q=0.7", "", "pl", "ltr", "Nazwa użytkownika lub hasło są nieprawidłowe."),
    ("de-AT", "?lang=ar", "ar", "rtl", "اسم المستخدم أو كلمة المرور غير صحيحة."),
    ("zh-Hant-TW, ja", "", "ja", "ltr", "ユーザー名またはパスワードが正しくありません。"),
    ("zh-CN", "", "zh", "ltr", "用户名或密码不正确。"),
    ("de;q=0, xx", "", "en", "ltr", "The name or the password is wrong."),
    ("ko", "?lang=%3Cb%3E", "ko", "ltr", "사용자 이름 또는 비밀번호가 올바르지 않습니다."),
  ])
  func theFormAndItsRefusalsAreInTheLanguageOfTheReader(
    accepted: String, query: String, tag: String, direction: String, refusal: String
  ) throws {
    let house = try House([House.user("bob", .viewer)])
    let fields: Headers = ["Accept": "text/html", "Accept-Language": accepted]
    let form = try house.send(.get, "/\(query)", fields)
    #expect(form.text.contains("<html lang=\"\(tag)\" dir=\"\(direction)\">"))
    #expect(form.headers["Content-Language"] == tag)
    #expect(form.headers.list(of: "Vary")?.contains("Accept-Language") == true)
    #expect(form.text.contains("name=\"next\" value=\"/\(query)\""))
    // The form keeps the language of the address, and nothing else of it.
    let action = query == "?lang=ar" ? "/session?lang=ar" : "/session"
    #expect(form.text.contains("action=\"\(action)\""))
    var sent = fields
    sent.set("Content-Type", to: "application/x-www-form-urlencoded")
    let answer = try house.send(.post, action, sent, body: "name=bob&password=x")
    #expect(answer.status == 401)
    #expect(answer.text.contains("<html lang=\"\(tag)\" dir=\"\(direction)\">"))
    #expect(answer.text.contains("id=\"problem\">\(refusal)</p>"))
  }

  @Test func aRefusalSaysHowManySecondsToWaitInTheLanguageOfTheReader() throws {
    let house = try House([House.user("bob", .viewer)])
    let page: Headers = ["Accept": "text/html", "Accept-Language": "pl"]
    var answer = try house.signIn("bob", "x", page)
    for _ in 0..<10 where answer.status == 401 { answer = try house.signIn("bob", "x", page) }
    let seconds = try #require(answer.headers["Retry-After"])
    #expect(answer.status == 429)
    #expect(answer.text.contains("Zbyt wiele błędnych haseł. Spróbuj ponownie za \(seconds) s."))
  }

  @Test func theFormItselfLeadsToTheMapInItsLanguage() throws {
    let house = try House([House.user("bob", .viewer)])
    let form = try house.send(.get, "/session?lang=it", ["Accept": "text/html"])
    #expect(form.status == 200)
    #expect(form.text.contains("<h1>Accedere per vedere la mappa</h1>"))
    #expect(form.text.contains("name=\"next\" value=\"/?lang=it\""))
    #expect(try house.send(.get, "/session?lang=%3Cb%3E").status == 400)
  }

  /// The detail beneath stays English, and is the whole text for readers of English.
  @Test(arguments: [
    ("/nothing", "de-CH", 404, "de", "<h1>Hier gibt es nichts.</h1>"),
    ("/nothing?lang=ar", "de", 404, "ar", "<h1>لا يوجد شيء في هذا العنوان.</h1>"),
    ("/collections/photos/items?x=1", "xx, ja", 400, "ja", "<h1>サーバーはこのアドレスを理解できません。</h1>"),
    ("/nothing", "pt-BR", 404, "pt", "<h1>Não há nada neste endereço.</h1>"),
    ("/nothing", "xx", 404, "en", "<h1>There is nothing at /nothing.</h1>"),
    ("/nothing", "en-GB, de;q=0.8", 404, "en", "<h1>There is nothing at /nothing.</h1>"),
    ("/?share=gone", "fr", 403, "fr", "il a expiré ou a été révoqué.</h1>"),
    ("/?share=gone", "en", 403, "en", "it has expired or was revoked.</h1>"),
  ])
  func whatIsRefusedIsExplainedInTheLanguageOfTheReader(
    target: String, accepted: String, status: Int, tag: String, heading: String
  ) throws {
    let house = try House([House.user("bob", .viewer)])
    let links = ShareRegister(index: house.service.index.path)
    var options = AccessGuard.Options()
    options.guest = { try links.guest(of: $0) }
    let site = AccessGuard(
      PasswordCheck(house.accounts), options: options, inside: house.service.service)
    func ask(_ accept: String) throws -> Answer {
      var fields = House.basic("bob", "bob")
      if target.contains("share=") { fields = [:] }
      fields.set("Host", to: "localhost")
      fields.set("Accept", to: accept)
      fields.set("Accept-Language", to: accepted)
      return Answer(HTTPPolicy().process(try Request(target: target, headers: fields), by: site))
    }
    let page = try ask("text/html")
    #expect(page.status == status)
    #expect(page.text.contains("<html lang=\"\(tag)\">"), "\(page.text)")
    #expect(page.text.contains(heading), "\(page.text)")
    #expect(page.text.contains("<p lang=\"en\" dir=\"ltr\"><small>") == (tag != "en"))
    #expect(page.headers.list(of: "Vary")?.contains("Accept-Language") == true)
    let document = try ask("application/json")
    #expect(document.headers["Content-Type"] == "application/problem+json")
    #expect(!document.text.contains(heading.dropFirst(4).dropLast(5)) || tag == "en")
  }

  /// Without a form, as when other programs guard the server.
  @Test(arguments: [true, false])
  func aRefusedStrangerReadsWhatToDoInTheirLanguage(hasUsers: Bool) throws {
    let service = try Service(House.photos)
    var fields: Headers = [
      "Host": "localhost", "Accept": "text/html", "Accept-Language": "nl",
    ]
    let site: any Responder =
      try hasUsers
      ? AccessGuard(
        passwords: PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8))),
        inside: service.service)
      : AnonymousAccess(inside: service.service, index: service.index.path)
    let target = hasUsers ? "/me" : "/doubts"
    let request = try Request(target: target, headers: fields)
    let page = Answer(HTTPPolicy().process(request, by: site))
    #expect(page.status == (hasUsers ? 401 : 403))
    #expect(
      page.text.contains(
        hasUsers ? "<h1>Meld u aan om dit te zien.</h1>" : "<h1>Dit is niet met u gedeeld.</h1>"),
      "\(page.text)")
    fields.set("Accept", to: "*/*")
    let answer = Answer(
      HTTPPolicy().process(try Request(target: target, headers: fields), by: site))
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }

  @Test func unknownUsersGetTheSameAnswerAsWrongPasswords() throws {
    let house = try House([House.user("bob", .viewer)])
    let answers = try [
      house.signIn("bob", "x"), house.signIn("eve", "x"), house.signIn("", "x"),
    ]
    #expect(Set(answers.map(\.text)).count == 1)
    #expect(answers.allSatisfy { $0.status == 401 })
  }

  @Test(arguments: [
    ("/photos?x=1", "#map=3/4/5", "/photos?x=1#map=3/4/5"), ("//evil.example/", "", "/"),
    ("/\\evil.example", "", "/"), ("https://evil.example/", "", "/"), ("", "#a", "/#a"),
    ("/a\r\nSet-Cookie: x=y", "", "/"), ("/ok", "javascript:x", "/ok"),
  ])
  func thePageThatOpensNextIsOfThisServer(next: String, fragment: String, expected: String) throws {
    let house = try House([House.user("bob", .viewer)])
    func escaped(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    let answer = try house.signIn(
      "bob", "bob", ["Accept": "text/html"],
      more: "&next=\(escaped(next))&fragment=\(escaped(fragment))")
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == expected)
    #expect(Array(answer.headers).filter { $0.name == "Set-Cookie" }.count == 1)
  }

  @Test func pagesOfOtherSitesNeitherSignInNorChangeAnything() throws {
    let house = try House([House.user("cleo", .editor)])
    for fields in [
      ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"],
    ]
      as [Headers]
    {
      #expect(try house.signIn("cleo", "cleo", fields).status == 403)
      let cookie = try House.cookie(house.signIn("cleo", "cleo"))
      var sent = fields
      sent.set("Cookie", to: cookie["Cookie"] ?? "")
      for operation in ServiceContext(index: house.service.index, options: .init()).operations
      where operation.method != .get && !operation.onlyReads {
        let target = operation.path.replacing("{id}", with: "1").replacing("{act}", with: "1")
          .replacing("{name}", with: "a")
        #expect(try house.send(operation.method, target, sent).status == 403, "\(target)")
      }
      #expect(try house.send(.get, "/me", cookie).status == 200)
    }
  }

  @Test func changedUsersAreAppliedAndEndTheirSessions() throws {
    let house = try House([House.user("bob", .viewer, House.paris())])
    let cookie = try House.cookie(house.signIn("bob", "bob"))
    let request = try Request(target: "/me", headers: cookie)
    let account = try #require(house.accounts.account(ofTokenIn: request))
    #expect(house.accounts.isCurrent(account))
    // What changes for others ends nothing.
    #expect(try house.users.add(House.user("cleo", .editor)))
    try wait { house.accounts.visitor(named: "cleo") != nil }
    #expect(house.accounts.isCurrent(account))
    // Another scope ends responses that are being sent, but not the session.
    #expect(
      try house.users.change("bob") { $0.scope.parts = [try UserScope.Part(.path, "2021-*")] })
    try wait { !house.accounts.isCurrent(account) }
    let items = try house.send(.get, "/collections/photos/items", cookie).text
    #expect(items.contains("2021-egypt") && !items.contains("2023-paris"))
    // Another password ends the session.
    let hash = try PasswordHash(ofPassword: Array("new".utf8)).text
    #expect(try house.users.change("bob") { $0.passwordHash = hash })
    try wait { house.accounts.account(ofTokenIn: request) == nil }
    #expect(try house.send(.get, "/me", cookie).status == 401)
    #expect(try house.send(.get, "/me", House.basic("bob", "bob")).status == 401)
    #expect(try house.send(.get, "/me", House.basic("bob", "new")).status == 200)
    #expect(try house.users.remove("bob"))
    try wait { house.accounts.visitor(named: "bob") == nil }
    #expect(try house.send(.get, "/me", House.basic("bob", "new")).status == 401)
  }

  @Test func whoeverWasJustAddedCanSignIn() throws {
    let house = try House([House.user("bob", .viewer)])
    for name in ["cleo", "dora"] {
      #expect(try house.signIn("bob", "bob").status == 200)
      #expect(try house.users.add(House.user(name, .editor)))
      #expect(try house.signIn(name, name).status == 200)
    }
  }

  @Test func aTokenIsItsUserUntilItExpires() throws {
    let (token, old) = (Secret.newToken(), Secret.newToken())
    let house = try House([
      User(
        name: "robot", role: .viewer, passwordHash: nil,
        tokens: [UserToken(token, expires: .max), UserToken(old, expires: 1_000)])
    ])
    func status(_ field: String) throws -> Int {
      try house.send(.get, "/me", ["Authorization": field]).status
    }
    #expect(try status("Bearer \(token)") == 200)
    #expect(try status("bearer  \(token)") == 200)
    for wrong in ["Bearer \(old)", "Bearer \(token)x", "Bearer ", "Bearer \(Secret.newToken())"] {
      #expect(try status(wrong) == 401, "\(wrong)")
    }
    // Without a password, no password is right.
    for password in ["", "robot", token] {
      #expect(try house.send(.get, "/me", House.basic("robot", password)).status == 401)
    }
    // Requests with a token change nothing that the role may not.
    #expect(try house.send(.post, "/words", ["Authorization": "Bearer \(token)"]).status == 403)
  }

  @Test func aServerIsOpenUntilThereIsAUserAndNeverAgain() throws {
    let house = try House(file: false)
    #expect(try house.send(.get, "/me").json() as NSDictionary == ["role": "owner"])
    #expect(try house.send(.get, "/session").status == 404)
    #expect(try house.signIn("bob", "bob").status == 404)
    #expect(try house.users.add(House.user("bob", .viewer)))
    try wait { house.accounts.areRequired }
    #expect(try house.send(.get, "/me").status == 401)
    #expect(try house.send(.get, "/me", House.basic("bob", "bob")).status == 200)
    #expect(try house.users.remove("bob"))
    try wait { house.accounts.visitor(named: "bob") == nil }
    #expect(try house.send(.get, "/me").status == 401)
  }

  @Test func aDamagedHashMatchesNoPasswordAndOthersStayValid() throws {
    var damaged = try House.user("dora", .owner)
    damaged.passwordHash = damaged.passwordHash.map { String($0.prefix(20)) }
    let house = try House([damaged, House.user("bob", .viewer)])
    #expect(try house.send(.get, "/me", House.basic("dora", "dora")).status == 401)
    #expect(try house.send(.get, "/me", House.basic("bob", "bob")).status == 200)
  }

  @Test func aNameOfThePasswordFileStaysAnOwner() throws {
    var impostor = try House.user("bob", .viewer)
    impostor.name = "ada"
    let house = try House([impostor])
    #expect(
      try house.send(.get, "/me", House.basic("ada", "swordfish")).json()["role"] as? String
        == "owner")
    #expect(try house.send(.get, "/me", House.basic("ada", "bob")).status == 401)
  }

  @Test func usersThatCannotBeReadAreThoseOfBefore() throws {
    let house = try House([House.user("bob", .viewer)])
    let path = house.service.index.path.description + ".users"
    for damage in ["", "nonsense", "12\nbob\tking\t\n", "12\nbob\tviewer\t\tplanet=Mars\n"] {
      try Data(damage.utf8).write(to: URL(fileURLWithPath: path))
      usleep(1_100_000)
      #expect(try house.send(.get, "/me", House.basic("bob", "bob")).status == 200)
      #expect(throws: (any Error).self) {
        try UserAccounts(file: nil, index: house.service.index)
      }
    }
  }

  private func wait(_ condition: () -> Bool) throws {
    for _ in 0..<400 where !condition() { usleep(10_000) }
    #expect(condition())
  }
}
