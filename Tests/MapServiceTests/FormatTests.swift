import Foundation
import HTTPServer
import MapService
import PhotoIndex
import TestSupport
import Testing

/// Photos in the formats of other programs.
@Suite struct FormatTests {
  private static let items = "/collections/photos/items"
  private static let types = [
    ("geojson", "application/geo+json"), ("geojsonseq", "application/geo+json-seq"),
    ("ndjson", "application/x-ndjson"), ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"), ("gpx", "application/gpx+xml"),
    ("kml", "application/vnd.google-earth.kml+xml"),
  ]

  /// The number of photos in a response.
  private func count(_ answer: Answer, _ format: String) throws -> Int {
    switch format {
    case "geojson": try #require(try answer.json()["features"] as? [Any]).count
    case "geojsonseq": answer.bytes.count { $0 == 0x1E }
    case "ndjson": answer.text.split(separator: "\n").count
    case "csv", "tsv": answer.text.split(separator: "\r\n").count - 1
    default:
      answer.text.components(separatedBy: format == "gpx" ? "<wpt " : "<Placemark ").count - 1
    }
  }

  @Test(arguments: types)
  func aFormatIsAskedForByNameOrByAccept(name: String, type: String) throws {
    let service = try Service.shared()
    for (target, headers) in [
      ("?f=\(name)", [:] as Headers), ("?f=\(name)", ["Accept": "text/html"]),
      ("", ["Accept": "\(type), */*;q=0.1"]),
    ] {
      let answer = try service.get(Self.items + target, headers)
      #expect(answer.status == 200)
      #expect(answer.headers["Content-Type"]?.hasPrefix(type) ?? false)
      #expect(answer.headers.list(of: "Vary")?.contains("Accept") ?? false)
      #expect(answer.headers["OGC-NumberMatched"] == "52")
      #expect(answer.headers["OGC-NumberReturned"] == "52")
      #expect(answer.headers["Content-Disposition"]?.contains("photos.\(name.prefix(3))") ?? false)
      #expect(try count(answer, name) == 52)
    }
  }

  @Test func anUnknownFormatIsRefusedWithTheKnownOnes() throws {
    let service = try Service.shared()
    for target in [
      Self.items, "/collections/photos/nearest?lat=1&lon=2", "/collections/photos/export",
    ] {
      let answer = try service.get(target, ["Accept": "text/html, image/*"])
      #expect(answer.status == 406, "\(target)")
      #expect(answer.text.contains("application/gpx+xml"), "\(target)")
      #expect(answer.headers["Vary"] == "Accept")
      let wrong = try service.get(target + (target.contains("?") ? "&" : "?") + "f=xml")
      #expect(wrong.status == 400)
      #expect(wrong.text.contains("geojsonseq, ndjson, csv, tsv, gpx, kml"))
    }
  }

  @Test func pagesOfATableFollowTheLinkInTheHeader() throws {
    let service = try Service.shared()
    var target: String? = Self.items + "?f=csv&limit=20&offset=2"
    var ids: Set<Substring> = []
    var pages = 0
    while let current = target {
      let answer = try service.get(current)
      #expect(answer.headers["OGC-NumberMatched"] == "52")
      for row in answer.text.split(separator: "\r\n").dropFirst() {
        ids.insert(row.split(separator: ",", omittingEmptySubsequences: false)[4])
      }
      pages += 1
      let link = try #require(answer.headers.list(of: "Link"))
      #expect(link.contains("rel=\"self\""))
      target = link.firstMatch(
        of: /<http:\/\/photos\.test:8080([^>]+)>; rel="next"; type="text\/csv"/
      )
      .map { String($0.1) }
    }
    #expect(pages == 3)
    #expect(ids.count == 50)
  }

