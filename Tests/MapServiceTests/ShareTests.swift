import Foundation
import HTTPServer
import MapService
import PhotoFacts
import Grid
import PhotoIndex
import TestSupport
import Testing
import Query
import Sharing

/// A guest with a link sees exactly what was shared.
@Suite struct ShareTests {
  private static let paris = "2.2,48.8,2.5,48.9"
  private static let year = 31_536_000

  /// All sample photos behind a guard that accepts links.
  private struct Shared {
    let service: Service
    let register: ShareRegister
    let keeper: AccessGuard
    let token: String

    init(_ filters: [String: String], expires: Int = Int(Date().timeIntervalSince1970) + year)
      throws
    {
      service = try Service()
      register = ShareRegister(index: FilePath(service.library.database))
      token = try register.add(ShareTerms(id: "first", expires: expires, filters: filters))
      var options = AccessGuard.Options()
      options.guest = { [register] in try register.guest(of: $0) }
      let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
      keeper = AccessGuard(passwords: passwords, options: options, inside: service.service)
    }

    func ask(
      _ target: String, _ headers: Headers? = nil, method: Method = .get
    ) throws -> Answer {
      var fields = headers ?? ["Cookie": "other=1; geoindex-share=\(token)"]
      fields.set("Host", to: "localhost")
      let request = try Request(method: method, target: target, headers: fields)
      let response = HTTPPolicy().process(request, by: keeper)
      return Answer(response)
    }

    func json(_ target: String) throws -> [String: Any] {
      let answer = try ask(target)
      try #require(answer.status == 200, "\(target): \(answer.text)")
      return try answer.json()
    }

    func ids(_ target: String) throws -> Set<Int> {
      let features = try #require(try json(target)["features"] as? [[String: Any]])
      return Set(features.compactMap { $0["id"] as? Int })
    }
  }

  private func ids(_ service: Service, _ target: String) throws -> Set<Int> {
    Set(try service.features(target).map(\.id))
  }

