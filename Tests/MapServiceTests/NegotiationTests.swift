import HTTPServer
import MapService
import TestSupport
import Testing

/// Content negotiation and CORS.
@Suite struct NegotiationTests {
  private let items = "/collections/photos/items"

  @Test(arguments: [
    "*/*", "application/geo+json", "application/json", "application/*", "text/html, */*;q=0.1",
    "application/geo+json; charset=utf-8", "image/png;q=0, application/json ; q=0.5",
    "APPLICATION/JSON",
    "application/vnd.oai.openapi+json;version=3.0, application/*;q=0.8", "", "nonsense",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "application/vnd.geo+json",
  ])
  func geoJSONIsTheDefaultFormat(accept: String) throws {
    let answer = try Service.shared().get(items + "?limit=1", ["Accept": accept])
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/geo+json")
  }

  @Test(arguments: [
    "text/html", "image/*", "application/json;q=0", "*/*;q=0",
    "application/geo+json;q=0, */*;q=0.0",
  ])
  func unacceptableMediaTypesAreRefused(accept: String) throws {
    let service = try Service.shared()
    let answer = try service.get(items, ["Accept": accept])
    #expect(answer.status == 406)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(try #require(try answer.json()["detail"] as? String).contains("application/geo+json"))
    // The format in the URL has precedence.
    #expect(try service.get(items + "?f=json&limit=1", ["Accept": accept]).status == 200)
  }

  @Test func theRootIsThePageForBrowsersOnly() throws {
    let service = try Service(
      ["2023-paris/eiffel-tower.jpg"], staticFiles: SamplePhotos.package + "/static")
    func type(_ target: String, _ accept: String?) throws -> String? {
      let answer = try service.get(target, accept.map { ["Accept": $0] } ?? [:])
      #expect(answer.headers.list(of: "Vary")?.contains("Accept") ?? false)
      return answer.headers["Content-Type"]
    }
    #expect(
      try type("/", "text/html,application/xml;q=0.9,*/*;q=0.8") == "text/html; charset=utf-8")
    #expect(try type("/?f=html", "application/json") == "text/html; charset=utf-8")
    for accept in ["*/*", "application/json", "text/html;q=0.5, application/json", nil] {
      #expect(try type("/", accept) == "application/json")
    }
    #expect(try type("/?f=json", "text/html") == "application/json")
  }

  @Test func anyPageMayReadTheAPIByDefault() throws {
    let origin: Headers = ["Origin": "https://maps.example"]
    let open = try Service.shared().get(items + "?limit=1", origin)
    #expect(open.headers["Access-Control-Allow-Origin"] == "*")
    #expect(open.headers["Access-Control-Expose-Headers"]?.contains("Link, ETag") ?? false)
    // So that the page can show the error.
    let refused = try Service.shared().get(items + "?limit=x", origin)
    #expect(refused.status == 400)
    #expect(refused.headers["Access-Control-Allow-Origin"] == "*")
    for target in ["/photos/1/original", "/photos/1/thumbnail", "/healthz", "/events"] {
      let answer = try Service.shared().get(target, origin)
      #expect(!answer.headers.contains("Access-Control-Allow-Origin"), "\(target)")
    }
    let some = try Service([], otherSites: ["https://maps.example"])
    let allowed = try some.get(items, origin)
    #expect(allowed.headers["Access-Control-Allow-Origin"] == "https://maps.example")
    #expect(allowed.headers.list(of: "Vary")?.contains("Origin") ?? false)
    for other in ["https://maps.example.evil", "null", "http://maps.example"] {
      let answer = try some.get(items, ["Origin": other])
      #expect(!answer.headers.contains("Access-Control-Allow-Origin"))
      #expect(answer.headers.list(of: "Vary")?.contains("Origin") ?? false)
    }
    let none = try Service([], otherSites: []).get(items, origin)
    #expect(none.status == 200)
    #expect(!none.headers.contains("Access-Control-Allow-Origin"))
  }

  @Test func aPreflightRequestGetsTheAllowedMethods() throws {
    let asked: Headers = [
      "Origin": "https://maps.example", "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "x-thing",
    ]
    let answer = try Service.shared().ask(.options, items, asked)
    #expect(answer.status == 204)
    #expect(answer.headers["Allow"] == "GET, HEAD, OPTIONS")
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    #expect(answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
    #expect(answer.headers["Access-Control-Allow-Headers"] == "x-thing")
    let refused = try Service([], otherSites: []).ask(.options, items, asked)
    #expect(refused.status == 204)
    #expect(!refused.headers.contains("Access-Control-Allow-Methods"))
  }

  @Test func pagesAreLinkedInTheHeaderToo() throws {
    let answer = try Service.shared().get(items + "?limit=2&offset=2&camera=a%22%3E%3Cb,e")
    #expect(answer.headers["OGC-NumberMatched"] == "0")
    #expect(answer.headers.values(of: "Link").allSatisfy { $0.ranges(of: ">").count == 1 })
    let page = try Service.shared().get(items + "?limit=2&offset=2")
    #expect(page.headers["OGC-NumberMatched"] == "52")
    #expect(page.headers["OGC-NumberReturned"] == "2")
    for rel in ["self", "next", "prev", "collection"] {
      #expect(page.headers.values(of: "Link").contains { $0.contains("rel=\"\(rel)\"") })
    }
  }

  @Test func aTargetWithRawMarkupIsEscapedInLinks() throws {
    let answer = try Service.shared().get(items + "?limit=1&camera=<b>\"{é}")
    let links = try #require(try answer.json()["links"] as? [[String: String]])
    let text = try #require(links.first?["href"])
    #expect(text.hasSuffix("?limit=1&camera=%3Cb%3E%22%7B%C3%A9%7D"))
  }
}
