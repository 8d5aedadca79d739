import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

/// Boxes and time spans compared with a test of every photo.
@Suite struct CoreFilterTests {
  private let items = "/collections/photos/items"

  /// The boxes of the official test suite, and further ones.
  private static let boxes: [[Double]] = [
    [-179.98, -89.99, 179.98, 69.6944], [-1.5, 50, 1.5, 53], [-80, -5, -70, 5], [-5, -5, 5, 5],
    [177, 65, -177, 70], [-180, 85, 180, 90], [-180, -90, 180, -85], [177, -20, -178, -15],
    [179.9, -90, -179.9, 90], [180, -90, -180, 90], [2.2916, 48.8568, 2.2916, 48.8568],
    [2.2916, -90, 2.2916, 90], [-180, 48.8568, 180, 48.8568], [0, 0, 0, 0], [170, -90, 170, 90],
    [10, -90, 5, 90], [-180, -90, -180, 90],
  ]

  private static func holds(_ box: [Double], _ place: [Double]) -> Bool {
    guard place[1] >= box[1], place[1] <= box[3] else { return false }
    let longitudes = [
      place[0], place[0] == 180 ? -180 : place[0], place[0] == -180 ? 180 : place[0],
    ]
    return longitudes.contains { longitude in
      box[0] <= box[2]
        ? longitude >= box[0] && longitude <= box[2] : longitude >= box[0] || longitude <= box[2]
    }
  }

  @Test("fc-bbox-response", arguments: boxes) func aBoxHoldsWhatLiesInIt(box: [Double]) throws {
    let service = try Service.shared()
    let expected = try service.features(items).filter { Self.holds(box, $0.coordinates) }.map(\.id)
    for numbers in [box, [box[0], box[1], -100, box[2], box[3], 9_000]] {
      let query = numbers.map { "\($0)" }.joined(separator: ",")
      let page = try service.json("\(items)?bbox=\(query)")
      let found = try #require(page["features"] as? [[String: Any]]).map { Feature(raw: $0).id }
      #expect(Set(found) == Set(expected), "\(query)")
      #expect(found.count == expected.count, "\(query)")
      #expect(page["numberMatched"] as? Int == expected.count)
    }
  }

  /// The forms of a time span, with its ends in milliseconds.
  private static let spans: [(String, String?, String?)] = [
    ("2020-01-01T00:00:00Z/..", "2020-01-01T00:00:00Z", nil),
    ("2020-01-01T00:00:00Z/", "2020-01-01T00:00:00Z", nil),
    ("../2020-01-01T00:00:00Z", nil, "2020-01-01T00:00:00Z"),
    ("/2020-01-01T00:00:00Z", nil, "2020-01-01T00:00:00Z"),
    ("2015-01-01/2019-12-31", "2015-01-01T00:00:00Z", "2019-12-31T23:59:59Z"),
    ("0000-01-01T00:00:00Z/2020-01-01T00:00:00Z", nil, "2020-01-01T00:00:00Z"),
    ("2020-01-01T00:00:00Z/9999-12-31T00:00:00Z", "2020-01-01T00:00:00Z", nil),
    ("2020-01-01T01:00:00%2B01:00%2F..", "2020-01-01T00:00:00Z", nil),
    ("2020-01-01%2F..", "2020-01-01T00:00:00Z", nil), ("../..", nil, nil),
  ]

  @Test("fc-time-response", arguments: spans)
  func aSpanHoldsWhatWasTakenInIt(span: (query: String, from: String?, through: String?)) throws {
    let service = try Service.shared()
    let expected = try service.features(items).filter { feature in
      guard let taken = feature.moment else { return false }
      return span.from.map { taken >= $0 } ?? true && span.through.map { taken <= $0 } ?? true
    }
    let page = try service.json("\(items)?datetime=\(span.query)")
    let found = try #require(page["features"] as? [[String: Any]]).map { Feature(raw: $0).id }
    #expect(Set(found) == Set(expected.map(\.id)), "\(span.query)")
    #expect(!found.isEmpty, "\(span.query)")
    #expect(page["numberMatched"] as? Int == found.count)
  }

  @Test("fc-limit-response") func aLimitIsKeptAndOneTooLargeIsTheLargest() throws {
    let service = try Service.shared()
    for limit in [1, 10, 51, 52, 53, 10_000, 10_001, 9_000_000_000] {
      let page = try service.json("\(items)?limit=\(limit)")
      #expect((page["features"] as? [Any])?.count == min(limit, 52))
    }
  }

  @Test("fc-numberMatched") func theCountIsWhatThePagesAddUpTo() throws {
    let service = try Service.shared()
    for query in ["", "&bbox=170,-90,-100,90", "&datetime=2020-01-01/..", "&camera=aster"] {
      var target: String? = "\(items)?limit=4\(query)"
      var ids: Set<Int> = []
      var limit = 4
      while let current = target {
        let page = try service.json(current)
        #expect(page["numberMatched"] as? Int ?? 0 >= ids.count)
        for feature in try #require(page["features"] as? [[String: Any]]) {
          #expect(ids.insert(Feature(raw: feature).id).inserted)
        }
        let links = try #require(page["links"] as? [[String: String]])
        target = links.first { $0["rel"] == "next" }?["href"]
          .map { String($0.dropFirst("http://photos.test:8080".count)) }
        if let next = target {
          // The suite repeats the request with another limit, and reads pairs only.
          #expect(
            next.split(separator: "?")[1].split(separator: "&").allSatisfy { $0.contains("=") })
          target = next.replacing("limit=\(limit)", with: "limit=\(limit + 1)")
          limit += 1
        } else {
          #expect(page["numberMatched"] as? Int == ids.count)
        }
      }
    }
  }

  @Test func thePageBeforeIsTheOneThatLeadsHere() throws {
    let service = try Service.shared()
    let all = try service.features(items).map(\.id)
    var target: String? = "\(items)?offset=23&limit=10"
    var read: [Int] = []
    while let current = target {
      let page = try service.json(current)
      read = try #require(page["features"] as? [[String: Any]]).map { Feature(raw: $0).id } + read
      target = try #require(page["links"] as? [[String: String]]).first { $0["rel"] == "prev" }?[
        "href"
      ]
      .map { String($0.dropFirst("http://photos.test:8080".count)) }
    }
    #expect(read == Array(all.prefix(33)))
    let links = try #require(try service.json(items + "?limit=3")["links"] as? [[String: String]])
    #expect(!links.contains { $0["rel"] == "prev" })
  }
}

extension Feature {
  /// The time as `2024-05-01T12:00:00Z`; the local time if nothing else is known.
  var moment: String? {
    let formatter = ISO8601DateFormatter()
    if let taken = properties["takenAt"] as? String {
      return formatter.date(from: taken).map(formatter.string)
    }
    return (properties["takenAtLocal"] as? String).map { $0.prefix(19) + "Z" }
  }
}
