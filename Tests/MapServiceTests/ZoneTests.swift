import Foundation
import Geography
import HTTPServer
import MapService
import PhotoFacts
import Grid
import PhotoIndex
import TestSupport
import Testing
import Sharing

/// Guests of a library with zones see, byte for byte, what they would see if the photos had been removed.
@Suite struct ZoneTests {
  /// Random requests of all kinds that a guest may send, with boxes, positions and cells around the hidden photos.
  private struct Attacker {
    var random: SeededRandom
    let estate: Estate

    mutating func questions(_ count: Int) -> [String] {
      Self.whole + (0..<count).map { _ in question() }
    }

    private static let whole =
      [
        "/", "/collections", "/collections/photos", "/tiles/photos.json", "/conformance",
        "/healthz",
        "/collections/photos/items?limit=10000", "/collections/photos/items?limit=7&offset=40",
        "/collections/photos/items?sortby=takenAt&limit=500", "/collections/photos/facets",
        "/collections/photos/items?sortby=-takenAt&limit=50&offset=3",
        "/collections/photos/timeline", "/collections/photos/timeline?per=day",
        "/collections/photos/timeline?buckets=10000", "/collections/photos/tiles/WebMercatorQuad",
        "/collections/photos/tiles", "/report", "/events", "/scans/1",
      ]
      + ["geojson", "csv", "tsv", "gpx", "kml", "ndjson", "geojsonseq"].flatMap { format in
        ["export", "items", "nearest"].map {
          "/collections/photos/\($0)?f=\(format)" + ($0 == "nearest" ? "&lon=2&lat=48" : "")
        }
      }

    private mutating func place() -> Coordinate {
      let zone = estate.zones.randomElement(using: &random)
      let centre: Coordinate? =
        switch zone?.area {
        case .circle(let centre, _): centre
        case .box(let box): Coordinate(latitudeE7: box.northE7, longitudeE7: box.eastE7)
        case nil: nil
        }
      let reaches: [Double] = [0, 0.0001, 0.01, 1, 20]
      let reach = reaches.randomElement(using: &random) ?? 1
      let latitude = (centre?.latitude ?? 10) + Double.random(in: -reach...reach, using: &random)
      let longitude = (centre?.longitude ?? 10) + Double.random(in: -reach...reach, using: &random)
      return Coordinate(
        latitude: max(-90, min(90, latitude)), longitude: max(-180, min(180, longitude)))
        ?? place()
    }

    private mutating func box(isSorted: Bool = false) -> String {
      let (one, other) = (place(), place())
      let south = Swift.min(one.latitude, other.latitude)
      let north = Swift.max(one.latitude, other.latitude)
      let isTurned = isSorted && one.longitude > other.longitude
      let (west, east) = isTurned ? (other, one) : (one, other)
      return "\(west.longitude),\(south),\(east.longitude),\(north)"
    }

    private mutating func filter() -> String {
      let parts: [String] = [
        "bbox=\(box())", "datetime=2017-07-14/2018-01-01", "camera=lumo", "media=video",
        "source=takeout", "path=home/%2A", "path=2%2A",
        "filter=" + escaped(condition()), "filter=" + escaped("NOT (\(condition()))"),
      ]
      return parts.randomElement(using: &random) ?? ""
    }

    private mutating func condition() -> String {
      let place = place()
      let area = box(isSorted: true)
      return [
        "altitude > 100", "altitude IS NULL", "NOT altitude IS NULL", "direction = 90.5",
        "accuracy IS NOT NULL", "altitude BETWEEN -10 AND 200 OR accuracy = 4",
        "timeSource = 'place'", "timeSource <> 'local'", "timeSource IN ('local', 'place')",
        "timeSource IS NULL", "NOT (altitude > 0 AND timeSource = 'place')",
        "S_INTERSECTS(geometry, BBOX(\(area)))",
        "S_INTERSECTS(geometry, POINT(\(place.longitude) \(place.latitude)))",
        "S_DWITHIN(geometry, LINESTRING(\(place.longitude) \(place.latitude), 2.3 48.9), 20000)",
        "id < 300 AND altitude < 0", "locationSource = 'xmp' AND direction IS NULL",
        "takenAt > TIMESTAMP('2017-10-01T00:00:00Z')", "filename LIKE '%7.jpg'",
      ].randomElement(using: &random) ?? ""
    }

