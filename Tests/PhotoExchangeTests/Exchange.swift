import Files
import Foundation
import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Places
import TestSupport
import Testing
import Query

/// An index to import into and to export from.
struct Exchange {
  let index: PhotoIndex
  private let folder: TemporaryDirectory

  /// The name of a polygon around the Eiffel Tower, in an index with names.
  static let area = "Champ <&, \"Mars\""

  init(places: Places? = nil, record: (any IndexRecord)? = nil) throws {
    folder = try TemporaryDirectory()
    if places != nil {
      let square = PolygonPackage.square(2.2945, 48.8584, 0.01)
      try PolygonPackage.draw(Self.area, square, besideIndex: folder.file("photos.sqlite"))
    }
    index = try PhotoIndex(
      path: FilePath(folder.file("photos.sqlite")), access: .writing,
      places: places, record: record)
  }

  /// Imports bytes that arrive in pieces of a length.
  @discardableResult
  func read(
    _ bytes: [UInt8], pieces: Int = 1 << 18,
    _ change: (inout PhotoImporter.Options) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = PhotoImporter.Options()
    change(&options)
    var rest = bytes[...]
    return try PhotoImporter(index: index, options: options).run(reading: {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    })
  }

  @discardableResult
  func read(_ text: String, _ change: (inout PhotoImporter.Options) -> Void = { _ in }) throws
    -> ImportReport
  {
    try read(Array(text.utf8), change)
  }

  /// Everything in the index, as `geoindex export` writes it.
  func written(_ format: PhotoFileFormat, _ filter: PhotoFilter = PhotoFilter()) throws -> [UInt8] {
    try index.read { reader in
      var writer = PhotoListWriter(format)
      let count = try reader.count(filter)
      writer.begin(matched: count, returned: count)
      try reader.forEachPhoto(filter) { writer.write($0) }
      writer.end()
      return writer.take()
    }
  }

  /// The photos in the order of their ids.
  func photos() throws -> [PhotoRecord] {
    var photos: [PhotoRecord] = []
    try index.read { try $0.forEachPhoto(PhotoFilter()) { photos.append($0) } }
    return photos
  }

  /// The only photo there is.
  func photo() throws -> PhotoRecord {
    let photos = try photos()
    try #require(photos.count == 1)
    return photos[0]
  }
}

/// Unusual but valid photos.
struct AwkwardPhotos {
  private var random: SeededRandom
  private var made: Int64 = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Adds photos to an index, and removes some so that ids have gaps.
  mutating func fill(_ index: PhotoIndex, count: Int) throws {
    let files = (0..<count).map { _ in (folder(), file()) }
    let doomed = Set((0..<(count / 5)).map { _ in Int.random(in: 0..<count, using: &random) })
    try index.write { writer in
      let roots = try ["/photos", "/mnt/two, \"quoted\"", "/é/√", "import:a file.csv"].map {
        try writer.root(FilePath($0))
      }
      for (position, (folder, file)) in files.enumerated() {
        let directory = try writer.directory(folder, in: roots[position % roots.count])
        let id = try writer.add(file, in: directory)
        if doomed.contains(position) { try writer.remove(id) }
      }
    }
  }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func folder() -> FilePath {
    one([
      FilePath(""), FilePath("2024/trip"), FilePath("=SUM(A1)"), FilePath("'quoted"),
      FilePath("a\nb"), FilePath(bytes: [0x63, 0xE9]), FilePath("日本/\u{1F5FB}"),
      FilePath(".hidden"),
    ])
  }

  private mutating func file() -> ReadFile {
    made += 1
    let names: [[UInt8]] = [
      Array("\(made).jpg".utf8), Array("-\(made).jpg".utf8), Array("@ \"\(made)\",\r\n".utf8),
      [0xFF, 0xFE] + Array("\(made)".utf8), Array("tab\t\(made)\u{1}".utf8),
      Array("'=\(made)".utf8), Array("...\(made)".utf8), Array("100%41 \(made)".utf8),
    ]
    let units: [Int32] = [0, 1, -1, 5, -10_000_000, 123_456_789, 900_000_000, -900_000_000]
    let latitude = one(units + [Int32.random(in: -900_000_000...900_000_000, using: &random)])
    let longitude = one(
      units + [
        1_800_000_000, -1_800_000_000, .random(in: -1_800_000_000...1_800_000_000, using: &random),
      ])
    let numbers: [Double?] = [nil, 0, -432.25, 8848.86, 0.1, 1e-7, 1e300, 123_456_789.5, -0.0]
    let place =
      Coordinate(latitudeE7: latitude, longitudeE7: longitude).map {
        Place.located(
          Location(
            $0, altitude: one(numbers), direction: one([nil, 0, 359.99, 12.5]),
            accuracy: one(numbers), source: one(LocationSource.allCases)))
      } ?? .unlocated(.noGPS, detail: nil)
    var facts = PhotoFacts(place: place, format: one([nil] + MediaFormat.allCases.map { $0 }))
    facts.time = time()
    facts.camera = Camera(
      make: one([nil, "Aster", "=cmd|' /C calc'!A0"]),
      model: one([nil, "One, \"two\"", "+1", "é"]),
      lens: one([nil, "'", "50 mm\nf/1.8", "\u{7F}\\"]))
    facts.storedSize = one([nil, PixelSize(width: 4_000, height: 3_000)])
    facts.orientation = one(Orientation.allCases)
    return ReadFile(
      name: one(names),
      stamp: FileStamp(size: one([0, 5, 1 << 40]), modified: made, inode: UInt64(made)),
      facts: facts)
  }

  private mutating func time() -> CaptureTime? {
    let moment = one([
      Int64(0), -1, 1_714_557_600_123, 1_714_557_600_000, -62_135_596_800_000,
      // The first and last times that RFC 3339 can represent.
      -62_167_219_200_000, 253_402_300_799_999,
    ])
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: nil
    case 1: CaptureTime(localMilliseconds: moment)
    case 2: CaptureTime(instantMilliseconds: moment, source: one([.gps, .offsetTag]))
    default:
      CaptureTime(
        localMilliseconds: moment, utcOffsetMinutes: one([0, 345, -570, 840, -720, 1, -1]),
        source: one([.gps, .offsetTag, .place]))
    }
  }
}