  @Test func eachFormatHasAValidatorOfItsOwn() throws {
    let service = try Service.shared()
    var tags: Set<String> = []
    for (_, type) in Self.types {
      let answer = try service.get(Self.items, ["Accept": type])
      let tag = try #require(answer.headers["ETag"])
      tags.insert(tag)
      let again = try service.get(Self.items, ["Accept": type, "If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.headers.list(of: "Vary")?.contains("Accept") ?? false)
      let other = try service.get(
        Self.items, ["Accept": type == "text/csv" ? "*/*" : "text/csv", "If-None-Match": tag])
      #expect(other.status == 200)
    }
    #expect(tags.count == Self.types.count)
  }

  @Test func onePhotoTheNearestAndClustersHaveTheseFormatsToo() throws {
    let service = try Service.shared()
    let nearest = try service.get("/collections/photos/nearest?lat=48.8&lon=2.3&k=3&f=csv")
    let header = try #require(nearest.text.split(separator: "\r\n").first)
    #expect(header.hasSuffix(",thumbnail,original,distance,bearing"))
    let features = try service.features("/collections/photos/nearest?lat=48.8&lon=2.3&k=3")
    for (row, feature) in zip(nearest.text.split(separator: "\r\n").dropFirst(), features) {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect(Double(cells[cells.count - 2]) == feature.properties["distance"] as? Double)
      #expect(cells[cells.count - 3] == feature.properties["original"] as? String ?? "")
    }
    #expect(nearest.headers["OGC-NumberReturned"] == "3")
    #expect(features.count == 3)
    let clusters = try service.features("/collections/photos/clusters?zoom=0")
    let cluster = try #require(clusters.first { $0.properties["cluster"] != nil })
    let id = try #require(cluster.raw["id"].map { "\($0)" })
    let within = try service.get("/collections/photos/clusters/\(id)/items?f=gpx")
    #expect(try count(within, "gpx") == cluster.properties["point_count"] as? Int)
    #expect(try count(service.get(Self.items + "/\(features[0].id)?f=kml"), "kml") == 1)
    #expect(try service.get(Self.items + "/99999?f=kml").status == 404)
  }

  @Test func aDocumentLinksToItsOtherFormats() throws {
    let service = try Service.shared()
    let links = try #require(
      try service.json(Self.items + "?limit=5&camera=Aster")["links"] as? [[String: Any]])
    let others = links.filter { $0["rel"] as? String == "alternate" }
    #expect(others.count == Self.types.count - 1)
    for link in others {
      let href = try #require(link["href"] as? String)
      let answer = try service.get(String(href.dropFirst("http://photos.test:8080".count)))
      #expect(answer.headers["OGC-NumberReturned"] == "5")
      #expect(answer.headers["Content-Type"]?.hasPrefix(link["type"] as? String ?? "-") ?? false)
    }
  }

  @Test func onlySelectedPropertiesAreWritten() throws {
    let service = try Service.shared()
    let chosen = "?limit=3&properties=takenAt,filename,thumbnail"
    let csv = try service.get(Self.items + chosen + "&f=csv").text.split(separator: "\r\n")
    #expect(csv.first == "longitude,latitude,takenAt,id,filename,thumbnail")
    #expect(csv.count == 4)
    #expect(
      try service.get(Self.items + "?properties=&limit=1&f=csv").text
        .hasPrefix("longitude,latitude,id\r\n"))
    let pages = try service.features(Self.items + chosen)
    for format in ["ndjson", "geojsonseq"] {
      for target in [Self.items + chosen, "/collections/photos/export" + chosen.dropFirst(8)] {
        let address = target.replacing("export&", with: "export?") + "&f=\(format)"
        let lines = try service.get(address).text.split(separator: "\n")
        #expect(lines.count >= 3, "\(address)")
        for line in lines {
          let text = Data(line.utf8.drop { $0 == 0x1E })
          let raw = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
          let feature = Feature(raw: raw)
          #expect(Set(feature.properties.keys).isSubset(of: ["takenAt", "filename", "thumbnail"]))
          guard let known = pages.first(where: { $0.id == feature.id }) else { continue }
          #expect(NSDictionary(dictionary: raw) == NSDictionary(dictionary: known.raw))
        }
      }
    }
    #expect(try service.get(Self.items + "?f=csv&properties=nothing").status == 400)
  }

  @Test func whatIsNearestIsLinkedAndCountedInTheHeader() throws {
    let service = try Service.shared()
    for format in ["geojson", "kml"] {
      let answer = try service.get("/collections/photos/nearest?lat=1&lon=2&k=2&f=\(format)")
      #expect(answer.headers["OGC-NumberReturned"] == "2")
      #expect(answer.headers["OGC-NumberMatched"] == nil)
      #expect(answer.headers.list(of: "Link")?.contains("rel=\"self\"") ?? false)
    }
  }

  @Test func noRequestCanInjectIntoALink() throws {
    let service = try Service.shared()
    let answer = try service.get(Self.items + "?f=csv&limit=1&path=*>;rel=evil,<x&camera=<\"é")
    #expect(answer.status == 200)
    let link = try #require(answer.headers.list(of: "Link"))
    #expect(!link.contains(">;rel=evil"))
    #expect(link.utf8.allSatisfy { $0 < 128 })
  }

  @Test func aRequestTooLongForItsNextLinkIsRefused() throws {
    let service = try Service.shared()
    let long = String(repeating: "*", count: 4_000)
    let answer = try service.get(Self.items + "?limit=1&path=\(long)&f=csv")
    #expect(answer.status == 414)
    #expect(answer.text.contains("export"))
    #expect(try service.get(Self.items + "?path=\(long)&f=csv").status == 200)
    #expect(try service.json(Self.items + "?limit=1&path=\(long)")["links"] != nil)
  }
}

/// All photos that match a filter, in one response.
@Suite struct ExportTests {
  private static let route = "/collections/photos/export"

