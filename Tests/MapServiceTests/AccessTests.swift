import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Access to the service behind a guard.
@Suite struct AccessTests {
  private static let right = "Basic " + Data("ada:swordfish".utf8).base64EncodedString()

  /// The service of the sample photos with a guard in front, as `geoindex serve` puts it there.
  private func guarded(_ service: Service) -> AccessGuard {
    var options = AccessGuard.Options()
    options.openPaths = [["healthz"]]
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    return AccessGuard(passwords: passwords, options: options, inside: service.service)
  }

  private func ask(
    _ responder: any Responder, _ method: Method = .get, _ target: String,
    _ headers: Headers = [:]
  ) throws -> Answer {
    var fields = headers
    fields.setDefault("Host", to: "localhost:8080")
    let request = try Request(method: method, target: target, headers: fields)
    return Answer(HTTPPolicy().process(request, by: responder))
  }

  @Test func everyRouteRequiresThePassword() throws {
    // The owner's requests change it.
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    let keeper = guarded(service)
    let operations = try Description(service).operations
    #expect(Set(operations.map(\.path)) == Set(service.service.routes.map(\.pattern)))
    for operation in operations where operation.path != "/healthz" {
      let method = try #require(Method(rawValue: operation.method.uppercased()))
      let target = operation.target(with: [:])
      for headers in [[:], ["Authorization": "Basic eDp5"], ["Accept": "text/html"]] as [Headers] {
        let answer = try ask(keeper, method, target, headers)
        #expect(answer.status == 401 || answer.status == 429, "\(method) \(target)")
        #expect(answer.headers["Cache-Control"] == "no-store")
        #expect(!answer.text.contains("features"))
        #expect(!answer.text.contains("properties"))
      }
      let open = try ask(keeper, method, target, ["Authorization": Self.right])
      #expect(open.status != 401, "\(target)")
      #expect(open.status != 403, "\(target)")
      let policy = open.headers["Cache-Control"] ?? ""
      #expect(policy.contains("private") || policy.contains("no-store"), "\(target): \(policy)")
      #expect(!policy.contains("public"))
    }
  }

  @Test func pagesAndFilesRequireThePasswordToo() throws {
    let service = try Service([], staticFiles: SamplePhotos.package + "/static")
    let keeper = guarded(service)
    for target in ["/", "/index.html", "/app/main.js", "/nothing", "/app/"] {
      #expect(try ask(keeper, .get, target, ["Accept": "text/html"]).status == 401, "\(target)")
    }
    let page = try ask(keeper, .get, "/index.html", ["Authorization": Self.right])
    #expect(page.status == 200)
    #expect(page.headers["Cache-Control"]?.hasPrefix("private") ?? false)
  }

  @Test func aStrangerSeesOnlyTheHealthOfTheServer() throws {
    let service = try Service.shared()
    let keeper = guarded(service)
    let stranger = try ask(keeper, .get, "/healthz")
    #expect(stranger.status == 200)
    #expect(stranger.text == "{\"status\":\"ok\"}")
    let owner = try ask(keeper, .get, "/healthz", ["Authorization": Self.right])
    #expect(owner.text.contains("indexVersion"))
  }

  @Test func pagesOfOtherSitesMaySendNothing() throws {
    let service = try Service.shared()
    // A search by content only reads.
    let posts = try Description(service).operations.filter {
      $0.method == "post" && $0.path != "/stac/search"
    }
    #expect(!posts.isEmpty)
    for operation in posts {
      let method = try #require(Method(rawValue: operation.method.uppercased()))
      for headers in [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"], ["Origin": "http://localhost.evil.example:8080"],
        ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "cross-site"],
      ] as [Headers] {
        let answer = try ask(service.service, method, operation.target, headers)
        #expect(answer.status == 403, "\(operation.path) \(headers.map(\.value))")
      }
      let own: Headers = ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"]
      #expect(try ask(service.service, method, operation.target, own).status != 403)
    }
  }

  @Test func everyResponseHasSecurityHeaders() throws {
    let service = try Service(
      ["2021-jordan/petra.jpg"], otherSites: [], staticFiles: SamplePhotos.package + "/static")
    for target in [
      "/", "/index.html", "/api.html", "/nothing", "/collections", "/collections/photos/items",
      "/photos/1/thumbnail", "/photos/1/original", "/app/main.js", "/tiles/photos/0/0/0.mvt",
    ] {
      let answer = try ask(service.service, .get, target, ["Accept": "text/html, */*;q=0.1"])
      #expect(answer.headers["X-Content-Type-Options"] == "nosniff", "\(target)")
      #expect(answer.headers["Referrer-Policy"] != nil, "\(target)")
      if answer.status == 200 {
        #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", "\(target)")
      }
      guard answer.headers["Content-Type"]?.hasPrefix("text/html") ?? false else { continue }
      let policy = answer.headers["Content-Security-Policy"] ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.headers["X-Frame-Options"] == "DENY")
      #expect(answer.headers["Permissions-Policy"]?.hasPrefix("geolocation=(") ?? false)
    }
    let original = try ask(service.service, .get, "/photos/1/original")
    #expect(original.headers["Content-Security-Policy"]?.contains("sandbox") ?? false)
  }

  @Test func aQueryThatTakesTooLongIsCancelled() throws {
    let library = try Library()
    let writer = try PhotoIndex(path: FilePath(library.database), access: .writing)
    for number in 0..<300 { try library.add("\(number).jpg") }
    _ = try PhotoScanner(index: writer).scan([FilePath(library.root)])
    let index = try PhotoIndex(
      path: FilePath(library.database), access: .reading, questionLimit: .nanoseconds(1))
    let service = MapService(index: index)
    let pattern = String(repeating: "%25a", count: 40)
    let target = "/collections/photos/items?filter=path%20LIKE%20'\(pattern)'"
    let answer = try ask(service, .get, target)
    #expect(answer.status == 503, "\(answer.text)")
    #expect(answer.headers["Retry-After"] == "10", "\(answer.text)")
    #expect(answer.text.contains("begins with the name of a folder"), "\(answer.text)")
    // The interrupted query leaves nothing behind, and a short query is still answered.
    #expect(try ask(service, .get, "/healthz").status == 200)
    let patient = MapService(
      index: try PhotoIndex(
        path: FilePath(library.database), access: .reading, questionLimit: .seconds(60)))
    #expect(try ask(patient, .get, target).status == 200)
  }
}
