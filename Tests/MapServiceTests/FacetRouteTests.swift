import Files
import Foundation
import Geography
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// Counts by camera, kind, source and folder, and filters for each of them.
@Suite struct FacetRouteTests {
  private static let filters = [
    "", "bbox=-10,30,30,60", "media=video", "source=exif", "camera=aster", "path=20*",
    "datetime=2020-01-01/..", "filter=altitude%20%3E%20100", "bbox=0,0,0,0",
  ]

  private func parts(_ answer: [String: Any], _ name: String) -> [[String: Any]] {
    answer[name] as? [[String: Any]] ?? []
  }

  private func sum(_ parts: [[String: Any]]) -> Int {
    parts.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
  }

  @Test(arguments: filters) func theCountsAddUpAndAreThoseOfItems(query: String) throws {
    let service = try Service.shared()
    let answer = try service.json("/collections/photos/facets?\(query)")
    let items = try service.features("/collections/photos/items?limit=10000&\(query)")
    let count = try #require(answer["numberMatched"] as? Int)
    #expect(count == items.count)
    #expect(sum(parts(answer, "media")) == count)
    #expect(sum(parts(answer, "sources")) == count)
    let others = ["otherCameras", "unknownCamera"].compactMap { answer[$0] as? Int }
    #expect(sum(parts(answer, "cameras")) + others.reduce(0, +) == count)
    #expect(sum(parts(answer, "folders")) + (answer["otherFolders"] as? Int ?? -1) == count)
    for part in parts(answer, "sources") {
      let name = part["value"] as? String
      #expect(
        part["count"] as? Int == items.count { $0.properties["locationSource"] as? String == name })
    }
    for part in parts(answer, "cameras") {
      let (make, model) = (part["make"] as? String, part["model"] as? String)
      #expect(
        part["count"] as? Int
          == items.count {
            $0.properties["cameraMake"] as? String == make
              && $0.properties["cameraModel"] as? String == model
          })
    }
    for part in parts(answer, "folders") {
      let name = part["path"] as? String
      #expect(
        part["count"] as? Int
          == items.count {
            ($0.properties["path"] as? String)?.hasPrefix("\(name ?? "?")/") ?? false
          })
    }
  }

  /// Names with special meaning in patterns, CQL2 and file systems.
  private static let names: [String] = [
    "", "plain", "50% off", "under_score", "a*b?c[d]", "it's", "back\\slash", "nl\nin it", "\u{E9}",
    "e\u{301}", "_\u{301}", "*\u{301}", "日本", "\\", "\\n", "%", "[", "]", "'", "TRIPS", "trips",
  ]

  private func hostile() throws -> (MapService, Library) {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    var made = 0
    try index.write { writer in
      for (root, names) in [
        ("/pictures", Self.names), ("/more 'pictures'\\%", Array(Self.names.dropLast(15))),
      ] {
        for (number, name) in names.enumerated() {
          let path = name.isEmpty || number % 2 == 0 ? name : name + "/deep/er"
          let directory = try writer.markListed(
            FilePath(path), in: try writer.root(FilePath(root)), scan: 1
          ).id
          for _ in 0...number {
            made += 1
            let place = try #require(Coordinate(latitude: 1, longitude: Double(made) / 10))
            var facts = PhotoFacts(
              place: .located(Location(place, source: .exif)), format: .jpeg)
            facts.camera.make = name.isEmpty ? nil : name
            facts.camera.model = number % 3 == 0 ? nil : "x" + name
            _ = try writer.add(
              ReadFile(
                name: Array("\(made).jpg".utf8),
                stamp: FileStamp(size: 1, modified: 1, inode: UInt64(made)), facts: facts),
              in: directory)
          }
        }
      }
    }
    return (MapService(index: index), library)
  }

  private func answer(_ service: MapService, _ target: String) throws -> [String: Any] {
    let answer = Answer(HTTPPolicy().process(try Request(target: target), by: service))
    try #require(answer.status == 200, "\(answer.text)")
    return try answer.json()
  }

  @Test func eachHasTheFilterThatSelectsExactlyItsPhotos() throws {
    let (service, library) = try hostile()
    let facets = try answer(service, "/collections/photos/facets")
    let folders = parts(facets, "folders")
    #expect(folders.count == Self.names.count + Self.names.count - 15)
    var globs = 0
    for part in parts(facets, "cameras") + folders {
      var queries = ["filter=" + encoded(try #require(part["filter"] as? String))]
      if let glob = part["glob"] as? String {
        queries.append("path=" + encoded(glob))
        globs += 1
      }
      for query in queries {
        let items = try answer(service, "/collections/photos/items?limit=10000&\(query)")
        #expect(items["numberMatched"] as? Int == part["count"] as? Int, "\(query)")
        for item in items["features"] as? [[String: Any]] ?? [] {
          let properties = Feature(raw: item).properties
          if let root = part["root"] as? String {
            #expect(properties["root"] as? String == root)
          } else {
            #expect(properties["cameraMake"] as? String == part["make"] as? String)
            #expect(properties["cameraModel"] as? String == part["model"] as? String)
          }
        }
      }
    }
    // Files with the same path in both roots cannot be distinguished by path alone.
    #expect(globs == 15)
    withExtendedLifetime(library) {}
  }

  @Test func aNameThatIsNoTextHasNoFilter() throws {
    let library = try Library()
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    try index.write { writer in
      let root = try writer.root(FilePath("/pictures"))
      let directory = try writer.markListed(FilePath(bytes: [0xFF, 0x41]), in: root, scan: 1).id
      let place = try #require(Coordinate(latitude: 1, longitude: 1))
      _ = try writer.add(
        ReadFile(
          name: Array("1.jpg".utf8), stamp: FileStamp(size: 1, modified: 1, inode: 1),
          facts: PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg)),
        in: directory)
    }
    let facets = try answer(MapService(index: index), "/collections/photos/facets")
    let folder = try #require(parts(facets, "folders").first)
    #expect(folder["count"] as? Int == 1)
    #expect(folder["path"] as? String == "\u{FFFD}A")
    #expect(folder["glob"] == nil)
    #expect(folder["filter"] == nil)
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { String(format: "%%%02X", $0) }.joined()
  }
}
