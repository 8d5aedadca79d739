import Files
import Foundation
import Geography
import Grid
import HTTPServer
import PhotoFacts
import PhotoIndex
import Sharing
import TestSupport
import Testing

@testable import MapService

/// Owners share and hide photos over HTTP, as `geoindex share` and `geoindex zone` do.
@Suite struct SharingRouteTests {
  private let service: Service
  private let door: GuestDoor

  private static let json: Headers = ["Content-Type": "application/json"]

  init() throws {
    service = try Service()
    door = try GuestDoor(service.index, ["by": "Ada", "precision": "1000"])
  }

  private func post(_ target: String, _ body: String, _ fields: Headers = json) throws -> Answer {
    try door.askAsOwner(target, fields, method: .post, body: body)
  }

  /// What a guest with the address of a link receives.
  private func open(_ address: String, _ target: String, _ fields: Headers = [:]) throws -> Answer {
    let token = try #require(address.split(separator: "share=").last)
    return try door.ask(
      target, fields.setting("Cookie", to: "geoindex-share=\(token)"))
  }

  @Test func aLinkIsMadeListedAndRevoked() throws {
    let made = try post(
      "/shares", #"{"bbox":"2.2,48.8,2.5,48.9","expires":"2d","paths":true,"no-names":false}"#)
    #expect(made.status == 201, "\(made.text)")
    let link = try made.json()
    let id = try #require(link["id"] as? String)
    let address = try #require(link["url"] as? String)
    #expect(made.headers["Location"] == "http://localhost/shares/\(id)")
    #expect(made.headers["Cache-Control"]?.contains("no-store") ?? false)
    #expect(link["by"] as? String == "ada")
    #expect(link["paths"] as? String == "yes")
    let expires = try #require(link["expires"] as? String)
    let moment = try #require(ISO8601DateFormatter().date(from: expires))
    #expect(abs(moment.timeIntervalSinceNow - 2 * 86_400) < 100)
    let items = try open(address, "/collections/photos/items").json()
    #expect(items["numberMatched"] as? Int == link["photos"] as? Int)
    #expect((link["photos"] as? Int ?? 0) > 0)
    let visitor = try open(address, "/me").json()
    #expect(
      visitor as NSDictionary == [
        "role": "guest", "by": "ada", "expires": expires, "users": true, "session": false,
      ])

    let list = try door.askAsOwner("/shares").json()
    let listed = try #require(list["shares"] as? [[String: Any]])
    #expect(listed.map { $0["id"] as? String } == ["guest", id])
    #expect(listed.last?["url"] as? String == address)
    #expect(list["asksForPassword"] as? Bool == true)
    #expect(try service.json("/shares")["asksForPassword"] as? Bool == false)

    let revoked = try door.askAsOwner("/shares/\(id)", method: .delete)
    #expect(revoked.status == 204)
    #expect(revoked.bytes.isEmpty)
    #expect(try open(address, "/me").status == 401)
    #expect(try door.askAsOwner("/shares/\(id)", method: .delete).status == 404)
  }

  @Test(arguments: [
    #"{"bbox":"1,2,3"}"#, #"{"album":"x"}"#, #"{"expires":"soon"}"#, #"{"expires":"0d"}"#,
    #"{"by":"someone else"}"#, #"{"path":["a"]}"#, #"{"paths":true,"no-names":true}"#, "[]", "",
    #"{"path":"a","path":"b"}"#, #"{"path":"a\nexpires=9"}"#, #"{"precision":"1"}"#,
    #"{"filter":"altitude > 0"}"#, #"{"filter":"TRUE"}"#, #"{"filter":""}"#,
    #"{"filter":"S_INTERSECTS("}"#,
    #"{"filter":"S_INTERSECTS(geometry,BBOX(0,0,1,1))"}"#,
    #"{"filter":"S_DWITHIN(geometry,LINESTRING(0 0,1 1),20001)"}"#,
    #"{"filter":"S_DWITHIN(geometry,LINESTRING(0 0,1 1),9) OR title LIKE 'a%'"}"#,
    #"{"filter":"S_DWITHIN(geometry,LINESTRING(0 0,\n1 1),9)"}"#,
    #"{"filter":"S_DWITHIN(geometry,LINESTRING(0 0,"#
      + String(repeating: "1.234567 1.234567,", count: 120)
      + #"1 1),9)"}"#,
    #"{"path":""# + String(repeating: "a", count: 3_000) + #""}"#,
  ])
  func invalidTermsMakeNoLink(body: String) throws {
    let answer = try post("/shares", body)
    #expect(answer.status == 400, "\(answer.text)")
    let list = try door.askAsOwner("/shares").json()
    #expect((list["shares"] as? [Any])?.count == 1)
  }

