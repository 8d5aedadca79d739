import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

/// The description matches the service.
@Suite struct DescriptionTests {
  @Test func everyDeclaredParameterIsUsed() throws {
    let service = try Service.shared()
    for operation in try Description(service).operations where operation.method == "get" {
      for parameter in operation.queryParameters {
        let name = try #require(parameter["name"] as? String)
        let schema = try #require(parameter["schema"] as? [String: Any])
        // Any text except an empty one may be part of a name or a path.
        let texts = [
          "camera", "path", "country", "region", "place", "area", "keyword", "person", "q", "text",
          "device",
        ]
        let isText = texts.contains(name)
        // An unknown `parent`, id or collection is no error: the list is empty. Nor is a part that no item has.
        if ["parent", "ids", "collections", "fields"].contains(name),
          operation.path != "/collections/photos/zip"
        {
          continue
        }
        let nonsense = isText ? "" : "%2B-no/such*thing"
        let answer = try service.get(operation.target(with: [name: nonsense]))
        #expect(answer.status == 400, "\(operation.path) \(name): \(schema)")
      }
    }
  }

  @Test func acceptedRangesAndWordsAreThoseOfTheDescription() throws {
    let service = try Service.shared()
    func status(_ operation: Description.Operation, _ name: String, _ value: Any) throws -> Int {
      try service.get(operation.target(with: [name: "\(value)"])).status
    }
    var checked = 0
    for operation in try Description(service).operations where operation.method == "get" {
      for parameter in operation.queryParameters {
        guard let name = parameter["name"] as? String,
          let schema = parameter["schema"] as? [String: Any]
        else { continue }
        for word in schema["enum"] as? [Any] ?? [] {
          #expect(try status(operation, name, word) != 400, "\(operation.path) \(name)=\(word)")
          checked += 1
        }
        for (edge, step) in [("minimum", -1), ("maximum", 1)] {
          guard let number = schema[edge] as? Int else { continue }
          #expect(try status(operation, name, number) == 200, "\(operation.path) \(name)=\(number)")
          // Above its maximum `limit` is the maximum.
          let beyond = name == "limit" && step > 0 ? 200 : 400
          #expect(try status(operation, name, number + step) == beyond, "\(operation.path) \(name)")
          checked += 1
        }
        if let standard = schema["default"] {
          #expect(try status(operation, name, standard) != 400, "\(operation.path) \(name)")
        }
      }
    }
    #expect(checked > 80)
  }

  @Test func missingRequiredParametersAreRefused() throws {
    let service = try Service.shared()
    var checked = 0
    for operation in try Description(service).operations where operation.method == "get" {
      for name in operation.query.keys {
        var others = operation.query
        others[name] = nil
        let query = others.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        #expect(try service.get(operation.target + "?" + query).status == 400, "\(name)")
        checked += 1
      }
    }
    #expect(checked == 9)
  }

  @Test func everyRouteHasValidatorAllowAndHead() throws {
    let service = try Service.shared()
    for operation in try Description(service).operations where operation.method == "get" {
      // Scans and rooms are short-lived and have methods of their own; events have no end.
      // A server without users has no form.
      if ["/events", "/scans/{id}", "/rooms/{room}", "/session"].contains(operation.path) {
        continue
      }
      let target = operation.target(with: [:])
      let answer = try service.get(target)
      #expect(answer.status == 200, "\(target): \(answer.text)")
      // Momentary values must not be cached.
      let momentary = [
        "/healthz", "/metrics", "/me", "/rooms", "/shares", "/zones", "/views", "/views/{name}",
      ]
      if !momentary.contains(operation.path) {
        let etag = try #require(answer.headers["ETag"], "\(target)")
        #expect(try service.get(target, ["If-None-Match": etag]).status == 304, "\(target)")
      }
      let head = try service.ask(.head, target)
      #expect(head.status == 200)
      #expect(head.headers["Content-Type"] == answer.headers["Content-Type"])
      let options = try service.ask(.options, operation.target)
      #expect(options.status == 204)
      let takesPost = [
        "/diary", "/doubts", "/locate", "/placements", "/rooms", "/shares", "/stac/search",
        "/trips", "/words",
        "/zones",
      ].contains(operation.path)
      let changes = ["/trips/{id}": "DELETE, ", "/views/{name}": "PUT, DELETE, "]
      let others = takesPost ? "POST, " : changes[operation.path] ?? ""
      let allowed = "GET, HEAD, \(others)OPTIONS"
      #expect(options.headers["Allow"] == allowed)
      let refused = try service.ask(
        others.hasSuffix("DELETE, ") ? .post : .delete, operation.target)
      #expect(refused.status == 405)
      #expect(refused.headers["Allow"] == allowed)
    }
  }

