import Foundation
import TestSupport
import Testing

@Suite("Servers of one record", .serialized) struct ActServerTests {
  /// A request by curl, which stores cookies like a browser; returns the status and the body.
  private static func request(
    _ url: String, _ words: [String] = [], cookies: String? = nil
  ) throws -> (status: String, body: String) {
    let jar = cookies.map { ["--cookie", $0, "--cookie-jar", $0] } ?? []
    let output = try Program.run(
      "curl", ["--silent", "--max-time", "60", "--write-out", "\n%{http_code}", url] + jar + words
    ).output
    let end = output.lastIndex(of: "\n") ?? output.startIndex
    return (String(output[end...].dropFirst()), String(output[..<end]))
  }

  private static func place(latitude: Int) -> [String] {
    let entry = "{\"photo\": 1, \"longitude\": 8.5, \"latitude\": \(latitude)}"
    return ["-H", "Content-Type: application/json", "-d", "{\"placements\": [\(entry)]}"]
  }

  private static func server(_ cluster: Cluster, _ library: Library, as machine: String) throws
    -> RunningServer
  {
    try RunningServer(
      library, words: ["serve", "--port", "0"] + cluster.options(as: machine),
      environment: cluster.environment)
  }

  private static func scan(_ cluster: Cluster, _ library: Library) throws {
    let outcome = try cluster.run(["scan", "--quiet", library.root])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test("show people their own placements on whichever answers next, and undo them on any")
  func ownChanges() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library)
    let (one, two) = (
      try Self.server(cluster, library, as: "one"), try Self.server(cluster, library, as: "two")
    )
    let folder = try TemporaryDirectory()
    let jar = folder.file("cookies")
    for latitude in 10..<30 {
      let (here, there) = latitude % 2 == 0 ? (one, two) : (two, one)
      let placed = try Self.request(
        here.url + "placements", Self.place(latitude: latitude), cookies: jar)
      #expect(placed.status == "201", "\(placed.body)")
      let shown = try Self.request(there.url + "collections/photos/items/1", cookies: jar)
      #expect(shown.body.contains("[8.5,\(latitude)"), "\(shown.body)")
      let acts = try Self.request(there.url + "placements?limit=1", cookies: jar)
      #expect(acts.body.contains("\"numberMatched\":\(latitude - 9)"), "\(acts.body)")
    }
    let undone = try Self.request(two.url + "placements/20", ["-X", "DELETE"], cookies: jar)
    #expect(undone.status == "200", "\(undone.body)")
    let shown = try Self.request(one.url + "collections/photos/items/1", cookies: jar)
    #expect(shown.body.contains("[8.5,28"), "\(shown.body)")
  }

  @Test("show corrections of trips from each other, and undo them")
  func corrections() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library)
    let (one, two) = (
      try Self.server(cluster, library, as: "one"), try Self.server(cluster, library, as: "two")
    )
    let days = #"{"make": {"from": "2021-06-14", "to": "2021-06-18", "name": "Rome"}}"#
    let made = try Self.request(
      one.url + "trips", ["-H", "Content-Type: application/json", "-d", days])
    #expect(made.status == "201", "\(made.body)")
    func isShown(_ server: RunningServer) throws -> Bool {
      try Self.request(server.url + "trips").body.contains("\"name\":\"Rome\"")
    }
    #expect(try eventually { try isShown(two) })
    let list = ["trips", "--json"]
    #expect(try cluster.run(list, as: "three").output.contains("\"name\":\"Rome\""))
    let undone = try Self.request(two.url + "trips/1", ["-X", "DELETE"])
    #expect(undone.status == "200", "\(undone.body)")
    #expect(try eventually { try !isShown(one) })
    #expect(try !cluster.run(list, as: "three").output.contains("\"name\":\"Rome\""))
  }

  @Test("answer 503 to placements while the database is down, and store them afterwards")
  func databaseDown() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try Self.scan(cluster, library)
    let server = try Self.server(cluster, library, as: "one")
    try cluster.kill()
    let refused = try Self.request(server.url + "placements", Self.place(latitude: 40))
    #expect(refused.status == "503")
    #expect(refused.body.contains("/placements"), "\(refused.body)")
    #expect(try Self.request(server.url + "collections/photos/items/1").status == "200")
    #expect(try Self.request(server.url + "placements").body.contains("\"numberMatched\":0"))
    try cluster.crash()
    let placed = try Self.request(server.url + "placements", Self.place(latitude: 41))
    #expect(placed.status == "201", "\(placed.body)")
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.act") == "1")
  }

  @Test("continue after the primary has died and its standby was promoted, as do scanners")
  func failover() throws {
    let cluster = try Cluster(hasStandby: true)
    let library = try Library()
    for number in 0..<40 { try library.add("first/\(number).jpg") }
    try Self.scan(cluster, library)
    let server = try Self.server(cluster, library, as: "two")
    let placed = try Self.request(server.url + "placements", Self.place(latitude: 50))
    #expect(placed.status == "201", "\(placed.body)")
    for number in 0..<400 { try library.add("second/\(number).jpg") }
    let scanner = try cluster.process(["scan", "--quiet", library.root])
    try scanner.run()
    try cluster.failOver()
    scanner.waitUntilExit()
    #expect(scanner.terminationStatus == 0)
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.photo") == "440")
    #expect(try cluster.sql("SELECT count(*) FROM geoindex.act") == "1")
    let isCurrent = eventually {
      let list = try? Self.request(server.url + "collections/photos/items?limit=1")
      return list?.body.contains("\"numberMatched\":440") ?? false
    }
    #expect(isCurrent)
    let again = try Self.request(server.url + "placements", Self.place(latitude: 51))
    #expect(again.status == "201", "\(again.body)")
  }
}
