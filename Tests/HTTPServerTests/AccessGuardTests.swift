import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("An access guard") struct AccessGuardTests {
  private let right: Headers = ["Authorization": Self.basic("ada:swordfish")]

  static func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

  private func site(
    _ door: Door = .inProcess, options: AccessGuard.Options = .init(),
    _ configure: @escaping (inout HTTPServer.Configuration) -> Void = { _ in }
  ) throws -> Site {
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    router.on(.get, "/shared") { _, _ in
      Response(status: 200, headers: ["Cache-Control": "public, max-age=60, s-maxage=600"])
    }
    router.add(.get, "/late") { _, _ in .later { .text("at last") } }
    router.on(.get, "/who") { request, _ in .text("\(request.visitor)") }
    router.on(.post, "/long") { request, _ in .text("\(request.spooled?.count ?? 0)") }
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    return try Site(
      door, AccessGuard(passwords: passwords, options: options, inside: router),
      configure: configure)
  }

  @Test(arguments: Door.allCases)
  func withoutThePasswordEverythingIsRefused(door: Door) throws {
    let site = try site(door)
    for target in ["/hello", "/nothing/there", "/late", "/"] {
      for method in [Method.get, .head, .post, .options, .delete] {
        let answer = try site.send(method, target)
        #expect(answer.status == 401, "\(method) \(target)")
        #expect(
          answer.headers["WWW-Authenticate"] == "Basic realm=\"geoindex\", charset=\"UTF-8\"")
        #expect(answer.headers["Cache-Control"] == "no-store")
      }
    }
    let wrong = [
      "ada:swordfisH", "ada:", "eve:swordfish", "ada", "ADA:swordfish", ":swordfish",
    ].map(Self.basic)
    for field in wrong + ["Basic", "Basic !!!", "Bearer x", "", "Digest username=\"ada\""] {
      #expect(try site.get("/hello", ["Authorization": field]).status == 401, "\(field)")
    }
  }

  @Test(arguments: Door.allCases)
  func withThePasswordEverythingIsAllowedAndSharedCachesStoreNothing(door: Door) throws {
    let site = try site(door)
    for _ in 0..<3 {
      let hello = try site.get("/hello", right)
      #expect(hello.status == 200)
      #expect(hello.text == "hello")
      #expect(hello.headers["Cache-Control"] == "private")
      #expect(hello.headers["Vary"]?.contains("Authorization") ?? false)
    }
    #expect(try site.get("/late", right).text == "at last")
    #expect(try site.get("/shared", right).headers["Cache-Control"] == "private, max-age=60")
    #expect(try site.get("/nothing", right).status == 404)
    #expect(try site.get("/who", right).text == "owner")
    #expect(
      try site.get(
        "/hello", ["Authorization": "basic  " + Data("ada:swordfish".utf8).base64EncodedString()]
      ).status == 200)
  }

  @Test func onlyOpenPathsRespondToStrangers() throws {
    var options = AccessGuard.Options()
    options.openPaths = [["who"]]
    let site = try site(options: options)
    #expect(try site.get("/who").text == "stranger")
    #expect(try site.get("/who", right).text == "owner")
    for near in ["/who/", "//who", "/who/x", "/Who", "/%77ho/"] {
      #expect(try site.get(near).status == 401, "\(near)")
    }
    let preflight: Headers = ["Origin": "https://x", "Access-Control-Request-Method": "GET"]
    #expect(try site.send(.options, "/hello", preflight).status == 401)
    options.allowsOtherSites = true
    let asked = try self.site(options: options)
    #expect(try asked.send(.options, "/hello", preflight).status == 204)
    #expect(try asked.send(.get, "/hello", preflight).status == 401)
  }

  @Test func guessingIsThrottledAndSignedInClientsAreNot() throws {
    let site = try site()
    #expect(try site.get("/hello", right).status == 200)
    var statuses: [Int] = []
    for guess in 0..<15 {
      let answer = try site.get("/hello", ["Authorization": Self.basic("ada:\(guess)")])
      statuses.append(answer.status)
      if answer.status == 429 {
        #expect(Int(answer.headers["Retry-After"] ?? "") ?? 0 > 0)
      }
    }
    #expect(statuses.prefix(10).allSatisfy { $0 == 401 })
    #expect(statuses.suffix(4).allSatisfy { $0 == 429 })
    // Even the right password is now refused, except in a header that was accepted before.
    #expect(
      try site.get("/hello", ["Authorization": Self.basic("ada:swordfish") + " "]).status == 429)
    #expect(try site.get("/hello", right).status == 200)
  }

  @Test func theThrottleRecoversWithTimeAndCountsAddressesSeparately() throws {
    let throttle = FailureThrottle()
    let first = PeerAddress("192.0.2.1")
    for _ in 0..<10 { #expect(throttle.begin(first, now: 100) == nil) }
    #expect(throttle.begin(first, now: 100) == 6)
    #expect(throttle.wait(first, now: 100) == 6)
    #expect(throttle.wait(PeerAddress("192.0.2.2"), now: 100) == nil)
    #expect(throttle.wait(PeerAddress("::ffff:192.0.2.1"), now: 100) == 6)
    #expect(throttle.begin(first, now: 106) == nil)
    #expect(throttle.wait(first, now: 106) == 6)
    throttle.succeeded(first)
    #expect(throttle.wait(first, now: 106) == nil)
    #expect(throttle.wait(first, now: 1_000) == nil)
    // All addresses of an IPv6 prefix count as one.
    for index in 0..<10 { _ = throttle.begin(PeerAddress("2001:db8::\(index)"), now: 100) }
    #expect(throttle.wait(PeerAddress("2001:db8::abcd"), now: 100) == 6)
    #expect(throttle.wait(PeerAddress("2001:db8:0:1::1"), now: 100) == nil)
    // Even if many addresses guess, the most frequent guesser is not dropped.
    for index in 0..<20_000 {
      _ = throttle.begin(
        PeerAddress("10.\(index >> 16).\(index >> 8 & 255).\(index & 255)"), now: 101)
    }
    #expect(throttle.wait(PeerAddress("2001:db8::1"), now: 101) != nil)
  }

  @Test func aCachedPasswordIsDroppedWhenThePasswordsChange() throws {
    let path = NSTemporaryDirectory() + "/passwords-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ password: String) throws {
      let hash = try output("/usr/bin/openssl", ["passwd", "-6", password])
      try Data("ada:\(hash)".utf8).write(to: URL(fileURLWithPath: path))
    }
    try write("swordfish")
    let source = try PasswordSource(file: Array(path.utf8))
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    let site = try Site(.inProcess, AccessGuard(passwords: source, inside: router))
    #expect(try site.get("/hello", right).status == 200)
    try write("other")
    source.refresh(atOnce: true)
    #expect(try site.get("/hello", right).status == 401)
    #expect(try site.get("/hello", ["Authorization": Self.basic("ada:other")]).status == 200)
  }

  @Test func aSlowHashIsComputedOnceAndDelaysNoOtherRequest() throws {
    // A bcrypt cost of 14 takes more than a second.
    let source = PasswordSource(
      try Passwords(
        htpasswd: "ada:$2y$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"))
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    var options = AccessGuard.Options()
    options.openPaths = [["hello"]]
    let site = try Site(.live, AccessGuard(passwords: source, options: options, inside: router)) {
      $0.threads = 1
    }
    let slow = try RawConnection(port: site.port)
    slow.send(
      "GET /hello HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(Self.basic("ada:no"))\r\n\r\n")
    let began = ContinuousClock.now
    #expect(try site.get("/hello").status == 200)
    let quick = ContinuousClock.now - began
    #expect(try slow.readAnswer().status == 401)
    #expect(quick < (ContinuousClock.now - began) / 2)
  }

  @Test func passwordsOfLongContentWaitForAWorkerAndDelayNoOtherRequest() throws {
    let (gate, entered) = (Gate(), Counter())
    var router = Router()
    router.on(.get, "/hello") { _, _ in .text("hello") }
    router.on(.post, "/long") { request, _ in .text("\(request.spooled?.count ?? 0)") }
    router.add(.get, "/busy") { _, _ in
      .later {
        entered.next()
        gate.wait()
        return .text("at last")
      }
    }
    var options = AccessGuard.Options()
    options.openPaths = [["hello"], ["busy"]]
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    let guarded = AccessGuard(passwords: passwords, options: options, inside: router)
    let site = try Site(.live, guarded) {
      ($0.threads, $0.slowThreads) = (1, 1)
      $0.connectionsPerAddressLimit = 0
      $0.policy.limits.longContent = ["/long": 50_000]
    }
    let busy = try RawConnection(port: site.port)
    busy.send("GET /busy HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(eventually { entered.value == 1 })
    func sender(_ password: String, from address: String = "127.0.0.1") throws -> RawConnection {
      let connection = try RawConnection(port: site.port, from: address)
      connection.send(
        "POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000\r\n"
          + "Authorization: \(Self.basic("ada:\(password)"))\r\n\r\n")
      return connection
    }
    let right = try sender("swordfish", from: "127.0.0.7")
    right.send([UInt8](repeating: 7, count: 40_000))
    let wrong = try (1...63).map { try sender("wrong \($0)") }
    #expect(try site.get("/hello").status == 200)
    #expect(!right.waitsForInput(milliseconds: 0))
    #expect(!wrong[0].waitsForInput(milliseconds: 0))
    // The queue is that of all passwords, with the same limit.
    #expect(try sender("one too many").readAnswer().status == 503)
    gate.open()
    #expect(try right.readAnswer().text == "40000")
    #expect(try wrong[62].readAnswer().status == 401)
  }

  @Test func longContentOfStrangersIsRefusedBeforeItIsSent() throws {
    let site = try site(.live) { $0.policy.limits.longContent = ["/long": 50_000_000] }
    func send(_ fields: String) throws -> Answer {
      let connection = try RawConnection(port: site.port)
      connection.send(
        "POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000000\r\n\(fields)\r\n")
      return try connection.readAnswer()
    }
    #expect(try send("").status == 401)
    #expect(try send("Authorization: \(Self.basic("ada:wrong"))\r\n").status == 401)
    let sent = try site.send(.post, "/long", right, body: [UInt8](repeating: 7, count: 3_000_000))
    #expect(sent.text == "3000000")
  }
}
