import Foundation
import Grid
import HTTPServer
import MapService
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

/// A link to a trip opens a page of it, and nothing else.
@Suite struct SharedTripTests {
  /// A server with a password, and a link to a trip of two days in Japan that has a photo with all metadata.
  private struct Shared {
    /// In the metadata of the photo and in its name, and so nowhere on the page.
    static let secrets = ["Geheim", "2024:05:01", "2024-japan", "SN-7741", "Darkroom", "Aster"]
    let service: Service
    let register: ShareRegister
    let keeper: AccessGuard
    let token: String

    /// The trip lasts from 2024-05-01 to 2024-05-03.
    init(_ terms: [String: String] = [:], expires: Int = 4_000_000_000) throws {
      service = try Service(["2024-japan/mount-fuji.jpg", "2023-paris/eiffel-tower.jpg"])
      try TaggedPhoto.make(at: service.library.file("Geheim.jpg"))
      for (name, day) in [("Zwei.jpg", "02"), ("Drei.jpg", "03"), ("Vier.jpg", "04")] {
        try TaggedPhoto.make(at: service.library.file(name))
        let tags = ["-DateTimeOriginal=2024:05:\(day) 09:00:00", "-SerialNumber=SN-7741"]
        let outcome = try Program.run(
          "exiftool", ["-q", "-overwrite_original"] + tags + [service.library.file(name)])
        try #require(outcome.code == 0, "\(outcome.messages)")
      }
      _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
      try Self.correct(service.index, "made 2024-05-01 2024-05-03 Our trip")
      register = ShareRegister(index: FilePath(service.library.database))
      let filters = terms.merging(["trip": "2024-05-01/2024-05-03"]) { one, _ in one }
      token = try register.add(ShareTerms(id: "first", expires: expires, filters: filters))
      var options = AccessGuard.Options()
      options.guest = { [register] in try register.guest(of: $0) }
      let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
      keeper = AccessGuard(passwords: passwords, options: options, inside: service.service)
    }

    static func correct(_ index: PhotoIndex, _ text: String) throws {
      _ = try NotesWriter(index).correct(by: "ada") { _ in [text] }
    }

    func ask(_ target: String, _ headers: Headers = [:]) throws -> Answer {
      var fields = headers
      fields.set("Host", to: "localhost")
      return Answer(
        HTTPPolicy().process(try Request(target: target, headers: fields), by: keeper))
    }

    func page(_ headers: Headers = [:]) throws -> String {
      let answer = try ask("/shared/\(token)/", headers)
      try #require(answer.status == 200, "\(answer.text)")
      return answer.text
    }

    func photo(_ name: String) throws -> Int {
      let all = try service.features("/collections/photos/items?limit=100")
      return try #require(all.first { $0.properties["filename"] as? String == name }?.id)
    }
  }

