import Foundation
import TestSupport
import Testing

/// Every example of every `--help` works in a shell.
@Suite struct ExampleTests {
  private static let commands = [
    "scan", "serve", "watch", "open", "basemap", "share", "zone", "user", "replica", "query",
    "nearest",
    "seeing", "where", "places", "trips", "homes", "diary", "view", "report", "inspect", "place",
    "doubt",
    "tag",
    "tracks", "notes",
    "export", "zip", "import",
    "site",
    "forget",
    "backup", "restore", "uninstall", "doctor",
  ]

  @Test func theOverviewListsAllCommands() throws {
    let overview = try Program.run(["--help"]).output
    let listed = overview.components(separatedBy: "Commands:\n").last?.components(
      separatedBy: "\n\n"
    )
    .first?.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == Self.commands)
  }

  @Test(arguments: commands) func everyExampleOfHelpWorks(command: String) throws {
    let page = try Program.run([command, "--help"]).output
    let section = try #require(page.components(separatedBy: "\nExamples:\n").last)
    let examples = section.components(separatedBy: "\n\n")[0].split(separator: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
    #expect(!examples.isEmpty)
    for example in examples {
      let machine = try Machine()
      let outcome = try machine.run(String(example))
      #expect(outcome.code == 0, "\(example): \(outcome.messages)")
      #expect(!outcome.messages.contains("Try:"))
    }
  }
}

/// A home folder with photos, an index, and the other files of the examples.
private struct Machine {
  private let folder: TemporaryDirectory
  private let server: RunningServer
  private let library: Library

  init() throws {
    folder = try TemporaryDirectory()
    library = try Library()
    try library.add("a.jpg")
    server = try Machine.serve(library)
    for name in ["monaco.mbtiles", "bavaria.pmtiles", "riviera.pmtiles"] {
      try PMTilesWriter([.init(0, 0, 0): [1]]).write(to: folder.file(name))
    }
    var relief = PMTilesWriter([.init(0, 0, 0): [1]])
    relief.tileType = 2
    try relief.write(to: folder.file("alps.pmtiles"))
    try PolygonPackage.write(
      [("Lutetia", PolygonPackage.blob([PolygonPackage.square(2.3, 48.9, 1)]))],
      to: folder.file("parks.gpkg"))
    let prepared = try bash(
      """
      mkdir -p home work mnt/photos/private media/old-disk/photos
      ln -s '\(SamplePhotos.folder)' home/Pictures
      cp '\(library.file("a.jpg"))' mnt/photos/; cp mnt/photos/a.jpg media/old-disk/photos/
      cp mnt/photos/a.jpg work/IMG_0001.jpg
      echo 'ada:$2y$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' > home/.htpasswd
      mv *.pmtiles *.mbtiles *.gpkg work
      cd work
      geoindex basemap add --quiet riviera.pmtiles
      geoindex scan --quiet ~/Pictures/2023-paris ../media/old-disk/photos; rm -r ../media/old-disk
      geoindex export --output photos.geojson
      cp ~/Pictures/2023-paris/eiffel-tower.jpg IMG_1.JPG; cp IMG_0001.jpg IMG_2.JPG; cp IMG_0001.jpg IMG_3.JPG; geoindex scan --quiet .
      printf '<gpx><trk><trkseg><trkpt lat="48" lon="2"><time>2020-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>' > hike.gpx
      printf 'path,longitude,latitude,takenAt\\na.jpg,2,48,2024-05-01T12:00:00Z\\n' > places.csv
      """)
    try #require(prepared.code == 0, "\(prepared.messages)")
  }

  private static func serve(_ library: Library) throws -> RunningServer {
    let scan = ["scan", "--quiet", "--db", library.database, library.root]
    try #require(try Program.run(scan).code == 0)
    return try RunningServer(library)
  }

  /// Imports half a year at home, and a trip in April 2024.
  private static let journey = """
    echo path,longitude,latitude,takenAt > trip.csv
    for day in $(seq 0 2 184) $(seq 190 2 300); do
      echo "$day.jpg,11.6,48.1,$(date -u -d "2023-10-01 $day days" +%F)T19:00:00Z"
    done >> trip.csv
    for day in 03 04 05; do echo "r$day.jpg,12.5,41.9,2024-04-${day}T12:00:00Z"; done >> trip.csv
    geoindex import --quiet trip.csv

    """

  /// Takes three photos at one place, the second one west of Greenwich by mistake.
  private static let wrongSign = """
    for photo in 2,10,E 1,20,W 3,30,E; do
      IFS=, read -r name minute side <<< "$photo"
      exiftool -q -overwrite_original -Model=Aster -GPSLongitudeRef=$side \
        -DateTimeOriginal="2024:05:01 12:$minute:00" IMG_$name.JPG
    done
    geoindex scan --quiet .

    """

