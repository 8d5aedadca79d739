import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

/// The requirements of OGC API - Features, part 1; each test has the name of the abstract test.
@Suite struct CoreRequirementTests {
  private let items = "/collections/photos/items"

  private func links(_ json: [String: Any]) throws -> [[String: String]] {
    try #require(json["links"] as? [[String: String]])
  }

  private func link(_ rel: String, in json: [String: Any]) throws -> [String: String] {
    try #require(try links(json).first { $0["rel"] == rel }, "\(rel)")
  }

  /// Follows a link as a client does.
  private func follow(_ link: [String: String], _ service: Service) throws -> Answer {
    let host = "http://photos.test:8080"
    let href = try #require(link["href"])
    try #require(href.hasPrefix(host + "/"))
    let answer = try service.get(String(href.dropFirst(host.count)))
    #expect(answer.status == 200)
    let type = try #require(answer.headers["Content-Type"])
    #expect(try type.hasPrefix(#require(link["type"])), "\(href)")
    return answer
  }

  @Test("crs84") func coordinatesAreLongitudeAndLatitude() throws {
    for feature in try Service.shared().features(items) {
      #expect(abs(feature.coordinates[0]) <= 180)
      #expect(abs(feature.coordinates[1]) <= 90)
    }
    let paris = try Service.shared().features(items + "?path=2023-paris/*")
    #expect(try #require(paris.first).coordinates == [2.2916, 48.8568])
  }

  @Test("root-op, root-success") func theLandingPageLeadsEverywhere() throws {
    let service = try Service.shared()
    let page = try service.get("/", ["Accept": "application/json"])
    #expect(page.status == 200)
    #expect(page.headers["Content-Type"] == "application/json")
    for rel in ["self", "service-desc", "service-doc", "conformance", "data", "items"] {
      _ = try follow(try link(rel, in: page.json()), service)
    }
  }

  @Test("api-definition-op, api-definition-success") func theDescriptionIsOpenAPI() throws {
    let service = try Service.shared()
    let link = try link("service-desc", in: service.json("/"))
    #expect(link["type"] == "application/vnd.oai.openapi+json;version=3.0")
    let answer = try follow(link, service)
    #expect(answer.headers["Content-Type"] == "application/vnd.oai.openapi+json;version=3.0")
    #expect((try answer.json()["openapi"] as? String)?.hasPrefix("3.0.") ?? false)
  }

  @Test("conformance-op, conformance-success") func conformanceNamesTheCore() throws {
    let classes = try #require(try Service.shared().json("/conformance")["conformsTo"] as? [String])
    for name in ["core", "geojson", "oas30"] {
      #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\(name)"))
    }
    #expect(!classes.contains { $0.contains("conf/html") || $0.contains("features-2") })
  }

