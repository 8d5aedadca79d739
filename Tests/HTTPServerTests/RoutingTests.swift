import Testing

@testable import HTTPServer

@Suite("A request reaches its handler") struct RoutingTests {
  private var router: Router {
    var router = Router()
    let says: @Sendable (String) -> @Sendable (Request, PathParameters) -> Response = { name in
      { request, parameters in .text("\(name) \(parameters["id"] ?? parameters["rest"] ?? "-")") }
    }
    router.on(.get, "/", says("home"))
    router.on(.get, "/collections/photos/items", says("items"))
    router.on(.get, "/collections/photos/items/{id}", says("item"))
    router.on(.get, "/collections/photos/items/first", says("first"))
    router.on(.get, "/collections/{id}", says("collection"))
    router.on(.get, "/collections/photos/tiles", says("tiles"))
    router.on(.post, "/scans", says("scan"))
    router.on(.get, "/files/{rest*}", says("file"))
    router.on(.get, "/a/b/c", says("literal"))
    router.on(.get, "/a/{id}/d", says("parameter"))
    return router
  }

  @Test(
    "by the shape of its path", arguments: Door.allCases,
    [
      ("/", "home -"), ("/?x=1", "home -"), ("/collections/photos/items", "items -"),
      ("/collections/photos/items?limit=1#x", "items -"),
      ("/collections/photos/items/7", "item 7"),
      ("/collections/photos/items/first", "first -"),
      ("/collections/photos/items/a%2Fb%20c", "item a/b c"),
      ("/collections/photos/items/caf%C3%A9", "item café"),
      ("/collections/photos/items/a+b", "item a+b"),
      ("/collections/photos", "collection photos"), ("/files/", "file "),
      ("/files", "file "), ("/files/x/y", "file x/y"), ("/a/b/c", "literal -"),
      ("/a/b/d", "parameter b"), ("http://localhost/a/b/c?d", "literal -"),
    ])
  func matches(_ door: Door, _ expectation: (target: String, text: String)) throws {
    let answer = try Site(door, router).get(expectation.target)
    #expect(answer.status == 200)
    #expect(answer.text == expectation.text)
  }

  @Test(
    "or gets a 404", arguments: Door.allCases,
    ["/nothing", "/collections", "/collections/", "/collections//items", "/a/b", "//", "/Files/x"])
  func notFound(_ door: Door, _ target: String) throws {
    let answer = try Site(door, router).get(target)
    #expect(answer.status == 404)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(answer.problem["status"] as? Int == 404)
    #expect(answer.problem["title"] as? String == "Not Found")
  }

  @Test("or gets the allowed methods", arguments: Door.allCases)
  func wrongMethod(_ door: Door) throws {
    let site = try Site(door, router)
    let deleted = try site.send(.delete, "/a/b/c")
    #expect(deleted.status == 405)
    #expect(deleted.headers["Allow"] == "GET, HEAD, OPTIONS")
    let got = try site.get("/scans")
    #expect(got.status == 405)
    #expect(got.headers["Allow"] == "POST, OPTIONS")
    #expect((got.problem["detail"] as? String)?.contains("POST") == true)
    for target in ["/a/b/c", "*"] {
      let options = try site.send(.options, target)
      #expect(options.status == 204)
      #expect(options.headers["Allow"] == "GET, HEAD, OPTIONS")
      #expect(options.body.isEmpty)
      #expect(!options.headers.contains("Content-Length"))
    }
  }

  @Test("HEAD is GET without content, its length included", arguments: Door.allCases)
  func head(_ door: Door) throws {
    let answer = try Site(door, router).send(.head, "/a/b/c")
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
    #expect(answer.headers["Content-Length"] == "9")
    #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test("with its parameters in order and decoded", arguments: Door.allCases)
  func query(_ door: Door) throws {
    var router = Router()
    router.on(.get, "/q") { request, _ in
      .text(request.query.map { "[\($0.name)|\($0.value)]" }.joined())
    }
    let site = try Site(door, router)
    #expect(
      try site.get("/q?b=1&a=%C3%A9+%2B&b=2&c&d=&=e&&f=x=y%26").text
        == "[b|1][a|é +][b|2][c|][d|][|e][f|x=y&]")
    #expect(try site.get("/q?").text.isEmpty)
    #expect(try site.get("/q?bbox=-10.5,35,20,60").text == "[bbox|-10.5,35,20,60]")
  }

  @Test(
    "or a 400 if the target is malformed", arguments: Door.allCases,
    ["/%", "/%2", "/%zz", "/%00", "/%ff", "/a?x=%", "/a?x=%e9", "/a?%00=1", "/%c0%af", "/a?x=%g0"])
  func malformed(_ door: Door, _ target: String) throws {
    let answer = try Site(door, router).get(target)
    #expect(answer.status == 400)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
  }

  @Test("and routes can be listed, each once")
  func listed() {
    var router = router
    router.on(.post, "/scans") { _, _ in .noContent() }
    #expect(router.routes.count == 10)
    #expect(router.routes.first == Router.Route(method: .get, pattern: "/"))
    #expect(router.routes.filter { $0.method == .post }.map(\.pattern) == ["/scans"])
  }

  @Test("or the fallback, where no pattern fits", arguments: Door.allCases)
  func fallback(_ door: Door) throws {
    struct Everything: Responder {
      func respond(to request: Request) -> EventualResponse {
        .now(.text("fallback \(request.path)"))
      }
    }
    var router = router
    router.fallback = Everything()
    let site = try Site(door, router)
    #expect(try site.get("/x/y").text == "fallback [\"x\", \"y\"]")
    #expect(try site.send(.post, "/a/b/c").status == 405)
  }
}
