import Foundation
import TestSupport
import Testing

/// Photos of a camera without GPS get onto the map by `geoindex place`.
@Suite struct PlaceTests {
  private let library: Library

  /// A phone on summer time, a camera whose clock is seven minutes ahead of that, and a track.
  init() throws {
    library = try Library()
    try library.add("phone.jpg")
    try exif(
      "phone.jpg", "-Make=Pear", "-Model=Nine", "-DateTimeOriginal=2024:05:28 14:05:00",
      "-OffsetTimeOriginal=+02:00")
    for (name, time) in [("a.jpg", "14:12:30"), ("b.jpg", "14:17:00"), ("late.jpg", "18:00:00")] {
      try library.add(name)
      try exif(
        name, "-gps:all=", "-OffsetTimeOriginal=", "-Make=Aster", "-Model=F2",
        "-DateTimeOriginal=2024:05:28 \(time)", "-ImageDescription=\(name)")
    }
    try library.write("walk.gpx", Data(Self.track.utf8))
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
  }

  /// One fix per minute from 12:00 to 12:20 UTC, towards the north-east.
  private static var track: String {
    let points = (0...20).map { minute in
      let time = "2024-05-28T12:\(minute < 10 ? "0" : "")\(minute):00Z"
      return """
        <trkpt lat="\(48 + Double(minute) / 1000)" lon="\(2 + Double(minute) / 500)"><ele>\(100 + minute)</ele>\
        <time>\(time)</time></trkpt>
        """
    }
    return
      "<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }

  private func exif(_ name: String, _ words: String...) throws {
    let outcome = try Program.run(
      "exiftool", words + ["-overwrite_original", "-q", library.file(name)])
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  private func geoindex(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  private func plan(_ words: String...) throws -> [[String: Any]] {
    let outcome = try Program.run(["place", "--json", "--db", library.database] + words)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(list as? [[String: Any]])
  }

  private func photos(_ words: String...) throws -> [String: [String: Any]] {
    let outcome = try Program.run(
      ["query", "--format", "geojson", "--db", library.database] + words)
    let features = try outcome.json()["features"] as? [[String: Any]] ?? []
    var found: [String: [String: Any]] = [:]
    for feature in features {
      guard var facts = feature["properties"] as? [String: Any],
        let path = facts["path"] as? String
      else { continue }
      facts["position"] = (feature["geometry"] as? [String: Any])?["coordinates"]
      found[path] = facts
    }
    return found
  }

  @Test func aPlanPlacesByTheTrackAndChangesNothing() throws {
    let plan = try plan("--from-tracks", "--clock", "aster f2=+02:07:00")
    #expect(plan.map { ($0["path"] as? String ?? "").suffix(5) } == ["a.jpg", "b.jpg"])
    // The position of the track at 12:05:30 UTC.
    #expect(abs((plan[0]["latitude"] as? Double ?? 0) - 48.0055) < 1e-6)
    #expect(abs((plan[0]["longitude"] as? Double ?? 0) - 2.011) < 1e-6)
    #expect(plan[0]["source"] as? String == "track")
    #expect(plan[0]["gap"] as? Double == 60)
    #expect((plan[0]["accuracy"] as? Double ?? 0) > 5)
    #expect(try photos().keys.sorted() == ["phone.jpg"])
  }

  @Test func theTrackIsFoundAmongThePhotosAndIsNotCountedAsOne() throws {
    let report = try geoindex("report", "--json").json()
    #expect(report["photos"] as? Int == 4, "\(report)")
  }

  @Test func onlyNamesThatTracksAloneHaveAreFoundAmongThePhotos() throws {
    let points = (0...20).map { minute in
      (minute, "2024-05-28T12:\(minute < 10 ? "0" : "")\(minute):00Z")
    }
    let records = points.map { minute, time in
      """
      {"latitudeE7": \(480_000_000 + minute * 10_000), "longitudeE7": \(20_000_000 + minute * 20_000),
       "timestamp": "\(time)"}
      """
    }
    let marks = points.map { minute, time in
      "<Placemark><TimeStamp><when>\(time)</when></TimeStamp><Point><coordinates>"
        + "\(2 + Double(minute) / 500),\(48 + Double(minute) / 1000)</coordinates></Point></Placemark>"
    }
    let clock = "--clock=Aster=+02:07:00"
    try FileManager.default.removeItem(atPath: library.file("walk.gpx"))
    try library.write(
      "Records.json", Data("{\"locations\": [\(records.joined(separator: ","))]}".utf8))
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    #expect(try plan("--from-tracks", clock).isEmpty)
    #expect(try plan("--from-tracks", clock, library.file("Records.json")).count == 2)
    try library.write("walk.kml", Data("<kml><Document>\(marks.joined())</Document></kml>".utf8))
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let plan = try plan("--from-tracks", clock)
    #expect(plan.count == 2)
    #expect(abs((plan.first?["latitude"] as? Double ?? 0) - 48.0055) < 1e-6)
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    #expect(try geoindex("report", "--json").json()["photos"] as? Int == 4)
  }

  @Test func exiftoolPlacesAtTheSamePosition() throws {
    let copy = library.file("copy.jpg")
    try FileManager.default.copyItem(atPath: library.file("a.jpg"), toPath: copy)
    let outcome = try Program.run(
      "exiftool",
      [
        "-geotag", library.file("walk.gpx"), "-Geosync=-7:00",
        "-Geotime<${DateTimeOriginal}+02:00", "-overwrite_original", copy,
      ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    let read = try Program.run("exiftool", ["-n", "-s3", "-GPSLatitude", "-GPSLongitude", copy])
    let numbers = read.output.split(separator: "\n").compactMap { Double($0) }
    try #require(numbers.count == 2)
    let plan = try plan("--from-tracks", "--clock", "Aster=+02:07:00")
    #expect(abs((plan[0]["latitude"] as? Double ?? 0) - numbers[0]) < 1e-6)
    #expect(abs((plan[0]["longitude"] as? Double ?? 0) - numbers[1]) < 1e-6)
  }

  @Test func neighboursOfTheSameMomentPlaceAPhoto() throws {
    // Without `--clock` the camera is assumed to be on the phone's time zone; then no photo is near 14:05:00.
    #expect(try plan("--from-neighbours").isEmpty)
    let plan = try plan("--from-neighbours", "--clock", "Aster=+02:07:00")
    #expect(plan.map { $0["source"] as? String } == ["neighbour"])
  }

  @Test func whatIsAppliedIsOnTheMapUntilItIsUndone() throws {
    let original = try Data(contentsOf: URL(fileURLWithPath: library.file("a.jpg")))
    let applied = try geoindex(
      "place", "--from-tracks", "--clock", "Aster=+02:07:00", "--apply")
    #expect(applied.code == 0, "\(applied.messages)")
    #expect(applied.messages.contains("geoindex place --undo 1"))
    for scan in [[], ["--full"]] {
      let outcome = try Program.run(
        ["scan", "--quiet", library.root, "--db", library.database] + scan)
      #expect(outcome.code == 0 || outcome.code == 3, "\(outcome.messages)")
      let found = try photos("--source", "track")
      #expect(found.keys.sorted() == ["a.jpg", "b.jpg"])
      #expect(found["a.jpg"]?["locationSource"] as? String == "track")
      #expect((found["a.jpg"]?["accuracy"] as? Double ?? 0) > 5)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.file("a.jpg"))) == original)
    #expect(try geoindex("place", "--undo", "1", library.file("a.jpg")).code == 0)
    #expect(try photos("--source", "track").keys.sorted() == ["b.jpg"])
    #expect(try geoindex("place", "--undo", "1").code == 0)
    #expect(try photos("--source", "track").isEmpty)
    #expect(try geoindex("place", "--undo", "1").code == 1)
    #expect(try geoindex("doctor").code == 0)
  }

  @Test func withoutApplyNothingIsPlaced() throws {
    let plan = try geoindex("place", library.file("late.jpg"), "--at", "48.8584, 2.2945", "--json")
    #expect(plan.code == 0)
    #expect(plan.output.contains("\"longitude\":2.2945"))
    #expect(plan.messages.contains("--apply"))
    #expect(try photos("--source", "manual").isEmpty)
  }

  @Test func aPhotoIsPlacedByHand() throws {
    let placed = try geoindex(
      "place", library.file("late.jpg"), "--at", "48.8584, 2.2945", "--apply")
    #expect(placed.code == 0, "\(placed.messages)")
    let found = try photos("--source", "manual")
    #expect(found["late.jpg"]?["position"] as? [Double] == [2.2945, 48.8584])
    #expect(try geoindex("place", library.file("phone.jpg"), "--not-here", "--apply").code == 0)
    #expect(try photos().keys.sorted() == ["late.jpg"])
  }

  @Test func aPositionMayHaveAltitudeAndDirectionAndBeCopied() throws {
    let placed = try geoindex(
      "place", library.file("late.jpg"), "--at", "48.8584, 2.2945", "--altitude", "-3.5",
      "--direction", "315", "--apply")
    #expect(placed.code == 0, "\(placed.messages)")
    let copied = try geoindex(
      "place", library.file("a.jpg"), "--like", library.file("late.jpg"), "--apply")
    #expect(copied.code == 0, "\(copied.messages)")
    let found = try photos("--source", "manual")
    #expect(found["a.jpg"]?["position"] as? [Double] == [2.2945, 48.8584])
    let export = try geoindex("notes", "export").output.split(separator: "\n")
    #expect(export.count { $0.contains("\"altitude\":-3.5") } == 2)
    // The other camera looked somewhere else.
    #expect(export.count { $0.contains("\"direction\":315") } == 1)
    let unlocated = try geoindex("place", library.file("a.jpg"), "--like", library.file("b.jpg"))
    #expect(unlocated.code == 1)
    #expect(unlocated.messages.contains("b.jpg is not a photo with a position in the index"))
  }

  @Test(arguments: [
    ["--at", "1,2", "--direction", "360", "a.jpg"], ["--not-here", "--altitude", "5", "a.jpg"],
    ["--at", "1,2", "--like", "b.jpg", "a.jpg"], ["--at", "91,2", "a.jpg"],
    ["--from-tracks", "--at", "1,2"], [],
    ["--from-tracks", "--clock", "Aster"], ["--from-tracks", "--clock", "Zenith=+01:00"],
  ])
  func wrongUsageIsExplained(words: [String]) throws {
    let outcome = try Program.run(["place", "--db", library.database] + words)
    #expect(outcome.code == 2, "\(outcome.messages)")
  }

  /// The output of another program that reads a sidecar.
  private func read(_ file: String, with program: String...) throws -> String {
    let outcome = try Program.run(program[0], program.dropFirst() + [file])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test func sidecarsHaveThePositionForOtherProgramsAndForTheNextScan() throws {
    let (new, old) = (library.file("late.jpg.xmp"), library.file("a.xmp"))
    try exif("b.jpg", "-XMP:Label=Green", "-o", old)
    let names = ["late.jpg", "a.jpg"]
    for name in names {
      let words = ["place", library.file(name), "--at", "-33.8567844, 151.2152967", "--apply"]
      #expect(try Program.run(words + ["--db", library.database]).code == 0)
    }
    let plan = try geoindex("place", "--write-sidecars")
    #expect(plan.messages.contains("2 sidecars to write"))
    #expect(!FileManager.default.fileExists(atPath: new))
    let original = try Data(contentsOf: URL(fileURLWithPath: library.file("late.jpg")))
    try library.write("late.jpg.xmp.1.new", Data("left by a killed program".utf8))
    let written = try geoindex("place", "--write-sidecars", "--apply")
    #expect(written.code == 0, "\(written.messages)")
    for file in [new, old] {
      let position = try read(
        file, with: "exiftool", "-n", "-s3", "-XMP:GPSLatitude", "-XMP:GPSLongitude")
      let degrees = position.split(separator: "\n").compactMap { Double($0) }
      try #require(degrees.count == 2)
      #expect(abs(degrees[0] - -33.8567844) < 5e-8)
      #expect(abs(degrees[1] - 151.2152967) < 5e-8)
      #expect(
        try read(file, with: "exiv2", "-PXkv", "-K", "Xmp.exif.GPSLatitude").contains(
          "33,51.4070640S"))
    }
    #expect(try read(old, with: "exiftool", "-s3", "-XMP:Label") == "Green\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.file("late.jpg"))) == original)

    let before = try photos()
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    let after = try photos()
    for name in names {
      #expect(after[name]?["position"] as? [Double] == before[name]?["position"] as? [Double])
      #expect(after[name]?["locationSource"] as? String == "manual")
    }
    #expect(try geoindex("place", "--conflicts", "--json").output == "[]\n")
    #expect(try geoindex("place", "--write-sidecars", "--apply").messages.contains("2 are current"))
  }

  @Test func aSidecarThatIsALinkOrNotUnderstoodIsLeftAlone() throws {
    for name in ["late.jpg", "a.jpg"] {
      let words = ["place", library.file(name), "--at", "1, 2", "--apply"]
      #expect(try Program.run(words + ["--db", library.database]).code == 0)
    }
    try library.write("late.jpg.xmp", Data("text".utf8))
    try library.write("elsewhere.txt", Data("mine".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: library.file("a.jpg.xmp"), withDestinationPath: library.file("elsewhere.txt"))
    let outcome = try geoindex("place", "--write-sidecars", "--apply")
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("late.jpg.xmp is not changed"))
    for (name, text) in [("late.jpg.xmp", "text"), ("elsewhere.txt", "mine")] {
      #expect(try Data(contentsOf: URL(fileURLWithPath: library.file(name))) == Data(text.utf8))
    }
  }

  @Test func aFileThatSaysOtherwiseLaterIsListed() throws {
    #expect(try geoindex("place", library.file("late.jpg"), "--at", "1, 2", "--apply").code == 0)
    #expect(try geoindex("place", "--conflicts").output.isEmpty)
    try exif(
      "late.jpg", "-GPSLatitude=50", "-GPSLatitudeRef=N", "-GPSLongitude=8", "-GPSLongitudeRef=E")
    #expect(try geoindex("scan", "--quiet", library.root).code == 0)
    #expect(try photos()["late.jpg"]?["position"] as? [Double] == [8, 50])
    let line = try geoindex("place", "--conflicts").output
    #expect(line.hasPrefix("file 50  8  exif  entered 1  2  act 1  "), "\(line)")
    #expect(try geoindex("place", "--write-sidecars").messages.contains("0 sidecars"))
    #expect(try geoindex("place", library.file("late.jpg"), "--at", "3, 4", "--apply").code == 0)
    #expect(try photos()["late.jpg"]?["position"] as? [Double] == [4, 3])
    #expect(try geoindex("place", "--conflicts").output.isEmpty)
  }

  @Test func aBackupBringsTheNotesBack() throws {
    #expect(
      try geoindex("place", library.file("late.jpg"), "--at", "48.8584, 2.2945", "--apply").code
        == 0)
    let folder = try TemporaryDirectory()
    #expect(try geoindex("backup", folder.file("b.tar")).code == 0)
    let other = folder.file("other.sqlite")
    #expect(try Program.run(["restore", folder.file("b.tar"), "--db", other]).code == 0)
    #expect(FileManager.default.fileExists(atPath: other + ".notes"))
    try FileManager.default.removeItem(atPath: other)
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", other]).code != 2)
    let list = try Program.run(["query", "--db", other, "--source", "manual", "--format", "csv"])
    #expect(list.output.contains("late.jpg"))
  }
}