    private func escaped(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private mutating func question() -> String {
      let filters = (0..<Int.random(in: 0...2, using: &random)).map { _ in filter() }
      // Keeps one filter of each name.
      let query = Dictionary(
        filters.map { (String($0.prefix { $0 != "=" }), $0) }, uniquingKeysWith: { one, _ in one }
      ).sorted { $0.key < $1.key }.map(\.value).joined(separator: "&")
      let place = place()
      let id = Int.random(in: 0...estate.count + 1, using: &random)
      // The file of a moved photo is tested elsewhere.
      let whole = estate.movedIDs.contains(Int64(id)) ? 0 : id
      let zoom = Int.random(in: 0...24, using: &random)
      let tile = TileCoordinate(zoom: zoom, holding: GridKey(place))
      let cell = TileCoordinate(zoom: min(zoom, 22), holding: GridKey(place))
      let withoutBox = query.split(separator: "&").filter { !$0.hasPrefix("bbox=") }
        .joined(separator: "&")
      let sort = ["", "&sortby=takenAt", "&sortby=-takenAt"].randomElement(using: &random) ?? ""
      return [
        "/collections/photos/items?limit=\(zoom * 20 + 1)&\(query)\(sort)",
        "/collections/photos/items?properties=&limit=100&\(query)",
        "/collections/photos/clusters?zoom=\(zoom)&\(query)",
        "/collections/photos/clusters?zoom=\(zoom)&properties=&\(query)",
        "/collections/photos/clusters/\(cell.zoom)-\(cell.x)-\(cell.y)/items?\(query)\(sort)",
        "/collections/photos/nearest?k=\(zoom * 3 + 1)&lat=\(place.latitude)&lon=\(place.longitude)&\(query)",
        "/collections/photos/nearest?k=1000&within=5000&lat=\(place.latitude)&lon=\(place.longitude)",
        "/collections/photos/seeing?within=\(zoom * 1_500)&lat=\(place.latitude)&lon=\(place.longitude)&\(query)",
        "/photos/\(id)/again?within=20000",
        "/collections/photos/timeline?buckets=\(zoom * 40 + 1)&\(query)",
        "/collections/photos/timeline?per=day&\(query)", "/collections/photos/facets?\(query)",
        "/collections/photos/export?f=csv&\(query)", "/collections/photos/items/\(id)",
        "/tiles/photos/\(zoom)/\(tile.x)/\(tile.y).mvt?\(withoutBox)",
        "/collections/photos/tiles/WebMercatorQuad/\(zoom)/\(tile.y)/\(tile.x)?\(withoutBox)",
        "/photos/\(id)/thumbnail", "/photos/\(whole)/original",
        "/photos/\(whole)/original?as=jpeg",
      ].randomElement(using: &random) ?? "/"
    }
  }

