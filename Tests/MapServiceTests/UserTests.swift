import Foundation
import HTTPServer
import People
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

@testable import MapService

/// Users with roles and scopes, who sign in with passwords, tokens and sessions.
@Suite struct UserTests {
  /// A server of the sample photos with an owner of a password file and users beside the index.
  private struct House {
    let service: Service
    let accounts: UserAccounts
    let keeper: AccessGuard
    let users: UserRegister

    init(_ users: [User] = [], file: Bool = true, names: [String] = House.photos) throws {
      service = try Service(names)
      self.users = UserRegister(index: service.index.path)
      for user in users { #expect(try self.users.add(user)) }
      let owners =
        file ? PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8))) : nil
      accounts = try UserAccounts(file: owners, index: service.index)
      let check = PasswordCheck(accounts)
      var settings = MapService.Options()
      settings.signIn = MapService.SignIn(accounts, check)
      let inside = MapService(index: service.index, options: settings)
      var options = AccessGuard.Options()
      options.openPaths = [["healthz"], ["session"]]
      options.signInPage = { inside.signInPage(for: $0) }
      keeper = AccessGuard(check, options: options, inside: inside)
    }

    static let photos = [
      "2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg", "2018-california/golden-gate.jpg",
      "2024-helsinki/camera-harbour.jpg",
    ]

    func send(
      _ method: Method = .get, _ target: String, _ fields: Headers = [:], body: String = ""
    ) throws -> Answer {
      var fields = fields
      fields.setDefault("Host", to: "localhost")
      let request = try Request(
        method: method, target: target, headers: fields, body: Array(body.utf8))
      return Answer(HTTPPolicy().process(request, by: keeper))
    }

    func signIn(_ name: String, _ password: String, _ fields: Headers = [:], more: String = "")
      throws -> Answer
    {
      var fields = fields
      fields.setDefault("Content-Type", to: "application/x-www-form-urlencoded")
      return try send(.post, "/session", fields, body: "name=\(name)&password=\(password)\(more)")
    }
  }

  private static func basic(_ name: String, _ password: String) -> Headers {
    ["Authorization": "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()]
  }

  private static func user(
    _ name: String, _ role: User.Role, _ parts: [UserScope.Part] = []
  ) throws -> User {
    try User(
      name: name, role: role, passwordHash: hashes[name], scope: UserScope(parts: parts))
  }

  /// The hashes of the names themselves, made once because they are slow.
  private static let hashes: [String: String] = Dictionary(
    uniqueKeysWithValues: ["bob", "cleo", "dora"].map { name in
      (name, (try? PasswordHash(ofPassword: Array(name.utf8)).text) ?? "")
    })

  private static func paris() throws -> [UserScope.Part] {
    [try UserScope.Part(.path, "2023-paris")]
  }

  private static func cookie(_ answer: Answer) throws -> Headers {
    let field = try #require(answer.headers["Set-Cookie"])
    return ["Cookie": String(field.prefix { $0 != ";" })]
  }

  /// The fields of a request with JSON.
  private static func sending(_ fields: Headers) -> Headers {
    var fields = fields
    fields.set("Content-Type", to: "application/json")
    return fields
  }

  // MARK: Roles

  @Test func eachRoleMayUseItsOperationsAndNoOther() throws {
    let house = try House([
      Self.user("bob", .viewer, Self.paris()), Self.user("cleo", .editor, Self.paris()),
      Self.user("dora", .owner),
    ])
    let audiences: [(String, Audience)] = [
      ("bob", .viewers), ("cleo", .editors), ("dora", .owners), ("ada", .owners),
    ]
    let operations = ServiceContext(index: house.service.index, options: .init()).operations
    var refused = 0
    for (name, audience) in audiences {
      let proof = Self.basic(name, name == "ada" ? "swordfish" : name)
      #expect(try house.send(.get, "/me", proof).json()["name"] as? String == name)
      // Events have no end, and only owners list rooms.
      for operation in operations
      where operation.method == .get && !["getEvents", "getRooms"].contains(operation.id) {
        let target = operation.path.replacing("{id}", with: "1").replacing("{name}", with: "a")
          .replacing("{z}", with: "0").replacing("{x}", with: "0").replacing("{y}", with: "0")
        let status = try house.send(.get, target, proof).status
        #expect((status == 403) == (operation.audience > audience), "\(name) \(target): \(status)")
        if status == 403 { refused += 1 }
      }
      for operation in operations where operation.method != .get && operation.path != "/session" {
        let target = operation.path.replacing("{id}", with: "x").replacing("{name}", with: "x")
          .replacing("{act}", with: "x")
        if operation.audience > audience {
          #expect(
            try house.send(operation.method, target, proof).status == 403, "\(name) \(target)")
          refused += 1
        }
      }
    }
    #expect(refused > 20)
  }

  @Test func aViewerSeesTheScopeAndNothingElse() throws {
    let house = try House([Self.user("bob", .viewer, Self.paris())])
    let bob = Self.basic("bob", "bob")
    let items = try house.send(.get, "/collections/photos/items", bob).json()
    #expect(items["numberMatched"] as? Int == 1)
    let me = try house.send(.get, "/me", bob).json()
    #expect(me["role"] as? String == "viewer")
    #expect((me["scope"] as? [String: [String]]) == ["path": ["2023-paris"]])
    let all = try house.send(.get, "/collections/photos/items", Self.basic("ada", "swordfish"))
      .json()
    let features = try #require(all["features"] as? [[String: Any]])
    for id in features.compactMap({ $0["id"] as? Int }) {
      let statuses =
        try ["items/\(id)", "items/\(id)"].map {
          try house.send(.get, "/collections/photos/\($0)", bob).status
        }
        + ["thumbnail", "original"].map { try house.send(.get, "/photos/\(id)/\($0)", bob).status }
      let isParis =
        (features.first { $0["id"] as? Int == id }?["properties"] as? [String: Any])
        .map { ($0["path"] as? String)?.hasPrefix("2023-paris") ?? false } ?? false
      #expect(statuses.allSatisfy { $0 == (isParis ? 200 : 404) }, "\(id): \(statuses)")
    }
  }

  @Test func anEditorChangesPhotosOfTheScopeAlone() throws {
    let parts = try Self.paris() + [UserScope.Part(.path, "2024-helsinki")]
    let house = try House([Self.user("cleo", .editor, parts)])
    let (cleo, ada) = (Self.basic("cleo", "cleo"), Self.basic("ada", "swordfish"))
    let photos = try house.service.index.read { try $0.photos(1...20) }
    func id(_ path: String) throws -> Int64 {
      try #require(photos.first { $0.path.description.hasPrefix(path) }).id
    }
    let (paris, egypt, library) = try (id("2023-paris"), id("2021-egypt"), id("2024-helsinki"))
    func write(_ ids: [Int64], _ who: Headers) throws -> Answer {
      try house.send(
        .post, "/words", Self.sending(who),
        body: #"{"photos":\#(ids),"set":{"title":"Evening"},"add":{"keywords":["walk"]}}"#)
    }
    // Others are as if they did not exist.
    let both = try write([paris, egypt], cleo)
    #expect(both.status == 201)
    #expect(try both.json()["photos"] as? Int == 1)
    let act = try #require(try both.json()["id"] as? Int)
    #expect(try write([egypt], cleo).status == 404)
    #expect(try write([egypt], ada).status == 201)
    let renaming = try house.send(
      .post, "/words", Self.sending(cleo),
      body: #"{"rename":{"keywords":{"walk":"stroll"}}}"#)
    #expect(try renaming.json()["photos"] as? Int == 1, "\(renaming.text)")
    let egyptian = try house.send(.get, "/collections/photos/items/\(egypt)", ada).json()
    #expect(
      ((egyptian["properties"] as? [String: Any])?["keywords"] as? [String])?.contains("walk")
        == true)
    // An editor sees and undoes only the own acts.
    let listed = try house.send(.get, "/words", cleo).json()
    #expect(
      (listed["acts"] as? [[String: Any]])?.allSatisfy { $0["by"] as? String == "cleo" } == true)
    #expect(listed["numberMatched"] as? Int == 2)
    #expect(try house.send(.get, "/words?photo=\(egypt)", cleo).json()["shown"] == nil)
    #expect(try house.send(.get, "/words?photo=\(paris)", cleo).json()["shown"] != nil)
    let adas = try #require(
      (try house.send(.get, "/words", ada).json()["acts"] as? [[String: Any]])?
        .first { $0["by"] as? String == "ada" }?["act"] as? Int)
    #expect(try house.send(.delete, "/words/\(adas)", cleo).status == 404)
    #expect(try house.send(.delete, "/words/\(act)", cleo).status == 200)
    // A photo of the scope that has no position yet can be placed, one outside cannot be moved.
    func place(_ id: Int64) throws -> Answer {
      try house.send(
        .post, "/placements", Self.sending(cleo),
        body: #"{"placements":[{"photo":\#(id),"longitude":2.3,"latitude":48.8}]}"#)
    }
    #expect(try place(library).status == 201)
    #expect(try place(egypt).status == 404)
    #expect(try house.send(.get, "/placements?from=tracks", cleo).status == 403)
    let acts = try house.send(.get, "/placements", cleo).json()["acts"] as? [[String: Any]]
    #expect(acts?.count == 1)
    #expect(acts?.first?["by"] as? String == "cleo")
  }

  @Test func editorsOpenRoomsViewersJoinThemAndOnlyCreatorsAndOwnersCloseThem() throws {
    let house = try House([
      Self.user("bob", .viewer, Self.paris()), Self.user("cleo", .editor, Self.paris()),
      Self.user("dora", .editor),
    ])
    let (bob, cleo, dora) = (
      Self.basic("bob", "bob"), Self.basic("cleo", "cleo"), Self.basic("dora", "dora")
    )
    #expect(try house.send(.post, "/rooms", bob).status == 403)
    let opened = try house.send(.post, "/rooms", cleo)
    #expect(opened.status == 201, "\(opened.text)")
    let id = try #require(try opened.json()["id"] as? String)
    for proof in [bob, cleo, dora] {
      #expect(try house.send(.get, "/rooms/\(id)", proof).status == 200)
      #expect(try house.send(.get, "/rooms", proof).status == 403)
    }
    #expect(try house.send(.delete, "/rooms/\(id)", dora).status == 403)
    #expect(try house.send(.delete, "/rooms/\(id)", bob).status == 403)
    #expect(try house.send(.delete, "/rooms/\(id)", cleo).status == 204)
  }

  @Test func eventsTellAViewerThatSomethingHasChangedAndNoMore() throws {
    let stamp = try Service.shared().index.read { try $0.stamp() }
    var pending = PendingEvents()
    pending.changed = PhotosChanged(
      stamp: stamp, located: 1_234, counts: .init(added: 5, updated: 0, moved: 0, removed: 0))
    pending.viewers = 2
    pending.haveViewsChanged = true
    pending.dropWhatOwnersSee()
    let text = String(decoding: pending.take(), as: UTF8.self)
    #expect(text.contains("event: photos-changed") && text.contains("event: viewers"))
    for part in ["located", "1234", "added", "views-changed", "scan"] {
      #expect(!text.contains(part), "\(text)")
    }
  }

  @Test func aViewerGetsTheTripsOfTheVisiblePhotosAlone() throws {
    let house = try House(
      [Self.user("bob", .viewer, [UserScope.Part(.path, "2025-*")])], names: Self.year)
    let (bob, ada) = (Self.basic("bob", "bob"), Self.basic("ada", "swordfish"))
    let trips = try house.send(.get, "/trips", bob).json()
    let all = try house.send(.get, "/trips", ada).json()
    #expect((all["trips"] as? [[String: Any]])?.count == 2)
    let ids = try #require(trips["trips"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(!ids.isEmpty)
    for id in ids {
      let found = try house.send(.get, "/collections/photos/items?trip=\(id)&limit=100", bob).json()
      #expect((found["numberMatched"] as? Int ?? 0) > 0)
      #expect(try house.send(.get, "/trips/\(id)", bob).status == 200)
    }
    // What the owner has corrected is about all photos.
    let renamed = try house.send(
      .post, "/trips", Self.sending(ada), body: #"{"rename":"\#(ids[0])","name":"Secret name"}"#)
    #expect(renamed.status == 201, "\(renamed.text)")
    #expect(try house.send(.get, "/trips", ada).text.contains("Secret name"))
    #expect(try !house.send(.get, "/trips", bob).text.contains("Secret name"))
    #expect(try house.send(.get, "/homes", bob).status == 403)
  }

  /// The photos of a year at home with two trips.
  private static let year: [String] = {
    let manager = FileManager.default
    let names = manager.enumerator(atPath: SamplePhotos.folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasPrefix("2025-") && $0.hasSuffix(".jpg") }.sorted()
  }()

  // MARK: Sessions and tokens

  @Test func aSessionLastsUntilItIsEndedHereOrEverywhere() throws {
    let house = try House([Self.user("bob", .viewer)])
    let first = try house.signIn("bob", "bob")
    #expect(first.status == 200, "\(first.text)")
    #expect(try first.json()["role"] as? String == "viewer")
    #expect(try first.json()["session"] as? Bool == true)
    let field = try #require(first.headers["Set-Cookie"])
    #expect(field.contains("; Path=/; ") && field.contains("; HttpOnly; SameSite=Lax"))
    #expect(!field.contains("Secure"))
    let cookies = try [first, house.signIn("bob", "bob"), house.signIn("bob", "bob")].map(
      Self.cookie)
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
    let kept = try Self.cookie(house.signIn("bob", "bob"))
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

  @Test func wrongPasswordsGetAFormOfThePageAndAreThrottled() throws {
    let house = try House([Self.user("bob", .viewer)])
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

  @Test func unknownUsersGetTheSameAnswerAsWrongPasswords() throws {
    let house = try House([Self.user("bob", .viewer)])
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
    let house = try House([Self.user("bob", .viewer)])
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
    let house = try House([Self.user("cleo", .editor)])
    for fields in [
      ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"],
    ]
      as [Headers]
    {
      #expect(try house.signIn("cleo", "cleo", fields).status == 403)
      let cookie = try Self.cookie(house.signIn("cleo", "cleo"))
      var sent = fields
      sent.set("Cookie", to: cookie["Cookie"] ?? "")
      for operation in ServiceContext(index: house.service.index, options: .init()).operations
      where operation.method != .get {
        let target = operation.path.replacing("{id}", with: "1").replacing("{act}", with: "1")
          .replacing("{name}", with: "a")
        #expect(try house.send(operation.method, target, sent).status == 403, "\(target)")
      }
      #expect(try house.send(.get, "/me", cookie).status == 200)
    }
  }

  @Test func changedUsersAreAppliedAndEndTheirSessions() throws {
    let house = try House([Self.user("bob", .viewer, Self.paris())])
    let cookie = try Self.cookie(house.signIn("bob", "bob"))
    let request = try Request(target: "/me", headers: cookie)
    let account = try #require(house.accounts.account(ofTokenIn: request))
    #expect(house.accounts.isCurrent(account))
    // What changes for others ends nothing.
    #expect(try house.users.add(Self.user("cleo", .editor)))
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
    #expect(try house.send(.get, "/me", Self.basic("bob", "bob")).status == 401)
    #expect(try house.send(.get, "/me", Self.basic("bob", "new")).status == 200)
    #expect(try house.users.remove("bob"))
    try wait { house.accounts.visitor(named: "bob") == nil }
    #expect(try house.send(.get, "/me", Self.basic("bob", "new")).status == 401)
  }

  private func wait(_ condition: () -> Bool) throws {
    for _ in 0..<400 where !condition() { usleep(10_000) }
    #expect(condition())
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
      #expect(try house.send(.get, "/me", Self.basic("robot", password)).status == 401)
    }
    // Requests with a token change nothing that the role may not.
    #expect(try house.send(.post, "/words", ["Authorization": "Bearer \(token)"]).status == 403)
  }

  // MARK: With and without users

  @Test func aServerIsOpenUntilThereIsAUserAndNeverAgain() throws {
    let house = try House(file: false)
    #expect(try house.send(.get, "/me").json() as NSDictionary == ["role": "owner"])
    #expect(try house.send(.get, "/session").status == 404)
    #expect(try house.signIn("bob", "bob").status == 404)
    #expect(try house.users.add(Self.user("bob", .viewer)))
    try wait { house.accounts.areRequired }
    #expect(try house.send(.get, "/me").status == 401)
    #expect(try house.send(.get, "/me", Self.basic("bob", "bob")).status == 200)
    #expect(try house.users.remove("bob"))
    try wait { house.accounts.visitor(named: "bob") == nil }
    #expect(try house.send(.get, "/me").status == 401)
  }

  @Test func aDamagedHashMatchesNoPasswordAndOthersStayValid() throws {
    var damaged = try Self.user("dora", .owner)
    damaged.passwordHash = damaged.passwordHash.map { String($0.prefix(20)) }
    let house = try House([damaged, Self.user("bob", .viewer)])
    #expect(try house.send(.get, "/me", Self.basic("dora", "dora")).status == 401)
    #expect(try house.send(.get, "/me", Self.basic("bob", "bob")).status == 200)
  }

  @Test func aNameOfThePasswordFileStaysAnOwner() throws {
    var impostor = try Self.user("bob", .viewer)
    impostor.name = "ada"
    let house = try House([impostor])
    #expect(
      try house.send(.get, "/me", Self.basic("ada", "swordfish")).json()["role"] as? String
        == "owner")
    #expect(try house.send(.get, "/me", Self.basic("ada", "bob")).status == 401)
  }

  @Test func usersThatCannotBeReadAreThoseOfBefore() throws {
    let house = try House([Self.user("bob", .viewer)])
    let path = house.service.index.path.description + ".users"
    for damage in ["", "nonsense", "12\nbob\tking\t\n", "12\nbob\tviewer\t\tplanet=Mars\n"] {
      try Data(damage.utf8).write(to: URL(fileURLWithPath: path))
      usleep(1_100_000)
      #expect(try house.send(.get, "/me", Self.basic("bob", "bob")).status == 200)
      #expect(throws: (any Error).self) {
        try UserAccounts(file: nil, index: house.service.index)
      }
    }
  }
}