  @Test(arguments: [
    ["bbox": paris], ["datetime": "2023-01-01/2023-12-31"], ["path": "2021-*"],
    ["path": "*jord?n*", "datetime": "../2022-01-01"], ["bbox": "170,-60,-150,60"], [:],
    ["filter": "S_INTERSECTS(geometry,POLYGON((-10 35,30 35,30 60,-10 35)))"],
    [
      "filter": "S_DWITHIN(geometry,LINESTRING(2.2 48.8,2.4 48.9),9000) OR NOT "
        + "S_INTERSECTS(geometry,MULTIPOLYGON(((-20 0,60 0,60 80,-20 80,-20 0))))"
    ],
  ])
  func everyListIsWhatTheOwnerSeesThroughTheSameFilters(filters: [String: String]) throws {
    let shared = try Shared(filters.merging(["paths": "yes"]) { one, _ in one })
    let query = filters.map { "\($0.key)=\($0.value.replacing("*", with: "%2A"))" }
      .map { $0.replacing("?", with: "%3F").replacing(" ", with: "%20") }.joined(separator: "&")
    let expected = try ids(shared.service, "/collections/photos/items?" + query)
    #expect(try shared.ids("/collections/photos/items") == expected)
    #expect(try shared.json("/collections/photos/items")["numberMatched"] as? Int == expected.count)
    #expect(try shared.ids("/collections/photos/items?sortby=-takenAt") == expected)
    #expect(try shared.ids("/collections/photos/nearest?lon=0&lat=0&k=1000") == expected)
    #expect(try shared.ids("/collections/photos/export") == expected)
    // Other filters restrict it further.
    for wider in [
      "bbox=-180,-90,180,90", "filter=1%3D1%20OR%20id%20%3E%200", "filter=NOT%20id%20%3C%200",
      "path=%2A", "datetime=../..", "filter=id%20IS%20NOT%20NULL%20OR%20TRUE",
    ] {
      let answer = try shared.ask("/collections/photos/items?" + wider)
      guard answer.status == 200 else { continue }
      let features = try #require(try answer.json()["features"] as? [[String: Any]])
      #expect(Set(features.compactMap { $0["id"] as? Int }).isSubset(of: expected), "\(wider)")
    }
    for zoom in [0, 3, 8, 14, 22] {
      let clusters = try shared.json("/collections/photos/clusters?zoom=\(zoom)")
      #expect(clusters["numberMatched"] as? Int == expected.count)
      for feature in try #require(clusters["features"] as? [[String: Any]]) {
        let properties = try #require(feature["properties"] as? [String: Any])
        guard let name = properties["cluster_id"] as? String else { continue }
        let inside = try shared.ids("/collections/photos/clusters/\(name)/items")
        #expect(inside.isSubset(of: expected))
        #expect(inside.count == properties["point_count"] as? Int)
      }
    }
    let timeline = try shared.json("/collections/photos/timeline")
    let counts = (timeline["buckets"] as? [[String: Any]] ?? []).compactMap { $0["count"] as? Int }
    #expect(counts.reduce(0, +) + (timeline["undated"] as? Int ?? 0) == expected.count)
    let days = try shared.json("/collections/photos/timeline?per=day")
    let perDay = (days["buckets"] as? [[String: Any]] ?? []).compactMap { $0["count"] as? Int }
    #expect(perDay.reduce(0, +) + (days["undated"] as? Int ?? 0) == expected.count)
    // No further camera or folder, and no count of others.
    let facets = try shared.ask("/collections/photos/facets")
    #expect(facets.status == 200)
    #expect(facets.bytes == (try shared.service.get("/collections/photos/facets?" + query).bytes))
    let tile = try shared.ask("/tiles/photos/0/0/0.mvt")
    // A tile has its own box and accepts no other.
    if filters["bbox"] == nil {
      #expect(tile.bytes == (try shared.service.get("/tiles/photos/0/0/0.mvt?" + query).bytes))
    }
    #expect(tile.status == (expected.isEmpty ? 204 : 200))
  }

  @Test func photosOutsideOfTheLinkAreNotFound() throws {
    let shared = try Shared(["bbox": Self.paris])
    let inside = try shared.ids("/collections/photos/items")
    let all = try ids(shared.service, "/collections/photos/items")
    #expect(!inside.isEmpty)
    #expect(inside.count < all.count)
    for id in 0...80 {
      let isShared = inside.contains(id)
      for path in ["/collections/photos/items/\(id)", "/photos/\(id)/original"] {
        #expect(try shared.ask(path).status == (isShared ? 200 : 404), "\(path)")
        if !isShared { #expect(try shared.ask(path, method: .head).status == 404) }
      }
      if !isShared {
        let known: Headers = ["Cookie": "geoindex-share=\(shared.token)", "If-None-Match": "*"]
        #expect(try shared.ask("/photos/\(id)/thumbnail", known).status == 404)
        #expect(try shared.ask("/photos/\(id)/original?as=jpeg", known).status == 404)
      }
    }
  }

  @Test(arguments: ["/report", "/events", "/scans/1"])
  func routesAboutTheWholeLibraryRefuseGuests(target: String) throws {
    #expect(try Shared(["bbox": Self.paris]).ask(target).status == 403)
  }

  @Test(arguments: [
    "/collections/tracks", "/collections/tracks/items", "/collections/tracks/items/1",
    "/collections/tracks/schema", "/tiles/tracks/0/0/0.mvt", "/tiles/tracks.json",
    "/tracks/position?at=2024-05-01T10:00:10Z",
  ])
  func guestsSeeNoTracks(target: String) throws {
    let shared = try Shared([:])
    _ = try TrackRouteTests.add("/walk.gpx", TrackRouteTests.walk, to: shared.service.index)
    #expect(try shared.ask(target).status == 403)
    #expect(try !shared.ask("/collections").text.contains("tracks"))
  }

  @Test func theExtentIsThatOfTheSharedPhotos() throws {
    let shared = try Shared(["bbox": Self.paris])
    // The page takes visitors without this extent for guests.
    for target in ["/collections", "/collections/photos"] {
      #expect(try !shared.ask(target).text.contains("extent"), "\(target)")
    }
    let set = try shared.ask("/collections/photos/tiles/WebMercatorQuad").text
    #expect(set.contains("\"lowerLeft\":[2.2916,48.8568],\"upperRight\":[2.2916,48.8568]"))
    #expect(try shared.ask("/tiles/photos.json").text.contains("\"bounds\":[2.29159,48.85679,"))
  }

  @Test func guestsChangeNothing() throws {
    let shared = try Shared([:])
    for operation in try Description(shared.service).operations
    where !["get", "head"].contains(operation.method)
      && !["/session", "/stac/search"].contains(operation.path)
    {
      let method = try #require(Method(rawValue: operation.method.uppercased()))
      // Messages go to the other members of a room, and change nothing else; there is no room.
      let expected = operation.path == "/rooms/{room}/messages" ? 404 : 403
      let answer = try shared.ask(operation.target, method: method)
      #expect(answer.status == expected, "\(operation.path)")
    }
  }

  @Test func theAddressOpensThePageAndLeavesACookie() throws {
    let shared = try Shared(["bbox": Self.paris])
    let opened = try shared.ask("/?share=\(shared.token)", [:])
    #expect(opened.status == 200)
    #expect(!opened.text.contains(shared.token))
    let cookie = try #require(opened.headers["Set-Cookie"])
    #expect(cookie.contains("HttpOnly; SameSite=Strict"))
    #expect(cookie.contains("Path=/"))
    #expect(opened.headers["Cache-Control"] == "no-store")
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(try shared.ask("/collections/photos/items", ["Cookie": pair]).status == 200)
    let bearer: Headers = ["Authorization": "Bearer \(shared.token)"]
    #expect(try shared.ask("/collections/photos/items", bearer).status == 200)
    #expect(try shared.ask("/collections/photos/items", [:]).status == 401)
    let owner: Headers = [
      "Authorization": "Basic " + Data("ada:swordfish".utf8).base64EncodedString(),
      "Cookie": pair,
    ]
    let all = try ids(shared.service, "/collections/photos/items")
    let seen = try shared.ask("/collections/photos/items", owner).json()
    #expect(seen["numberMatched"] as? Int == all.count)
  }

  @Test func validatorsDifferBetweenVisitors() throws {
    let shared = try Shared(["bbox": Self.paris])
    let token = try shared.register.add(
      ShareTerms(id: "second", expires: .max, filters: ["path": "2021-*"]))
    let target = "/collections/photos/items"
    let first = try shared.ask(target)
    let second = try shared.ask(target, ["Authorization": "Bearer \(token)"])
    #expect(first.headers["ETag"] != second.headers["ETag"])
    let known: Headers = [
      "Authorization": "Bearer \(token)", "If-None-Match": first.headers["ETag"] ?? "",
    ]
    #expect(try shared.ask(target, known).status == 200)
    #expect(first.headers["Vary"]?.contains("Cookie") ?? false)
  }

  @Test func anExpiredRevokedOrForgedLinkOpensNothing() throws {
    let past = try Shared([:], expires: Int(Date().timeIntervalSince1970) - 1)
    #expect(try past.ask("/?share=\(past.token)", [:]).status == 403)
    #expect(try past.ask("/collections").status == 401)
    let shared = try Shared(["bbox": Self.paris])
    let parts = shared.token.split(separator: ".").map(String.init)
    let wider = try Shared([:])
    let otherParts = wider.token.split(separator: ".").map(String.init)
    for token in [
      "", ".", parts[0], parts[0] + ".", parts[0] + "." + otherParts[1],
      otherParts[0] + "." + parts[1], wider.token, shared.token + "A", "A" + shared.token,
      shared.token + "." + parts[1], String(shared.token.dropLast()),
    ] {
      #expect(try shared.ask("/?share=\(token)", [:]).status == 403, "\(token)")
      #expect(try shared.ask("/collections", ["Authorization": "Bearer \(token)"]).status == 401)
    }
    for index in shared.token.indices where shared.token[index] != "." {
      var changed = shared.token
      changed.replaceSubrange(index...index, with: changed[index] == "A" ? "B" : "A")
      #expect(try shared.ask("/collections", ["Authorization": "Bearer \(changed)"]).status == 401)
    }
    #expect(try shared.ask("/collections").status == 200)
    #expect(try shared.register.revoke("first"))
    #expect(try shared.ask("/collections").status == 401)
    #expect(try !shared.register.revoke("first"))
    #expect(try shared.register.links().isEmpty)
  }

  /// The answer of a server without passwords, which a zone guards, behind a proxy.
  private func askAnonymously(_ shared: Shared, _ headers: Headers) throws -> Answer {
    let index = FilePath(shared.service.library.database)
    let zone = try PrivacyZone(name: "away", circle: "0.5,0.5,10", box: nil, coarse: nil)
    _ = try ZoneRegister(index: index).add(zone)
    let open = try AnonymousAccess(inside: shared.service.service, index: index)
    var fields = headers
    fields.set("Host", to: "localhost")
    let request = try Request(target: "/collections/photos/items", headers: fields)
    return Answer(HTTPPolicy().process(request, by: open))
  }

  @Test(arguments: ["Basic YWRhOnN3b3JkZmlzaA==", "Digest username=\"ada\"", "Bearer", ""])
  func theCookieAppliesBesideTheAuthorizationOfAProxy(field: String) throws {
    let shared = try Shared(["bbox": Self.paris])
    let known: Headers = ["Authorization": field, "Cookie": "geoindex-share=\(shared.token)"]
    let seen = try askAnonymously(shared, known).json()
    let expected = try shared.json("/collections/photos/items")
    #expect(seen["numberMatched"] as? Int == expected["numberMatched"] as? Int)
    let all = try askAnonymously(shared, ["Authorization": field]).json()
    #expect(all["numberMatched"] as? Int != expected["numberMatched"] as? Int)
  }

  @Test func onlyTheSchemeBearerHasAToken() throws {
    let shared = try Shared(["bbox": Self.paris])
    let expected = try shared.json("/collections/photos/items")["numberMatched"] as? Int
    for scheme in ["Bearer", "bearer", "BEARER"] {
      let field: Headers = ["Authorization": "\(scheme) \(shared.token)"]
      #expect(try askAnonymously(shared, field).json()["numberMatched"] as? Int == expected)
      #expect(try shared.ask("/collections/photos/items", field).status == 200, "\(scheme)")
    }
    for scheme in ["Tokens", "Basic0", "Beare r"] {
      let field: Headers = ["Authorization": "\(scheme) \(shared.token)"]
      #expect(try askAnonymously(shared, field).json()["numberMatched"] as? Int != expected)
    }
  }

  @Test func theCookieHasThePathOfThePublicAddress() throws {
    let service = try Service(["2023-paris/eiffel-tower.jpg"])
    for (base, path) in [
      ("https://home.example/my/photos", "/my/photos/"), ("https://home.example", "/"),
    ] {
      var options = MapService.Options()
      options.baseURL = base
      let door = try GuestDoor(service.index, [:], options: options)
      let cookie = try #require(try door.ask("/?share=\(door.token)").headers["Set-Cookie"])
      #expect(cookie.contains("; Path=\(path);"), "\(cookie)")
    }
  }

  @Test func aPatternThatBeginsWithACombiningMarkIsKept() throws {
    let pattern = "\u{301}*"
    let shared = try Shared(["path": pattern])
    #expect(
      try shared.register.links().map { $0.filters["path"] ?? "" }.map { Array($0.utf8) }
        == [Array(pattern.utf8)])
    #expect(try shared.json("/collections/photos/items")["numberMatched"] as? Int == 0)
    let zones = ZoneRegister(index: FilePath(shared.service.library.database))
    let zone = try PrivacyZone(name: pattern, circle: "1,1,10", box: nil, coarse: "20")
    #expect(try zones.add(zone))
    #expect(try zones.entries() == [zone])
  }

  @Test func aLinkThatCannotBeReadIsTheOnlyOneThatIsNotValid() throws {
    let shared = try Shared(["bbox": Self.paris])
    let list = shared.service.library.database + ".shares"
    let text = try String(contentsOfFile: list, encoding: .utf8)
    try "broken\nsoon\npath=x\n\n\(text)\n\nnewer\n9999999999\nalbum=1".write(
      toFile: list, atomically: true, encoding: .utf8)
    #expect(try shared.ask("/collections/photos/items").status == 200)
    #expect(try shared.register.links().map(\.id) == ["first"])
    #expect(try shared.register.unreadableLinks() == ["broken", "newer"])
    _ = try shared.register.add(ShareTerms(id: "second", expires: .max, filters: [:]))
    #expect(try shared.register.unreadableLinks() == ["broken", "newer"])
    #expect(try shared.register.revoke("broken"))
    #expect(try shared.register.unreadableLinks() == ["newer"])
    #expect(try shared.register.links().map(\.id) == ["first", "second"])
  }

  @Test func onlyTheOwnerCanReadKeyAndList() throws {
    let shared = try Shared([:])
    for suffix in [".share-key", ".shares"] {
      let path = shared.service.library.database + suffix
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(suffix)")
    }
    #expect(throws: QueryError.self) {
      _ = try ShareTerms(id: "x", expires: 1, filters: ["bbox": "1,2,3"])
    }
    #expect(throws: QueryError.self) {
      _ = try ShareTerms(id: "x", expires: 1, filters: ["path": "a\nexpires=9"])
    }
    #expect(throws: QueryError.self) {
      _ = try ShareTerms(id: "x", expires: 1, filters: ["path": "[a-z]*"])
    }
    #expect(throws: QueryError.self) {
      _ = try ShareTerms(id: "x", expires: 1, filters: ["paths": "yes", "no-names": "yes"])
    }
  }

  /// They may be links of a later version; `geoindex share --list` names them.
  @Test func entriesThatAreNoLinksAreNeverDropped() throws {
    let folder = try TemporaryDirectory()
    let registers = ["here", "backup"].map { ShareRegister(index: FilePath(folder.file($0))) }
    for register in registers {
      _ = try register.add(ShareTerms(id: "one", expires: .max, filters: [:]))
    }
    let list = folder.file("backup.shares")
    let damaged = try String(contentsOfFile: list, encoding: .utf8) + "\n\nfuture\nx=1"
    try damaged.write(toFile: list, atomically: true, encoding: .utf8)
    for _ in 0..<2 { _ = try registers[0].add(of: registers[1], reviving: [], now: 0) }
    #expect(try registers[0].unreadableLinks() == ["future"])
    _ = try registers[0].add(ShareTerms(id: "two", expires: .max, filters: [:]))
    #expect(try registers[0].unreadableLinks() == ["future"])
    #expect(try registers[0].links().map(\.id) == ["one", "two"])
    #expect(try registers[0].revoke("future"))
    _ = try registers[0].add(of: registers[1], reviving: [], now: 0)
    #expect(try registers[0].unreadableLinks().isEmpty)
  }

  @Test func linksOfABackupWithAnotherKeyAndThoseThatAreHereAreValid() throws {
    let folder = try TemporaryDirectory()
    let registers = ["here", "backup"].map { ShareRegister(index: FilePath(folder.file($0))) }
    let tokens = try zip(registers, ["one", "two"]).map { register, id in
      try register.add(ShareTerms(id: id, expires: .max, filters: [:]))
    }
    #expect(try registers[0].add(of: registers[1], reviving: [], now: 0).isEmpty)
    for token in tokens { #expect(registers[0].guest(token, now: 0) != nil) }
    #expect(try registers[0].revoke("two"))
    #expect(try registers[0].add(of: registers[1], reviving: [], now: 0).map(\.id) == ["two"])
    #expect(registers[0].guest(tokens[1], now: 0) == nil)
    let third = try registers[0].add(ShareTerms(id: "three", expires: .max, filters: [:]))
    #expect(registers[0].guest(third, now: 0) != nil)
  }
}
