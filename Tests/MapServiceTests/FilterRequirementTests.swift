import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing
import PhotoFacts

/// The requirements of OGC API - Features, part 3 (Filtering); each test has the name of the abstract test.
@Suite struct FilterRequirementTests {
  private let world = Filtered(listing: "/collections/photos/items?limit=10000")

  @Test("/conf/filter/get-conformance, /conf/features-filter/get-conformance")
  func theClassesThatHoldAreDeclared() throws {
    let classes = try #require(try Service.shared().json("/conformance")["conformsTo"] as? [String])
    for name in ["queryables", "filter", "features-filter"] {
      #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/\(name)"))
    }
    for name in [
      "cql2-text", "basic-cql2", "advanced-comparison-operators", "basic-spatial-functions",
      "array-functions",
    ] { #expect(classes.contains("http://www.opengis.net/spec/cql2/1.0/conf/\(name)")) }
    // The filters `path` and `media` differ from equality with these properties.
    #expect(!classes.contains { $0.hasSuffix("/queryables-query-parameters") })
    #expect(!classes.contains { $0.hasSuffix("/property-property") || $0.hasSuffix("/arithmetic") })
  }

  @Test("/conf/queryables/get-queryables") func queryablesAreASchemaOfOneObject() throws {
    let service = try Service.shared()
    let answer = try service.get(
      "/collections/photos/queryables", ["Accept": "application/schema+json"])
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/schema+json")
    let schema = try answer.json()
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["$id"] as? String == "http://photos.test:8080/collections/photos/queryables")
    #expect(schema["type"] as? String == "object")
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect(try Queryable.all().count > 15)
  }

  @Test("/conf/queryables/get-collection") func theCollectionLinksItsQueryables() throws {
    let collection = try Service.shared().json("/collections/photos")
    let links = try #require(collection["links"] as? [[String: String]])
    let link = links.first { $0["rel"] == "http://www.opengis.net/def/rel/ogc/1.0/queryables" }
    #expect(link?["href"] == "http://photos.test:8080/collections/photos/queryables")
    #expect(link?["type"] == "application/schema+json")
  }

  @Test("/conf/filter/filter-param, /conf/filter/filter-lang-default", arguments: [true, false])
  func aFilterIsTakenWithItsLanguageOrWithout(isLanguageSaid: Bool) throws {
    let more = isLanguageSaid ? "&filter-lang=cql2-text" : ""
    for queryable in try Queryable.all() {
      let unknown = try world.ids("\(queryable.name) IS NULL", more)
      for feature in try world.features() where unknown.contains(feature.id) {
        #expect(feature.properties[queryable.name] == nil || queryable.name == "takenAt")
      }
    }
    let answer = try world.get("lens IS NULL", more)
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/geo+json")
    #expect(try world.get("THIS IS NOT A FILTER", more).status == 400)
  }

  @Test("/conf/filter/expression-construction") func whatIsNoQueryableIsRefused() throws {
    let answer = try world.get("this_is_not_a_queryable IS NULL")
    #expect(answer.status == 400)
    #expect(answer.headers["Content-Type"] == "application/problem+json")
    #expect(answer.text.contains("this_is_not_a_queryable"))
  }