  /// Both responses, without the version of the index, which differs.
  private func expectSame(_ estate: Estate, _ target: String, _ what: Comment? = nil) throws
    -> Answer
  {
    let answer = try estate.guarded.ask(target)
    let expected = try estate.truth.ask(target)
    #expect(answer.status == expected.status, "\(target) \(answer.text.prefix(300))")
    #expect(answer.bytes == expected.bytes, "\(target)")
    let fields = [answer, expected].map { answer in
      Array(answer.headers).filter { $0.name.lowercased() != "etag" }
        .map { "\($0.name): \($0.value)" }
    }
    #expect(fields[0] == fields[1], "\(target)")
    let heads = try [estate.guarded, estate.truth].map { try $0.ask(target, method: .head) }
    #expect(heads[0].status == heads[1].status)
    #expect(heads[0].headers["Content-Length"] == heads[1].headers["Content-Length"])
    return answer
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func noRequestDistinguishesALibraryWithZonesFromOneWithoutThosePhotos(seed: UInt64) throws {
    let estate = try Estate(seed: seed, count: seed % 3 == 0 ? 1_200 : 300)
    var attacker = Attacker(random: SeededRandom(seed: seed), estate: estate)
    var answered = 0
    for target in attacker.questions(90) {
      var next: String? = target
      // Further pages are requested too, by the cursors of the responses.
      for _ in 0..<4 {
        guard let target = next else { break }
        let answer = try expectSame(estate, target)
        next = answer.headers.nextPage
        if answer.status == 200 { answered += 1 }
      }
    }
    #expect(estate.removed + estate.moved > 0, "seed \(seed) hides nothing")
    #expect(answered > 60, "nearly all questions make sense")
  }

  @Test func hillsTellNothingAboutPhotosThatZonesHideOrMove() throws {
    let estate = try Estate(seed: 11, count: 1_200)
    var judged = 0
    for zone in estate.zones {
      let centre: Coordinate? =
        switch zone.area {
        case .circle(let centre, _): centre
        case .box(let box): Coordinate(latitudeE7: box.southE7, longitudeE7: box.westE7)
        }
      let place = try #require(centre)
      for metres in [500, 5_000, 50_000] {
        let answer = try expectSame(
          estate,
          "/collections/photos/seeing?k=1000&within=\(metres)&lat=\(place.latitude)&lon=\(place.longitude)"
        )
        judged += answer.text.components(separatedBy: #""hidden":"#).count - 1
      }
    }
    #expect(judged > 0)
  }

  @Test(arguments: ["10", "500", "20000", "1000000"])
  func aLinkWithAPrecisionShowsEveryPhotoOnItsGrid(precision: String) throws {
    let seed = UInt64(precision.count)
    let estate = try Estate(seed: seed, count: 300, zones: 3, precision: precision)
    var attacker = Attacker(random: SeededRandom(seed: seed), estate: estate)
    for target in attacker.questions(60) { _ = try expectSame(estate, target) }
    #expect(estate.moved + estate.removed == 300)
  }

  @Test func theFiltersOfALinkUseTheShownPositions() throws {
    let estate = try Estate(
      seed: 5, count: 800, zones: 4, precision: "5000",
      filters: ["bbox": "2.2,48.8,2.5,48.9", "datetime": "2017-01-01/.."])
    var attacker = Attacker(random: SeededRandom(seed: 5), estate: estate)
    for target in attacker.questions(80) { _ = try expectSame(estate, target) }
  }

  @Test func aChangeOfZonesAppliesAtOnceAndInvalidatesFormerResponses() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg"])
    let door = try GuestDoor(service.index, [:])
    let register = ZoneRegister(index: FilePath(service.library.database))
    let target = "/collections/photos/items"
    var tags: [String] = []
    func count() throws -> Int? {
      let answer = try door.ask(target)
      let tag = try #require(answer.headers["ETag"])
      for old in tags { #expect(try door.ask(target, ["If-None-Match": old]).status == 200) }
      #expect(try door.ask(target, ["If-None-Match": tag]).status == 304)
      tags.append(tag)
      return try answer.json()["numberMatched"] as? Int
    }
    #expect(try count() == 2)
    let paris = try PrivacyZone(name: "home", circle: "48.8584,2.2945,3000", box: nil, coarse: nil)
    #expect(try register.add(paris))
    #expect(try !register.add(paris))
    #expect(try count() == 1)
    let coarse = try PrivacyZone(name: "all", circle: nil, box: "-180,-90,180,90", coarse: "9000")
    #expect(try register.add(coarse))
    #expect(try count() == 1)
    #expect(try register.remove("home"))
    #expect(try count() == 2)
    #expect(try register.entries() == [coarse])
    #expect(try register.remove("all"))
    #expect(try !register.remove("all"))
    // Nothing is hidden any more, so the ETag is the first one again.
    #expect(try door.ask(target).headers["ETag"] == tags[0])
  }

  @Test(arguments: [false, true])
  func guestsSeeNothingWhileTheListOfZonesIsOutOfReach(hasZones: Bool) throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg"])
    let door = try GuestDoor(service.index, [:])
    let file = service.library.database + ".zones"
    if hasZones {
      let paris = try PrivacyZone(
        name: "home", circle: "48.8584,2.2945,3000", box: nil, coarse: nil)
      #expect(try ZoneRegister(index: FilePath(service.library.database)).add(paris))
    }
    let target = "/collections/photos/items"
    let before = try door.ask(target)
    #expect(before.status == 200)
    let away = file + ".away"
    if hasZones { try FileManager.default.moveItem(atPath: file, toPath: away) }
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: file + ".vault/zones")
    #expect(try door.ask(target).status == 503)
    #expect(try door.ask("/photos/1/thumbnail").status == 503)
    #expect(try door.askAsOwner(target).status == 200)
    try FileManager.default.removeItem(atPath: file)
    if hasZones { try FileManager.default.moveItem(atPath: away, toPath: file) }
    #expect(try door.ask(target).text == before.text)
  }