  @Test func aLinkToADrawingOfManyCornersIsRead() throws {
    let corners = (0..<120).map { "\(2 + Double($0 % 2) / 2) \(48 + Double($0) / 100)" }
    let drawing =
      "S_INTERSECTS(geometry,POLYGON((" + (corners + [corners[0]]).joined(separator: ",")
      + "))) OR S_DWITHIN(geometry,LINESTRING(2.2945 48.8584,2.3 48.86),20000)"
    #expect((1_200...2_048).contains(drawing.utf8.count))
    let made = try post("/shares", #"{"filter":"\#(drawing)"}"#)
    #expect(made.status == 201, "\(made.text)")
    let link = try made.json()
    #expect(link["filter"] as? String == drawing)
    let address = try #require(link["url"] as? String)
    let items = try open(address, "/collections/photos/items").json()
    #expect((items["numberMatched"] as? Int ?? 0) > 0)
    #expect(items["numberMatched"] as? Int == link["photos"] as? Int)
  }

  @Test func pagesOfOtherSitesAndGuestsChangeNothing() throws {
    for (target, body) in [("/shares", "{}"), ("/zones", #"{"name":"a","circle":"1,1,10"}"#)] {
      let foreign = Self.json.setting("Origin", to: "https://elsewhere.example")
      #expect(try post(target, body, foreign).status == 403)
      #expect(try post(target, body, ["Content-Type": "text/plain"]).status == 415)
      #expect(try door.ask(target).status == 403)
      #expect(try door.ask(target, Self.json, method: .post).status == 403)
    }
    #expect(try ZoneRegister(index: service.index.path).entries().isEmpty)
  }

  @Test func everyVisitorLearnsWhoHeIs() throws {
    #expect(
      try door.askAsOwner("/me").json() as NSDictionary == [
        "role": "owner", "name": "ada", "users": true, "session": false,
      ])
    let guest = try door.ask("/me").json()
    #expect(guest["role"] as? String == "guest")
    #expect(guest["by"] as? String == "Ada")
    #expect(guest["precision"] as? Int == 1_000)
    #expect(guest["expires"] as? String == "9999-12-31T23:59:59Z")
    #expect(try service.json("/me") as NSDictionary == ["role": "owner"])
  }

  @Test func aZoneHidesItsPhotosUntilItIsRemoved() throws {
    let items = "/collections/photos/items"
    let before = try #require(try door.ask(items).json()["numberMatched"] as? Int)
    let made = try post("/zones", #"{"name":"at home / Süd","bbox":"2.2,48.8,2.5,48.9"}"#)
    #expect(made.status == 201, "\(made.text)")
    let location = try #require(made.headers["Location"])
    #expect(location == "http://localhost/zones/at%20home%20%2F%20S%C3%BCd")
    let hidden = try #require(try door.ask(items).json()["numberMatched"] as? Int)
    #expect(hidden < before)
    #expect(try post("/zones", #"{"name":"at home / Süd","circle":"1,1,50"}"#).status == 409)
    #expect(try post("/zones", #"{"name":"x","circle":"1,1"}"#).status == 400)
    #expect(try post("/zones", #"{"name":"x","circle":"1,1,50","hide":"yes"}"#).status == 400)
    let coarse = try post("/zones", #"{"name":"school","circle":"1,1,50","coarse":2000}"#)
    #expect(try coarse.json()["coarse"] as? Int == 2_000)
    let zones = try #require(try door.askAsOwner("/zones").json()["zones"] as? [[String: Any]])
    #expect(zones.map { $0["name"] as? String } == ["at home / Süd", "school"])
    let path = String(location.dropFirst("http://localhost".count))
    #expect(try door.askAsOwner(path, method: .delete).status == 204)
    #expect(try door.askAsOwner(path, method: .delete).status == 404)
    #expect(try door.ask(items).json()["numberMatched"] as? Int == before)
  }

  /// A circle around a home must neither be centred on it nor miss it.
  @Test(arguments: [(52.5, 13.4), (0, 179.9999), (78.2, 15.6), (69.6, -179.9999)])
  func theProposedZoneContainsThePlaceAwayFromItsCentre(latitude: Double, longitude: Double) throws
  {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    var random = SeededRandom(seed: 7)
    var bearings: Set<Int> = []
    for _ in 0..<200 {
      let circle = ZoneProposal(around: place, days: 1, using: &random).circle
      let zone = try PrivacyZone(name: "home", circle: circle, box: nil, coarse: nil)
      guard case .circle(let centre, let metres) = zone.area else {
        Issue.record("\(circle) is no circle")
        continue
      }
      let line = centre.geodesic(to: place)
      #expect((130...375).contains(line.distance), "\(circle)")
      #expect(line.distance + 200 < metres)
      bearings.insert(Int(line.bearing / 45))
    }
    #expect(bearings.count == 8)
  }

  /// Many photos of one evening make no home.
  @Test func theProposalIsWherePhotosAreOfTheMostDays() throws {
    let folder = try TemporaryDirectory()
    let index = try PhotoIndex(path: FilePath(folder.file("index.sqlite")), access: .writing)
    func proposal() throws -> String? {
      let answer = try GuestDoor(index, [:]).askAsOwner("/zones").json()
      return (answer["proposal"] as? [String: Any])?["circle"] as? String
    }
    #expect(try proposal() == nil)
    let day: Int64 = 86_400_000
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("all"), in: root, scan: 1).id
      for number in 0..<700 {
        // A wedding with 500 photos in Lisbon; 200 days at home in Berlin, no two at one spot.
        let isParty = number < 500
        let spot = Double(number % 10) / 100_000
        let place = Coordinate(
          latitude: (isParty ? 38.7 : 52.5) + spot, longitude: (isParty ? -9.1 : 13.4) + spot)
        var facts = PhotoFacts(
          place: .located(Location(try #require(place), source: .exif)))
        facts.time = CaptureTime(
          localMilliseconds: 1_600_000_000_000 + (isParty ? 0 : Int64(number) * day))
        let stamp = FileStamp(size: 1, modified: Int64(number), inode: UInt64(number))
        let name = Array("\(number).jpg".utf8)
        _ = try writer.add(ReadFile(name: name, stamp: stamp, facts: facts), in: directory)
      }
    }
    let circle = try #require(try proposal())
    #expect(circle.hasPrefix("52.") || circle.hasPrefix("53."), "\(circle)")
  }

  /// A disk that is not mounted must not look like an empty list, nor be written over.
  @Test(arguments: ["zones", "shares"])
  func aListThatIsOutOfReachIsReportedToItsOwner(name: String) throws {
    let file = service.library.database + "." + name
    if name == "shares" { try FileManager.default.removeItem(atPath: file) }
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: file + ".vault/list")
    #expect(try door.askAsOwner("/\(name)").status == 409)
    let order = name == "zones" ? #"{"name":"a","circle":"1,1,10"}"# : "{}"
    let answer = try post("/\(name)", order)
    #expect(answer.status == 409)
    #expect(answer.text.contains("geoindex doctor"))
  }

  /// The lists of a record whose database does not answer.
  private struct SilentLists: SharedLists {
    struct Silence: Error {}

    func list(_ name: String, knows text: String?) throws -> (text: String, isKnown: Bool) {
      throw Silence()
    }

    func change(
      _ name: String, knows text: String?,
      _ body: (_ text: String, _ isKnown: Bool) throws -> String
    ) throws -> String { throw Silence() }
  }

  @Test func aRecordThatDoesNotAnswerIsReportedAndNothingIsChanged() throws {
    // This machine has copies of the lists.
    let copy = ZoneRegister(index: service.index.path)
    let known = try PrivacyZone(name: "known", circle: "1,1,10", box: nil, coarse: nil)
    #expect(try copy.add(known))
    var options = MapService.Options()
    options.lists = SilentLists()
    let door = try GuestDoor(service.index, [:], options: options)
    for (target, order) in [("/shares", "{}"), ("/zones", #"{"name":"a","circle":"1,1,10"}"#)] {
      let answer = try door.askAsOwner(target, Self.json, method: .post, body: order)
      #expect(answer.status == 503, "\(answer.text)")
      #expect(answer.headers["Retry-After"] == "10")
      #expect(try door.askAsOwner(target).status == 200)
    }
    let view = try door.askAsOwner(
      "/views/sea", Self.json, method: .put, body: #"{"filters":{"keyword":"sea"}}"#)
    #expect(view.status == 503, "\(view.text)")
    #expect(try copy.entries() == [known])
    // What is wrong with the order is still said.
    let wrong = try door.askAsOwner("/zones", Self.json, method: .post, body: #"{"name":"a"}"#)
    #expect(wrong.status == 400)
  }

  @Test func theCodeOfAnAddressIsAPicture() throws {
    let answer = try door.askAsOwner("/qr?text=http://localhost/%3Fshare=abc")
    #expect(answer.headers["Content-Type"] == "image/svg+xml")
    #expect(answer.text.hasPrefix("<svg"))
    let long = String(repeating: "a", count: 2_001)
    #expect(try door.askAsOwner("/qr?text=\(long)").status == 400)
    #expect(try door.askAsOwner("/qr").status == 400)
  }

  /// A browser that opens an address shows a page; programs get the problem document.
  @Test func anExpiredLinkShowsAPageForPeople() throws {
    let browser: Headers = [
      "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    ]
    let page = try door.ask("/?share=%3Cb%3E", browser)
    #expect(page.status == 403)
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(
      page.text.contains("<h1>This link is no longer valid: it has expired or was revoked.</h1>"))
    #expect(!page.text.contains("<b>"))
    #expect(page.headers["Vary"]?.contains("Accept") ?? false)
    for accept in ["*/*", "application/json", "application/problem+json", "image/avif,*/*;q=0.8"] {
      let problem = try door.ask("/?share=%3Cb%3E", ["Accept": accept])
      #expect(problem.headers["Content-Type"] == "application/problem+json", "\(accept)")
    }
  }
}

extension Headers {
  /// The fields with one more.
  fileprivate func setting(_ name: String, to value: String) -> Headers {
    var fields = self
    fields.set(name, to: value)
    return fields
  }
}
