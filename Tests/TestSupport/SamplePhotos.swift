public import Foundation

/// The sample photos of the project.
public enum SamplePhotos {
  /// The folder of the package.
  public static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the photos.
  public static let folder = package + "/sample-photos"

  /// One of them.
  public static func path(_ name: String) -> String { folder + "/" + name }

  /// The folder in it with a trip to be placed, which most tests leave out: it has tests of its own, and the others
  /// count the photos of the world.
  public static let trip = "2024-helsinki"

  /// The start of the names of the folders with a year at home and its trips, which most tests leave out likewise.
  public static let year = "2025-"

  /// What geoindex finds in all sample photos.
  public struct Journey: Sendable {
    /// The first and the last day; a day trip has one day.
    public let from, to: String
    /// The name in English.
    public let name: String
    /// How many photos it has.
    public let photos: Int
    /// Why it is one.
    public let reason: String
  }

  /// The trips of that year.
  public static let trips = [
    Journey(
      from: "2025-04-25", to: "2025-04-28", name: "Azores", photos: 6,
      reason: "3 nights away, 1455 km from Lisbon, your home since 2025"),
    Journey(
      from: "2025-09-13", to: "2025-09-17", name: "Slovenia", photos: 6,
      reason: "4 nights away, 2098 km from Lisbon, your home since 2025"),
  ]

  /// Its day trips.
  public static let dayTrips = [
    Journey(
      from: "2025-11-08", to: "2025-11-08", name: "Nazaré", photos: 1,
      reason: "a day away, 100 km from Lisbon, your home since 2025")
  ]

  /// The names of all photos.
  public static func allNames() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }
  }

  /// The names of the photos of the world: without those of the trip and of the year.
  public static func names() throws -> [String] {
    try allNames().filter { !$0.hasPrefix(trip + "/") && !$0.hasPrefix(year) }
  }

  /// Where the photos of the trip without a position were taken, by the names of their files.
  public static func tripPositions() throws -> [String: (latitude: Double, longitude: Double)] {
    let table = try String(
      contentsOfFile: package + "/Tests/Fixtures/2024-helsinki.csv", encoding: .utf8)
    var positions: [String: (latitude: Double, longitude: Double)] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",")
      guard fields.count == 4, let latitude = Double(fields[2]), let longitude = Double(fields[3])
      else { continue }
      positions[(String(fields[0]) as NSString).lastPathComponent] = (latitude, longitude)
    }
    return positions
  }

  /// Scans them into an index, without the trip and the year.
  public static func scan(into database: String) throws -> Program.Outcome {
    try Program.run(
      [
        "scan", "--quiet", "--db", database, "--exclude", trip + "/**", "--exclude", year + "*/**",
        folder,
      ])
  }
}

/// A folder of photos that a test may change.
public final class Library: Sendable {
  /// The path of the folder, without links.
  public let root: String

  /// The path of its index.
  public let database: String

  private let folder: TemporaryDirectory

  /// Makes an empty library.
  public init() throws {
    folder = try TemporaryDirectory()
    root = folder.file("photos")
    database = folder.file("index/photos.sqlite")
    for path in [root, folder.file("index")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { root + "/" + name }

  /// Puts a copy of a sample photo at a path.
  @discardableResult
  public func add(_ name: String, as sample: String = "2023-paris/eiffel-tower.jpg") throws
    -> String
  {
    try write(name, Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(sample))))
  }

  /// Puts bytes at a path.
  @discardableResult
  public func write(_ name: String, _ bytes: Data) throws -> String {
    let path = file(name)
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Moves or renames something.
  public func move(_ name: String, to other: String) throws {
    let directory = (file(other) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: file(name), toPath: file(other))
  }

  /// Deletes something.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }
}