  /// Runs an example; one that runs until Ctrl-C is stopped after its first line.
  func run(_ example: String) throws -> Program.Outcome {
    var line = example.replacingOccurrences(of: "/mnt/", with: "\(folder.path)/mnt/")
      .replacingOccurrences(of: "/media/", with: "\(folder.path)/media/")
    if example.contains("--server") {
      line = line.replacingOccurrences(of: "http://127.0.0.1:8080/", with: server.url)
        .replacingOccurrences(of: "http://127.0.0.1:8080", with: server.url)
    }
    let serves = example.hasPrefix("geoindex serve") || example.hasPrefix("geoindex ~/")
    let goesOn = serves || example.hasPrefix("geoindex watch")
    if serves, !example.contains("--port") { line += " --port 0" }
    if example.hasPrefix("geoindex open"), let port = URL(string: server.url)?.port {
      line = "geoindex open --port \(port)"
    }
    if example.hasPrefix("geoindex watch") { line += " --json" }
    let before =
      switch true {
      case example.contains("share --revoke"):
        "link=$(geoindex share --json | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/');"
      case example.contains("share --trip"), example.contains("site --trip"),
        example.contains("diary --"):
        Self.journey
      case example.contains("zone remove school"): "geoindex zone add school --bbox 2,48,3,49;"
      case example.contains("user add"): "echo swordfish > ada.txt;"
      case example.contains("user token"):
        "geoindex user add robot --role viewer --no-password --quiet;"
      case example.contains("--view"), example.contains("view remove"):
        "geoindex view add 'At the sea' --keyword Sea;"
      case example.hasPrefix("geoindex doctor"):
        "geoindex forget --quiet '\(folder.path)/media/old-disk/photos';"
      case example.contains("place --undo"):
        "for _ in 1 2 3; do geoindex place --quiet IMG_1.JPG --at 1,2 --apply; done;"
      case example.contains("tag --undo"):
        "for stars in 1 2 3; do geoindex tag --quiet IMG_1.JPG --rating $stars --apply; done;"
      case example.contains("doubt --undo"):
        Self.wrongSign
          + "for stars in 1 2; do geoindex tag --quiet IMG_1.JPG --rating $stars --apply; done;"
          + "geoindex doubt --quiet IMG_1.JPG --accept --apply;"
      case example.hasPrefix("geoindex doubt"): Self.wrongSign
      case example.contains("tag --rename-keyword"):
        "geoindex tag --quiet IMG_1.JPG --add-keyword Beech --apply;"
      case example.contains("notes import"): "geoindex notes export > notes.jsonl;"
      case example.contains("replica snapshot"):
        """
        eval "$('\(cluster)' start "$PWD/server")"; trap "'\(cluster)' kill '$PWD/server'" EXIT
        geoindex scan --quiet ~/Pictures;
        """
      case example.contains("restore --replace --revive-link"):
        "link=$(geoindex share --json | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/'); "
          + "geoindex backup --quiet geoindex.tar; geoindex share --revoke $link;"
      case example.contains("restore"): "geoindex backup --quiet geoindex.tar;"
      case example.contains("tracks remove"): "geoindex tracks add --quiet hike.gpx;"
      case example.contains("forget import:"): "geoindex import --quiet places.csv;"
      default: ""
      }
    line = line.replacingOccurrences(of: "Vb3kR8sQ", with: "\"$link\"")
    if example.contains("replica snapshot") {
      line = line.replacingOccurrences(of: "postgres://db/photos", with: "\"$GEOINDEX_DB\"")
    }
    guard goesOn else { return try bash("cd work; \(before) \(line)") }
    return try bash(
      """
      cd work; coproc \(line)
      program=$COPROC_PID; read -r first <&"${COPROC[0]}"; kill -TERM $program; wait $program
      """)
  }

  /// The path of the script that starts PostgreSQL servers.
  private var cluster: String {
    URL(fileURLWithPath: SamplePhotos.folder).deletingLastPathComponent()
      .appendingPathComponent("scripts/cluster").path
  }

  private func bash(_ script: String) throws -> Program.Outcome {
    let program = (Program.path as NSString).deletingLastPathComponent
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Program.run(
      "bash", ["-euo", "pipefail", "-c", "cd '\(folder.path)'; " + script],
      environment: [
        "HOME": folder.file("home"), "PATH": program + ":" + path, "XDG_DATA_HOME": "",
        "XDG_CACHE_HOME": "", "GEOINDEX_DB": "",
      ])
  }
}
