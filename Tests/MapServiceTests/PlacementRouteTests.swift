import Foundation
import Geography
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Photos are placed over HTTP: by hand, by a plan, and undone.
@Suite struct PlacementRouteTests {
  private let service: Service

  /// A photo on the map, two files without a position, and a text.
  init() throws {
    service = try Service(["2023-paris/eiffel-tower.jpg"])
    for name in ["a.jpg", "b.jpg"] {
      let comment = [0xFF, 0xFE, 0, 7] + Array(name.utf8)
      try service.library.write(name, Data([0xFF, 0xD8] + comment + [0xFF, 0xD9]))
    }
    try service.library.write("notes.txt", Data("text".utf8))
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
  }

  private func id(_ name: String) throws -> Int64 {
    try #require(
      try service.index.read { try $0.photoID(at: FilePath(service.library.file(name))) })
  }

  private func post(
    _ json: String, _ headers: Headers = ["Content-Type": "application/json"]
  ) throws -> Answer {
    try service.post("/placements", Array(json.utf8), headers)
  }

  private func location(of name: String) throws -> Location? {
    let id = try id(name)
    return try service.index.read { try $0.photo(id)?.place.location }
  }

  @Test func photosArePlacedInOneActAndUndoneOneByOne() throws {
    let (a, b) = (try id("a.jpg"), try id("b.jpg"))
    let answer = try post(
      """
      {"placements":[{"photo":\(a),"longitude":2.2945,"latitude":48.8584,"altitude":35,"direction":90},
      {"photo":\(b),"longitude":2.3,"latitude":48.9,"source":"track","accuracy":12.5,"gap":30}]}
      """)
    #expect(answer.status == 201)
    #expect(answer.headers["Location"] == "http://photos.test:8080/placements/1")
    #expect(try answer.json() as NSDictionary == ["act": 1, "placed": 2])
    let placed = try #require(try location(of: "a.jpg"))
    #expect(placed.coordinate.longitudeE7 == 22_945_000)
    #expect(placed.altitude == 35)
    #expect(placed.direction == 90)
    #expect(placed.source == .manual)
    #expect(try location(of: "b.jpg")?.source == .track)
    #expect(try location(of: "b.jpg")?.accuracy == 12.5)

    let undone = try service.ask(.delete, "/placements/1?photo=\(a)")
    #expect(try undone.json() as NSDictionary == ["act": 1, "undone": 1])
    #expect(try location(of: "a.jpg") == nil)
    #expect(try location(of: "b.jpg") != nil)
    #expect(try service.ask(.delete, "/placements/1").status == 200)
    #expect(try location(of: "b.jpg") == nil)
    #expect(try service.ask(.delete, "/placements/1").status == 404)
    #expect(try service.ask(.delete, "/placements/x").status == 404)

    let list = try service.json("/placements?limit=2")
    #expect(list["numberMatched"] as? Int == 3)
    let acts = try #require(list["acts"] as? [[String: Any]])
    #expect(acts.map { $0["act"] as? Int } == [3, 2])
    #expect(acts.map { $0["undoes"] as? Int } == [1, 1])
    #expect(list["plan"] == nil)
  }

  @Test func theActsAboutAPhotoAreListedAndUndoneWhereverItsFileIsNow() throws {
    let (a, b) = (try id("a.jpg"), try id("b.jpg"))
    for latitude in [1, 2] {
      let places = [a, b].map { #"{"photo":\#($0),"longitude":3,"latitude":\#(latitude)}"# }
      #expect(try post(#"{"placements":[\#(places.joined(separator: ","))]}"#).status == 201)
    }
    func acts(_ photo: Int64) throws -> [Int?] {
      let list = try service.json("/placements?photo=\(photo)")
      return (list["acts"] as? [[String: Any]] ?? []).map { $0["act"] as? Int }
    }
    #expect(try acts(a) == [2, 1])
    #expect(try acts(999) == [])
    try service.library.move("a.jpg", to: "moved/a.jpg")
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    #expect(try service.ask(.delete, "/placements/2?photo=\(a)").status == 200)
    #expect(try acts(a) == [1])
    #expect(try acts(b) == [2, 1])
    #expect(try location(of: "moved/a.jpg")?.coordinate.latitude == 1)
    #expect(try location(of: "b.jpg")?.coordinate.latitude == 2)
    #expect(try service.ask(.get, "/placements?photo=x").status == 400)
  }

  @Test func aPositionIsRemoved() throws {
    let photo = try id("2023-paris/eiffel-tower.jpg")
    let before = try location(of: "2023-paris/eiffel-tower.jpg")
    #expect(try post("{\"placements\":[{\"photo\":\(photo)}]}").status == 201)
    #expect(try location(of: "2023-paris/eiffel-tower.jpg") == nil)
    #expect(try service.ask(.delete, "/placements/1").status == 200)
    #expect(try location(of: "2023-paris/eiffel-tower.jpg") == before)
  }

  @Test func aPlanOfTracksCanBePosted() throws {
    let track = """
      <gpx><trk><trkseg><trkpt lat="48" lon="2"><time>2020-01-01T00:00:00Z</time></trkpt>
      <trkpt lat="48.001" lon="2"><time>2020-01-01T00:01:00Z</time></trkpt></trkseg></trk></gpx>
      """
    try service.library.write("walk.gpx", Data(track.utf8))
    try service.library.add("c.jpg", as: "2023-paris/eiffel-tower.jpg")
    let edited = try Program.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-all=", "-Make=Aster", "-Model=F2",
        "-DateTimeOriginal=2020:01:01 01:07:30", service.library.file("c.jpg"),
      ])
    try #require(edited.code == 0, "\(edited.messages)")
    _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
    let unknown = try service.json("/placements?from=tracks")
    #expect((unknown["plan"] as? [Any])?.count == 0)
    #expect((unknown["withoutClock"] as? [String: Int]) == ["Aster F2": 1])

    let clocks = ["Aster%20F2=%2B01:07:00", "Aster+F2=+01:07", "F2=01:07"]
    for clock in clocks {
      let known = try service.json("/placements?from=tracks,neighbours&clock=\(clock)")
      let entry = try #require((known["plan"] as? [[String: Any]])?.first)
      #expect(entry["photo"] as? Int == Int(try id("c.jpg")))
      #expect(entry["filename"] as? String == "c.jpg")
      #expect(entry["latitude"] as? Double == 48.0005)
      #expect(entry["source"] as? String == "track")
      #expect(entry["clock"] as? String == "+01:07:00")
    }
    #expect(try location(of: "c.jpg") == nil)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"placements":[]}"#, #"{"placements":[{}]}"#, #"{"placements":[1]}"#,
    #"{"placements":[{"photo":1.5}]}"#, #"{"placements":[{"photo":1},{"photo":1}]}"#,
    #"{"placements":[{"photo":1,"longitude":1}]}"#, #"{"placements":[{"photo":1,"altitude":1}]}"#,
    #"{"placements":[{"photo":1,"longitude":1,"latitude":91}]}"#,
    #"{"placements":[{"photo":1,"longitude":1,"latitude":"9"}]}"#,
    #"{"placements":[{"photo":1,"longitude":1,"latitude":9,"source":"exif"}]}"#,
    #"{"placements":[{"photo":1,"longitude":1,"latitude":9,"accuracy":-1}]}"#,
    #"{"placements":[{"photo":1,"longitude":1,"latitude":9,"direction":360}]}"#,
    #"{"placements":[{"photo":1,"lon":1}]}"#, #"{"other":[]}"#,
    #"{"placements":[{"photo":1}]} x"#,
  ])
  func anInvalidOrderChangesNothing(json: String) throws {
    #expect(try post(json).status == 400)
    #expect(try service.json("/placements")["numberMatched"] as? Int == 0)
  }

  @Test(arguments: [
    (#""altitude":-1e308"#, "altitude"), (#""altitude":100001"#, "altitude"),
    (#""direction":-1"#, "direction"), (#""accuracy":1e300"#, "accuracy"),
    (#""gap":1e300"#, "gap"), (#""latitude":8"#, "latitude"), (#""photo":2"#, "photo"),
    (#""altitude":1,"altitude":2"#, "altitude"), (#""altitude":null,"altitude":2"#, "altitude"),
    (#""source":"manual","source":"track""#, "source"),
  ])
  func aMemberOutOfRangeOrGivenTwiceIsNamed(member: String, name: String) throws {
    let json = #"{"placements":[{"photo":1,"longitude":1,"latitude":9,\#(member)}]}"#
    let answer = try post(json)
    #expect(answer.status == 400)
    #expect(answer.text.contains("placements: element 1: \(name) is"), "\(answer.text)")
    #expect(try service.json("/placements")["numberMatched"] as? Int == 0)
  }

  @Test func aListThatIsGivenTwiceIsRefused() throws {
    let json = #"{"placements":[{"photo":1}],"placements":[{"photo":2}]}"#
    #expect(try post(json).text.contains("placements is given twice"))
  }

  @Test(arguments: ["abc", "0", "-1", "+1", "99999999999999999999"])
  func undoingWhatIsNoActNamesIt(act: String) throws {
    let answer = try service.ask(.delete, "/placements/\(act)")
    #expect(answer.status == 404)
    #expect(answer.text.contains("\"\(act)\\\" is not the number of an act"), "\(answer.text)")
  }

  @Test func filesThatCannotBePlacedAreRefused() throws {
    let text = try id("notes.txt")
    let refused = try post("{\"placements\":[{\"photo\":\(text),\"longitude\":1,\"latitude\":2}]}")
    #expect(refused.status == 400)
    #expect(refused.text.contains("unsupported"))
    #expect(try post(#"{"placements":[{"photo":999,"longitude":1,"latitude":2}]}"#).status == 404)
    let plain = try post(#"{"placements":[{"photo":1}]}"#, ["Content-Type": "text/plain"])
    #expect(plain.status == 415)
    let foreign: Headers = ["Content-Type": "application/json", "Origin": "https://evil.example"]
    #expect(try post(#"{"placements":[{"photo":1}]}"#, foreign).status == 403)
    for query in ["from=stars", "from=tracks&clock=Zenith=1:00", "max-gap=-1", "clock=x", "x=1"] {
      #expect(try service.get("/placements?\(query)").status == 400)
    }
  }
}