  /// The addresses to which the attributes of a page lead.
  private static func files(_ page: String) -> [String] {
    page.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.output.1) }
  }

  @Test func thePageHasTheNameTheDaysAndThePicturesOfTheTrip() throws {
    let shared = try Shared(["by": "Ada"])
    let page = try shared.page()
    #expect(page.contains("<h1>Our trip</h1>"))
    #expect(page.contains("3 days · 3 photos"))
    #expect(page.contains("Shared by Ada"))
    #expect(page.contains("datetime=\"2096-10-02"))
    #expect(
      page.matches(of: /id="day-([0-9-]+)"/).map { $0.output.1 }
        == ["2024-05-01", "2024-05-02", "2024-05-03"])
    #expect(page.contains("<small>12:00</small><strong>Fuji</strong>"))
    #expect(page.contains("data-at=\"2.2945,48.8584\""))
    for name in ["Geheim.jpg", "Zwei.jpg", "Drei.jpg"] {
      #expect(page.contains("pictures/\(try shared.photo(name)).jpg"))
    }
    #expect(!page.contains("pictures/\(try shared.photo("Vier.jpg")).jpg"))
  }

  @Test func nothingThatAGuestCanFetchHasMetadataOrNamesOfFiles() throws {
    let shared = try Shared()
    let folder = try TemporaryDirectory()
    let page = try shared.page()
    for secret in Shared.secrets { #expect(!page.contains(secret), "\(secret)") }
    let pictures = Self.files(page).filter { $0.hasSuffix(".jpg") }
    #expect(pictures.count == 6)
    for (number, name) in pictures.enumerated() {
      let answer = try shared.ask("/shared/\(shared.token)/\(name)")
      #expect(answer.status == 200, "\(name): \(answer.text)")
      for field in answer.headers { #expect(!field.value.contains("Geheim"), "\(field)") }
      let file = folder.file("\(number).jpg")
      try Data(answer.bytes).write(to: URL(fileURLWithPath: file))
      let tags = try Program.run("exiftool", ["-a", "-G0:1", "-s", file]).output
      let groups = Set(tags.matches(of: /\[([A-Za-z]+)/).map { String($0.output.1) })
      #expect(
        groups.subtracting(["ExifTool", "File", "JFIF", "ICC", "Composite"]) == [], "\(tags)")
      let texts = String(decoding: answer.bytes, as: UTF8.self)
      for secret in Shared.secrets { #expect(!texts.contains(secret), "\(secret)") }
    }
  }

  @Test func picturesOfAllFormatsAreMadeAnew() throws {
    // The titles of these photos are secrets, too.
    let shared = try Shared(["no-words": "yes"])
    let folder = try TemporaryDirectory()
    let trip = URL(fileURLWithPath: shared.service.library.file("formats"))
    try FileManager.default.createDirectory(at: trip, withIntermediateDirectories: true)
    let names = try TaggedPhoto.makeInAllFormats(in: trip.path)
    _ = try PhotoScanner(index: shared.service.index).scan([FilePath(shared.service.library.root)])
    let page = try shared.page()
    for secret in TaggedPhoto.secrets { #expect(!page.contains(secret), "\(secret)") }
    let pictures = Self.files(page).filter { $0.hasSuffix(".jpg") }
    #expect(pictures.count == 2 * (3 + names.count))
    for name in pictures {
      let answer = try shared.ask("/shared/\(shared.token)/\(name)")
      #expect(answer.status == 200, "\(name): \(answer.text)")
      #expect(try TaggedPhoto.findings(in: answer.bytes, folder) == [], "\(name)")
    }
  }

  @Test func theLinkOpensNothingElse() throws {
    let shared = try Shared()
    let credentials = [
      ("Cookie", "geoindex-share=\(shared.token)"), ("Authorization", "Bearer \(shared.token)"),
    ]
    for (name, value) in credentials {
      for route in shared.service.service.routes where route.method == .get {
        let target = route.pattern.replacing(/\{[^}]*\}/, with: "1")
        let status = try shared.ask(target, [name: value]).status
        #expect(status == (target == "/" ? 303 : 403), "\(target)")
      }
    }
    let opened = try shared.ask("/?share=\(shared.token)")
    #expect(opened.status == 303)
    #expect(opened.headers["Location"] == "/shared/\(shared.token)/")
    #expect(try shared.ask("/shared/\(shared.token)").headers["Location"] == "\(shared.token)/")
    let other = try shared.photo("Vier.jpg")
    let mine = try shared.photo("Geheim.jpg")
    for file in [
      "pictures/\(other).jpg", "thumbnails/\(other).jpg", "pictures/0\(mine).jpg",
      "pictures/\(mine).png", "pictures/\(mine)", "pictures/x.jpg", "photos/\(mine)/original",
      "collections/photos/items", "index.html", "app/main.js", "../api", "trip/../index.html",
    ] {
      #expect(try shared.ask("/shared/\(shared.token)/\(file)").status == 404, "\(file)")
    }
    #expect(try shared.ask("/shared/\(shared.token)x/").status == 403)
    #expect(try shared.ask("/shared/").status == 403)
  }

  @Test func aLinkToTheMapOpensNoPageOfATrip() throws {
    let shared = try Shared()
    let map = try shared.register.add(
      ShareTerms(id: "second", expires: 4_000_000_000, filters: [:]))
    #expect(try shared.ask("/shared/\(map)/").status == 403)
  }

  @Test func whoIsSignedInSeesThePageAsTheGuestDoes() throws {
    let shared = try Shared(["no-words": "yes"])
    let guest = try shared.page()
    let code = Data("ada:swordfish".utf8).base64EncodedString()
    #expect(try shared.page(["Authorization": "Basic \(code)"]) == guest)
    #expect(!guest.contains("Fuji"))
  }

  @Test func timesAndExactPositionsAreLeftOutIfTheOwnerWishes() throws {
    let shared = try Shared(["no-times": "yes", "precision": "100000"])
    let page = try shared.page()
    #expect(!page.contains("<small>"))
    #expect(!page.contains("12:00"))
    #expect(!page.contains("48.8584"))
    #expect(page.matches(of: /data-at=/).count == 3)
  }

  @Test func photosInAZoneAreNotShared() throws {
    let shared = try Shared()
    let id = try shared.photo("Geheim.jpg")
    let zones = ZoneRegister(index: FilePath(shared.service.library.database), isReplica: false)
    _ = try zones.add(
      PrivacyZone(name: "home", circle: "48.8584,2.2945,300", box: nil, coarse: nil))
    let answer = try shared.ask("/shared/\(shared.token)/")
    #expect(answer.status == 404)
    #expect(try shared.ask("/shared/\(shared.token)/pictures/\(id).jpg").status == 404)
  }

  @Test func aTripThatBecomesLongerShowsNoMoreDays() throws {
    let shared = try Shared()
    try Shared.correct(shared.service.index, "made 2024-05-01 2024-05-04 Longer")
    let page = try shared.page()
    #expect(page.contains("<h1>Longer</h1>"))
    #expect(page.contains("3 photos"))
    let other = try shared.photo("Vier.jpg")
    #expect(try shared.ask("/shared/\(shared.token)/pictures/\(other).jpg").status == 404)
  }

  @Test func aCameraWithAWrongClockIsOnThePageWithTheOthers() throws {
    let shared = try Shared()
    try TravelledLibrary.store(in: shared.service.index)
    // A third camera shows that the owner was at home.
    let home = TravelledLibrary.homeEveryDay
    try TravelledLibrary.store(home, camera: "Three", in: shared.service.index)
    try TravelledLibrary.store(
      TravelledLibrary.secondCamera(daysAhead: 2), camera: "Two", in: shared.service.index)
    let token = try shared.register.add(
      ShareTerms(
        id: "rome", expires: 4_000_000_000, filters: ["trip": "2021-06-14/2021-06-18"]))
    let page = try shared.ask("/shared/\(token)/").text
    #expect(page.contains("5 days · 30 photos"), "\(page)")
    #expect(page.matches(of: /<section id="day-2021-06-1[4-8]"/).count == 5)
    let matched =
      try shared.service.json(
        "/collections/photos/items?limit=1&trip=2021-06-14")["numberMatched"] as? Int
    #expect(matched == 30)
    let link = try #require(
      shared.register.links().first { $0.filters["trip"] == "2021-06-14/2021-06-18" })
    #expect(try link.matchCount(in: shared.service.index) == 30)
  }

  @Test func rejectedPhotosAreLeftOut() throws {
    let shared = try Shared()
    let id = try shared.photo("Zwei.jpg")
    let answer = try shared.service.post(
      "/words", Array(#"{"photos":[\#(id)],"set":{"rating":-1}}"#.utf8),
      ["Content-Type": "application/json"])
    #expect(answer.status == 201, "\(answer.text)")
    #expect(try shared.page().contains("2 photos"))
    #expect(try shared.ask("/shared/\(shared.token)/thumbnails/\(id).jpg").status == 404)
  }

  @Test func aLinkThatHasEndedIsExplainedToPeople() throws {
    let shared = try Shared()
    #expect(try shared.register.revoke("first"))
    let accepted: Headers = ["Accept": "text/html,*/*;q=0.8"]
    let answer = try shared.ask("/shared/\(shared.token)/", accepted)
    #expect(answer.status == 403)
    #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(answer.text.contains("This link is no longer valid"))
    for target in ["/shared/\(shared.token)/", "/?share=\(shared.token)"] {
      let german = try shared.ask(
        target, ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "de-CH"])
      #expect(german.status == 403)
      #expect(german.text.contains("<html lang=\"de\">"))
      #expect(german.text.contains("Dieser Link gilt nicht mehr"))
    }
    let late = try Shared(expires: 1_000)
    #expect(try late.ask("/shared/\(late.token)/").status == 403)
  }

  @Test func aTripThatIsDismissedIsNotShownAnyMore() throws {
    let shared = try Shared()
    try Shared.correct(shared.service.index, "dismiss 2024-05-01 2024-05-03")
    #expect(try shared.ask("/shared/\(shared.token)/").status == 404)
  }

  @Test(arguments: [
    ("de-AT,de;q=0.9", "de", "ltr", "3 Tage · 3 Fotos"), ("ja", "ja", "ltr", "3日間 · 写真3枚"),
    ("ar-EG", "ar", "rtl", "عدد الأيام: 3"), ("xx", "en", "ltr", "3 days · 3 photos"),
  ])
  func thePageIsInTheLanguageOfItsReader(
    asked: String, tag: String, direction: String, facts: String
  ) throws {
    let page = try Shared().page(["Accept-Language": asked])
    #expect(page.contains("<html lang=\"\(tag)\" dir=\"\(direction)\">"))
    #expect(page.contains(facts))
  }

  @Test func thePageIsNotSentAgainUntilSomethingChanges() throws {
    let shared = try Shared()
    let first = try shared.ask("/shared/\(shared.token)/")
    let etag = try #require(first.headers["ETag"])
    let again: Headers = ["If-None-Match": etag]
    #expect(try shared.ask("/shared/\(shared.token)/", again).status == 304)
    try Shared.correct(shared.service.index, "rename 2024-05-01 2024-05-03 New name")
    #expect(try shared.ask("/shared/\(shared.token)/", again).text.contains("New name"))
  }

  @Test func logsHaveNoTokens() throws {
    let shared = try Shared()
    let target = "/shared/\(shared.token)/pictures/12.jpg?x=1"
    #expect(!shared.service.service.redactedTarget(target).contains(shared.token))
    #expect(!shared.service.service.targetWithoutTokens(target).contains(shared.token))
    #expect(shared.service.service.redactedTarget(target).hasPrefix("/shared/"))
  }

  @Test func theOwnerMakesALinkByAnyDayOfTheTrip() throws {
    let shared = try Shared()
    func post(_ json: String) throws -> Answer {
      try shared.service.post("/shares", Array(json.utf8), ["Content-Type": "application/json"])
    }
    let made = try post(#"{"trip":"2024-05-02","no-times":true,"expires":"1d"}"#)
    #expect(made.status == 201, "\(made.text)")
    let link = try made.json()
    #expect(link["trip"] as? String == "2024-05-01/2024-05-03")
    #expect(link["photos"] as? Int == 3)
    let url = try #require(link["url"] as? String)
    #expect(url.contains("/shared/"))
    let path = try #require(URL(string: url)).path
    #expect(try shared.ask(path + "/").text.contains("Our trip"))
    #expect(try post(#"{"trip":"2023-01-01"}"#).status == 400)
    #expect(try post(#"{"trip":"2024-05-02","paths":true}"#).status == 400)
    #expect(try post(#"{"no-times":true}"#).status == 400)
  }
}
