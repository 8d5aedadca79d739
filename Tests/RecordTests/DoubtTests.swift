import Foundation
import TestSupport
import Testing

@Suite("Doubted positions in a record", .serialized) struct DoubtTests {
  private let cluster: Cluster
  private let library: Library

  init() throws { (cluster, library) = (try Cluster(), try Library()) }

  /// Adds photos of machine one, by their hours in UTC and their longitudes.
  private func add(_ photos: [(name: String, hour: Int, longitude: Double)]) throws {
    for (name, hour, longitude) in photos {
      try library.add(name)
      let tags = [
        "-GPSLatitude=52.5207", "-GPSLatitudeRef=N", "-GPSLongitude=\(abs(longitude))",
        "-GPSLongitudeRef=\(longitude < 0 ? "W" : "E")", "-Make=Aster", "-Model=F2",
        "-DateTimeOriginal=2024:05:01 \(hour + 2):00:00", "-OffsetTimeOriginal=+02:00",
        "-GPSDateStamp=", "-GPSTimeStamp=", "-overwrite_original", "-q", library.file(name),
      ]
      let edited = try Program.run("exiftool", tags)
      #expect(edited.code == 0, "\(edited.messages)")
    }
    try scan()
  }

  private func scan() throws {
    let outcome = try cluster.run(["scan", "--quiet", "--jobs", "1", library.root])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  /// The reasons by the name of the photo, as each machine lists them.
  private func doubts(_ machines: [String] = ["one", "two", "three"]) throws -> [String: String] {
    let lists = try machines.map { machine in
      let outcome = try cluster.run(["doubt", "--json"], as: machine)
      #expect(outcome.code == 0, "\(outcome.messages)")
      let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let list = (json as? [String: Any])?["doubts"] as? [[String: Any]] ?? []
      return list.reduce(into: [String: String]()) { reasons, one in
        if let path = one["path"] as? String { reasons[path] = one["reason"] as? String }
      }
    }
    for list in lists { #expect(list == lists.first) }
    return lists.first ?? [:]
  }

  @Test(
    "are the same on every machine, and an accepted one is doubted by none until that is undone")
  func accepted() throws {
    try add([("a.jpg", 10, 13.4012), ("b.jpg", 11, -13.4021), ("c.jpg", 12, 13.4033)])
    #expect(try doubts() == ["b.jpg": "sign"])
    let accepted = try cluster.run(["doubt", "--accept", "--apply"], as: "two")
    #expect(accepted.code == 0, "\(accepted.messages)")
    #expect(try doubts().isEmpty)
    // Neither a scan nor a new local index forgets it.
    try scan()
    #expect(try doubts(["one", "two", "four"]).isEmpty)
    #expect(try cluster.run(["doubt", "--undo", "1"]).code == 0)
    #expect(try doubts() == ["b.jpg": "sign"])
  }

  @Test("are corrected on every machine by one")
  func corrected() throws {
    try add([("a.jpg", 10, 13.4012), ("b.jpg", 11, -13.4021), ("c.jpg", 12, 13.4033)])
    #expect(try doubts() == ["b.jpg": "sign"])
    #expect(try cluster.run(["doubt", "--correct", "--apply"], as: "two").code == 0)
    #expect(try doubts().isEmpty)
    for machine in ["one", "two", "three"] {
      let found = try cluster.run(["query", "--bbox", "13,52,14,53", "--json"], as: machine).output
      #expect(found.contains(#""numberMatched":3"#), "\(machine): \(found)")
    }
    #expect(try cluster.run(["doubt", "--undo", "1"], as: "three").code == 0)
    #expect(try doubts() == ["b.jpg": "sign"])
  }

  @Test("follow from the tracks of any machine, also from those that come later")
  func tracks() throws {
    try add([
      ("a.jpg", 8, 13.4), ("b.jpg", 9, 13.41), ("c.jpg", 10, 13.42), ("d.jpg", 14, 14.3),
      ("e.jpg", 18, 13.5), ("f.jpg", 19, 13.51),
    ])
    #expect(try doubts().isEmpty)
    let fixes = (0...140).map { number in
      let (hour, minute) = (8 + number / 12, number % 12 * 5)
      let time = String(format: "2024-05-01T%02d:%02d:00Z", hour, minute)
      let longitude = 13.4 + 0.01 * Double(number) / 12
      return #"<trkpt lat="52.5207" lon="\#(longitude)"><time>\#(time)</time></trkpt>"#
    }
    let track = """
      <gpx version="1.1" creator="test"><trk><trkseg>\(fixes.joined())</trkseg></trk></gpx>
      """
    let file = library.file("walk.gpx")
    try Data(track.utf8).write(to: URL(fileURLWithPath: file))
    let added = try cluster.run(["tracks", "add", file], as: "two")
    #expect(added.code == 0, "\(added.messages)")
    #expect(try doubts() == ["d.jpg": "elsewhere"])
    #expect(try cluster.run(["doubt", "--correct", "--apply"], as: "three").code == 0)
    #expect(try doubts().isEmpty)
    let placed = try cluster.run(["query", "--bbox", "13.45,52,13.47,53", "--json"], as: "one")
    #expect(placed.output.contains("d.jpg"))
    #expect(placed.output.contains(#""locationSource":"track""#))
    #expect(try cluster.run(["doubt", "--undo", "1"], as: "two").code == 0)
    #expect(try doubts() == ["d.jpg": "elsewhere"])
    let removed = try cluster.run(["tracks", "remove", file], as: "two")
    #expect(removed.code == 0, "\(removed.messages)")
    #expect(try doubts().isEmpty)
  }
}