  @Test("fc-md-op, fc-md-success, sfc-md-op, sfc-md-success") func theCollectionIsOneEverywhere()
    throws
  {
    let service = try Service.shared()
    let all = try service.json("/collections")
    #expect(try link("self", in: all)["type"] == "application/json")
    let listed = try #require((all["collections"] as? [[String: Any]])?.first)
    let single = try service.json("/collections/photos")
    #expect(NSDictionary(dictionary: listed) == NSDictionary(dictionary: single))
    #expect(single["id"] as? String == "photos")
    #expect((single["crs"] as? [String])?.first?.hasSuffix("/OGC/1.3/CRS84") ?? false)
    let box = try #require(
      ((single["extent"] as? [String: Any])?["spatial"] as? [String: Any])?["bbox"] as? [[Double]])
    try #require(box.count == 1)
    #expect(box[0].count == 4)
    for rel in [
      "self", "items", "describedby", "http://www.opengis.net/def/rel/ogc/1.0/queryables",
      "http://www.opengis.net/def/rel/ogc/1.0/schema",
    ] { _ = try follow(try link(rel, in: single), service) }
    #expect(try link("items", in: single)["type"] == "application/geo+json")
  }

  @Test("fc-op, fc-response, fc-links, fc-numberReturned") func itemsAreAFeatureCollection() throws
  {
    let service = try Service.shared()
    let page = try service.get(items + "?limit=5")
    let json = try page.json()
    #expect(page.headers["Content-Type"] == "application/geo+json")
    #expect(json["type"] as? String == "FeatureCollection")
    #expect((json["features"] as? [Any])?.count == 5)
    #expect(json["numberReturned"] as? Int == 5)
    for rel in ["self", "next", "collection"] { _ = try follow(try link(rel, in: json), service) }
    #expect(try links(json).allSatisfy { $0["type"] != nil && $0["rel"] != nil })
    // fc-timeStamp: it is optional, and with it no two responses would be the same.
    #expect(json["timeStamp"] == nil)
  }

  @Test("fc-bbox-definition") func theBoxIsDescribed() throws {
    let parameter = try Description(Service.shared()).parameter("bbox", of: items)
    let schema = try #require(parameter["schema"] as? [String: Any])
    #expect(parameter["in"] as? String == "query")
    #expect(parameter["required"] as? Bool == false)
    #expect(parameter["style"] as? String == "form")
    #expect(parameter["explode"] as? Bool == false)
    #expect(schema["type"] as? String == "array")
    #expect(schema["minItems"] as? Int == 4)
    #expect(schema["maxItems"] as? Int == 6)
    #expect((schema["items"] as? [String: Any])?["type"] as? String == "number")
  }

  @Test("fc-limit-definition") func theLimitIsDescribed() throws {
    let description = try Description(Service.shared())
    let schema = try #require(
      try description.parameter("limit", of: items)["schema"] as? [String: Any])
    #expect(schema["type"] as? String == "integer")
    #expect(schema["minimum"] as? Int == 1)
    #expect(schema["maximum"] as? Int == 10_000)
    #expect(schema["default"] as? Int == 1_000)
    let components = try #require(description.document["components"] as? [String: Any])
    let shared = try #require(components["parameters"] as? [String: [String: Any]])
    #expect((shared["limit"]?["schema"] as? [String: Any])?["maximum"] as? Int == 10_000)
  }

  @Test("fc-time-definition") func theTimeIsDescribed() throws {
    let parameter = try Description(Service.shared()).parameter("datetime", of: items)
    #expect((parameter["schema"] as? [String: Any])?["type"] as? String == "string")
    #expect(parameter["style"] as? String == "form")
    #expect(parameter["explode"] as? Bool == false)
  }

  @Test("query-param-invalid, query-param-unknown") func whatIsNotDescribedIsRefused() throws {
    let service = try Service.shared()
    for query in ["limit=abc", "limit=-1", "limit=0", "whatever=1", "crs=x", "bbox-crs=x"] {
      #expect(try service.get("\(items)?\(query)").status == 400, "\(query)")
    }
    for path in ["/", "/conformance", "/collections", "/collections/photos", items + "/1", "/api"] {
      #expect(try service.get("\(path)?whatever=1").status == 400, "\(path)")
    }
  }

  @Test("f-op, f-success, f-links") func aFeatureIsTheSameAloneAndInThePage() throws {
    let service = try Service.shared()
    for listed in try service.features(items + "?limit=3") {
      let target = "\(items)/\(listed.id)"
      #expect(try service.get(target).headers["Content-Type"] == "application/geo+json")
      let single = try service.json(target)
      #expect(single["id"] as? Int == listed.id)
      #expect(
        NSDictionary(dictionary: Feature(raw: single).properties)
          == NSDictionary(dictionary: listed.properties))
      for rel in ["self", "alternate", "collection"] {
        _ = try follow(try link(rel, in: single), service)
      }
    }
  }

  @Test("geojson/definition, geojson/content") func onlyWhatGeoJSONKnowsIsWritten() throws {
    for feature in try Service.shared().features(items) {
      #expect(Set(feature.raw.keys) == ["type", "id", "geometry", "properties"])
      #expect(feature.id > 0)
      #expect(feature.id < 1 << 53)
    }
    #expect(try Service.shared().json(items)["crs"] == nil)
  }

  @Test("oas30/completeness, oas30/exceptions-codes") func everyAnswerIsDescribed() throws {
    let service = try Service.shared()
    for operation in try Description(service).operations where operation.method == "get" {
      let answers = try #require(operation.said["responses"] as? [String: Any])
      #expect(answers["200"] != nil)
      #expect(answers["400"] != nil)
      #expect(answers["500"] != nil)
      if operation.path.contains("{") { #expect(answers["404"] != nil, "\(operation.path)") }
      #expect(operation.said["operationId"] is String)
    }
  }
}