  @Test("/conf/filter/filter-crs-wgs84, /conf/filter/filter-crs-param")
  func coordinatesAreLongitudeAndLatitude() throws {
    let box = try world.extent()
    let known = "&filter-crs=http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    for name in ["ENVELOPE", "BBOX"] {
      for crs in ["", known] {
        #expect(try world.ids("S_INTERSECTS(geometry,\(name)(\(box)))", crs) == world.all())
      }
    }
    let far = "S_INTERSECTS(geometry,ENVELOPE(1000000,1000000,2000000,2000000))"
    #expect(try world.get(far).status == 400)
    let unknown = "&filter-crs=http://www.opengis.net/def/crs/OGC/0/does_not_exist"
    #expect(try world.get("S_INTERSECTS(geometry,BBOX(\(box)))", unknown).status == 400)
  }

  @Test("/conf/filter/mixing-expression") func aFilterAndTheOtherParametersHaveToHold() throws {
    let whole = "S_INTERSECTS(geometry,ENVELOPE(\(try world.extent())))"
    #expect(try world.ids(whole, "&bbox=\(try world.extent())") == world.all())
    #expect(try world.ids(whole, "&bbox=-160,-60,-150,-50").isEmpty)
    let europe = "&bbox=-10,35,30,60"
    let both = try world.ids("altitude > 30", europe)
    #expect(try both == world.ids("altitude > 30").intersection(world.ids("TRUE", europe)))
    #expect(!both.isEmpty)
    #expect(try both != world.ids("TRUE", europe))
  }

  @Test("/conf/features-filter/filter-on-items") func theParametersAreDescribed() throws {
    let description = try Description(Service.shared())
    for (name, first) in [
      ("filter", nil), ("filter-lang", "cql2-text"),
      ("filter-crs", "http://www.opengis.net/def/crs/OGC/1.3/CRS84"),
    ] {
      let parameter = try description.parameter(name, of: "/collections/photos/items")
      let schema = try #require(parameter["schema"] as? [String: Any])
      #expect(parameter["in"] as? String == "query")
      #expect(parameter["required"] as? Bool == false)
      #expect(schema["type"] as? String == "string")
      #expect(schema["default"] as? String == first)
    }
  }
}

/// The photos that match a filter, requested as a client does.
struct Filtered {
  let listing: String

  func get(_ filter: String, _ more: String = "") throws -> Answer {
    let encoded = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return try Service.shared().get("\(listing)\(more)&filter=\(encoded)")
  }

  /// The ids of a successful response.
  func ids(_ filter: String, _ more: String = "") throws -> Set<Int> {
    let answer = try get(filter, more)
    try #require(answer.status == 200, "\(filter): \(answer.text)")
    let json = try answer.json()
    let features = try #require(json["features"] as? [[String: Any]]).map(Feature.init)
    #expect(json["numberMatched"] as? Int == features.count, "\(filter)")
    return Set(features.map(\.id))
  }

  func features() throws -> [Feature] { try Service.shared().features(listing) }

  func all() throws -> Set<Int> { Set(try features().map(\.id)) }

  /// The ids of the photos that meet a condition: the expected result of a filter.
  func ids(where holds: ([String: Any]) -> Bool) throws -> Set<Int> {
    Set(try features().filter { holds($0.properties) }.map(\.id))
  }

  /// The box of the collection, as `/collections/photos` has it.
  func extent() throws -> String {
    let extent = try Service.shared().json("/collections/photos")["extent"] as? [String: Any]
    let boxes = (extent?["spatial"] as? [String: Any])?["bbox"] as? [[Double]]
    return try #require(boxes?.first).map { "\($0)" }.joined(separator: ",")
  }
}

/// One of the queryables, with the type that CQL2's tests need.
struct Queryable {
  enum Kind { case text, number, time, geometry }

  let name: String
  let kind: Kind

  static func all() throws -> [Queryable] {
    let schema = try Service.shared().json("/collections/photos/queryables")
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    return try properties.keys.sorted().compactMap { name in
      let said = properties[name] ?? [:]
      let format = said["format"] as? String ?? ""
      switch (said["type"] as? String, format) {
      case ("string", "date-time"): return Queryable(name: name, kind: .time)
      case ("string", ""): return Queryable(name: name, kind: .text)
      // Functions on arrays, and truth values, have tests of their own.
      case ("array", ""), ("boolean", ""): return nil
      case ("number", _), ("integer", _): return Queryable(name: name, kind: .number)
      default:
        try #require(format.hasPrefix("geometry-"), "\(name)")
        return Queryable(name: name, kind: .geometry)
      }
    }
  }
}