  @Test func theFileOfAPhotoWithACoarsePositionHasNoMetadata() throws {
    let service = try Service([
      "2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg", "2021-jordan/petra.jpg",
    ])
    let door = try GuestDoor(service.index, ["precision": "10000"])
    let folder = try TemporaryDirectory()
    for feature in try service.features("/collections/photos/items") {
      let answer = try door.ask("/photos/\(feature.id)/original")
      #expect(answer.status == 200)
      #expect(answer.headers["Content-Type"] == "image/jpeg")
      let path = try #require(feature.properties["path"] as? String)
      let file = try Data(contentsOf: URL(fileURLWithPath: service.library.file(path)))
      let name = folder.file("\(feature.id).jpg")
      try Data(answer.bytes).write(to: URL(fileURLWithPath: name))
      let tags = try Program.run("exiftool", ["-a", "-G1", "-s", name]).output.split(
        separator: "\n")
      for line in tags {
        let group = line.dropFirst().prefix { $0 != "]" }
        #expect(
          ["System", "File", "JFIF", "ExifTool", "Composite", "Adobe"].contains(group)
            || group.hasPrefix("ICC") || line.contains("Orientation"), "\(line)")
        #expect(!line.contains("GPS"), "\(line)")
      }
      // Both files are equal from the last start-of-scan marker; an embedded picture has an earlier one.
      let scan = try #require(file.range(of: Data([0xFF, 0xDA]), options: .backwards))
      let picture = file[scan.lowerBound...]
      let end = try #require(picture.range(of: Data([0xFF, 0xD9])))
      #expect(Data(answer.bytes).range(of: picture[..<end.upperBound]) != nil)
      let head = try door.ask("/photos/\(feature.id)/original", method: .head)
      #expect(
        head.headers["Content-Length"].flatMap { Int($0) } ?? answer.bytes.count
          == answer.bytes.count)
      let again = try door.ask("/photos/\(feature.id)/original?as=jpeg")
      #expect(again.status == 200)
      #expect(!again.text.contains("Exif"))
      let shown = try #require(
        try door.ask("/collections/photos/items/\(feature.id)").json()["geometry"]
          as? [String: Any])
      #expect(shown["coordinates"] as? [Double] != feature.coordinates)
    }
  }

  @Test func theOwnerSeesEverything() throws {
    let estate = try Estate(seed: 3, count: 400)
    let all = try estate.guarded.askAsOwner("/collections/photos/items?limit=1").json()
    #expect(all["numberMatched"] as? Int == 400)
    #expect(estate.removed > 0)
  }
}

extension Headers {
  /// The target of the link to the next page.
  var nextPage: String? {
    for link in values(of: "Link").flatMap({ $0.split(separator: ",") })
    where link.contains("rel=\"next\"") {
      let address = link.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
      return address.contains("localhost")
        ? String(address.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }) : nil
    }
    return nil
  }
}