  @Test func everyLinkLeadsBelowTheAddressThatIsConfigured() throws {
    let base = "https://home.example/my/photos"
    let service = try Service(["2023-paris/eiffel-tower.jpg"], baseURL: base)
    for operation in try Description(service).operations where operation.method == "get" {
      guard !operation.path.hasPrefix("/photos/") else { continue }
      let answer = try service.get(operation.target(with: [:]))
      #expect(!answer.text.contains("photos.test"), "\(operation.path)")
      for match in answer.text.matches(of: /"(?:href|url|thumbnail|original)":"([^"]*)"/) {
        // Resources defined by a standard have the paths of the standard.
        let isOurs = !match.1.hasPrefix("http://www.opengis.net/def/")
        #expect(match.1.hasPrefix(base) || !isOurs, "\(operation.path): \(match.1)")
      }
    }
  }

  @Test func theReferencePageHasAllOperationsAndNoScripts() throws {
    let service = try Service.shared()
    let page = try service.get("/api.html")
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.headers["Content-Security-Policy"]?.contains("style-src 'self'") ?? false)
    #expect(!page.text.contains("<script"))
    #expect(!page.text.contains("style="))
    #expect(!page.text.contains("<style"))
    let ids = page.text.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for match in page.text.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(match.1))) }
    for operation in try Description(service).operations where operation.method == "get" {
      let id = try #require(operation.said["operationId"] as? String)
      #expect(page.text.contains("<code>\(operation.path)</code>"))
      for parameter in operation.parameters {
        #expect(ids.contains("\(id).\(parameter["name"] ?? "")"))
      }
    }
    let style = try service.get("/api.css")
    #expect(style.headers["Content-Type"]?.hasPrefix("text/css") ?? false)
  }

  @Test func everyShellExampleOfThePageWorks() throws {
    let service = try Service.shared()
    let targets = try service.get("/api.html").text
      .matches(of: /<pre><code>curl '([^<]+)'<\/code>/).map { String($0.1) }
    #expect(targets.count >= 15)
    for target in targets {
      let path = target.replacing("&amp;", with: "&")
        .replacing("http://photos.test:8080", with: "")
      #expect(try service.get(path).status == 200, "\(path)")
    }
  }

  @Test func queryablesAndSchemaSayWhatAFeatureHas() throws {
    let service = try Service.shared()
    let queryables = try service.json("/collections/photos/queryables")
    let schema = try service.json("/collections/photos/schema")
    for document in [queryables, schema] {
      #expect(document["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
      let properties = try #require(document["properties"] as? [String: [String: Any]])
      #expect(properties["id"]?["x-ogc-role"] as? String == "id")
      #expect(properties["geometry"]?["x-ogc-role"] as? String == "primary-geometry")
      #expect(properties["geometry"]?["format"] as? String == "geometry-point")
      #expect(properties["takenAt"]?["x-ogc-role"] as? String == "primary-instant")
    }
    let known = try #require(schema["properties"] as? [String: Any])
    for feature in try service.features("/collections/photos/items") {
      for name in feature.properties.keys { #expect(known[name] != nil, "\(name)") }
    }
    #expect(schema["$id"] as? String == "http://photos.test:8080/collections/photos/schema")
  }
}