  @Test(arguments: ["geojson", "geojsonseq", "ndjson", "csv", "tsv", "gpx", "kml"])
  func anExportIsWhatTheCommandWrites(format: String) throws {
    let service = try Service.shared()
    for filter in [[], ["camera", "Aster"], ["path", "2023*"], ["bbox", "170,-90,-170,90"]] {
      let query = filter.isEmpty ? "" : "&\(filter[0])=\(filter[1])"
      let answer = try service.get(Self.route + "?f=\(format)" + query)
      let written = try Program.run(
        ["export", "--db", service.library.database, "--format", format]
          + (filter.isEmpty ? [] : ["--\(filter[0])", filter[1]]))
      #expect(answer.status == 200)
      #expect(written.code == 0)
      // The command writes no links, because it does not know a server; they are removed before the comparison.
      let marks = [
        "csv": /,http:[^,\r]*|,thumbnail|,original/,
        "tsv": /\thttp:[^\t\r]*|\tthumbnail|\toriginal/, "gpx": /<link .*<\/link>/,
        "kml": /&lt;a href.*a&gt;&lt;br\/&gt;/,
      ]
      let links = marks[format] ?? /,"thumbnail":"[^"]*","original":"[^"]*"/
      let plain = answer.text.replacing(links, with: "")
      #expect(plain == written.output.replacing(links, with: ""), "\(filter)")
      #expect(plain != answer.text || answer.headers["OGC-NumberMatched"] == "0")
    }
  }

  @Test func concurrentExportsAreLimitedAndSlotsAreReleased() throws {
    let service = try Service(["2021-jordan/petra.jpg"])
    var held: [Response] = []
    func ask() throws -> Response {
      let request = try Request(target: Self.route, headers: ["Host": "localhost"])
      return HTTPPolicy().process(request, by: service.service)
    }
    for _ in 0..<4 { held.append(try ask()) }
    #expect(held.allSatisfy { $0.status == 200 })
    let refused = try ask()
    #expect(refused.status == 503)
    #expect(refused.headers["Retry-After"] == "10")
    held.removeLast()
    #expect(try ask().status == 200)
  }

  @Test func aClientThatGoesAwayEndsTheTransaction() throws {
    let service = try Service(["2021-jordan/petra.jpg"])
    do {
      let request = try Request(target: Self.route, headers: ["Host": "localhost"])
      let response = HTTPPolicy().process(request, by: service.service)
      guard case .stream(let stream) = response.body else {
        Issue.record("it is no stream")
        return
      }
      withExtendedLifetime(stream) {}
    }
    try service.library.add("more.jpg")
    #expect(
      try Program.run(["scan", "--quiet", service.library.root, "--db", service.library.database])
        .code == 0)
    #expect(try service.get(Self.route).headers["OGC-NumberMatched"] == "2")
  }

  @Test func itHoldsWhatTheSameConditionsFindPageByPage() throws {
    let service = try Service.shared()
    for filter in [
      "altitude%20%3E%20100", "cameraMake%20=%20'Aster'%20OR%20takenAt%20IS%20NULL",
      "S_INTERSECTS(geometry,BBOX(-10,35,30,60))", "id%20%3C%200",
    ] {
      let listed = try service.features("/collections/photos/items?filter=" + filter).map(\.id)
      let answer = try service.get(Self.route + "?filter=" + filter)
      let features = try #require(try answer.json()["features"] as? [[String: Any]])
      #expect(features.map { Feature(raw: $0).id } == listed.sorted(), "\(filter)")
      #expect(answer.headers["OGC-NumberMatched"] == String(listed.count))
    }
  }

  @Test func pagesOfOtherSitesReadItAsTheyReadPages() throws {
    let service = try Service([], otherSites: ["https://maps.example"])
    let answer = try service.get(Self.route + "?f=csv", ["Origin": "https://maps.example"])
    #expect(answer.headers["Access-Control-Allow-Origin"] == "https://maps.example")
    #expect(answer.headers.list(of: "Vary")?.contains("Origin") ?? false)
    #expect(answer.headers.list(of: "Vary")?.contains("Accept") ?? false)
    #expect(
      answer.headers["Access-Control-Expose-Headers"]?.contains("Content-Disposition") ?? false)
  }

  @Test func itHasAValidatorAndTakesNoUnknownParameter() throws {
    let service = try Service.shared()
    let answer = try service.get(Self.route + "?f=csv")
    let tag = try #require(answer.headers["ETag"])
    #expect(try service.get(Self.route + "?f=csv", ["If-None-Match": tag]).status == 304)
    #expect(try service.get(Self.route + "?f=kml", ["If-None-Match": tag]).status == 200)
    for query in ["limit=3", "cursor=x", "f=csv&f=csv", "bbox=1", "sortby=takenAt"] {
      #expect(try service.get(Self.route + "?" + query).status == 400, "\(query)")
    }
  }
}
