import Foundation
import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Places
import PhotoScanner
import TestSupport

/// A library of files, the index that follows it, and a plain list of what the index should hold.
///
/// All changes are random with a seed; the same seed gives the same sequence.
final class LibraryModel {
  /// A file of the library.
  struct File {
    var photo: TinyPhoto
    var sidecar: Coordinate?

    /// An imported position; it is valid until the file is read and has one itself.
    var imported: Coordinate?

    /// Whether the file needs a position of its own until the next complete scan.
    ///
    /// The list does not know whether an interrupted scan has dropped an imported position; a position in the file
    /// replaces it in any case.
    var needsOwnPlace = false

    /// The id, once a complete scan has seen the file, unless it may have been lost since.
    var id: Int64?

    /// The changes since the last complete scan: a file that was both moved and changed must not be recognised.
    var isChanged = false
    var isMoved = false

    var ownPlace: Coordinate? { sidecar ?? photo.place }
    var place: Coordinate? { imported ?? ownPlace }

    var source: LocationSource {
      imported != nil ? .import : sidecar != nil ? .sidecar : .exif
    }
  }

  /// A photo of an import without a file.
  struct Stranger {
    var place: Coordinate
    var id: Int64?
  }

  /// A photo for queries of the index.
  struct Expected: Hashable {
    var root: String
    var path: String
    var place: Coordinate
    var milliseconds: Int64?
    var camera: String?
    var source: LocationSource
  }

  let library: Library
  var index: PhotoIndex
  var random: SeededRandom
  var files: [String: File] = [:]
  var strangers: [String: Stranger] = [:]

  /// Paths of files with an imported position that have disappeared since the last complete scan.
  ///
  /// A new file of that name may take over the position, unless it has one itself.
  var vacated: Set<String> = []

  /// Whether a scan was completed since the last change, so that the list and the index agree.
  var isInStep = true

  /// The edges of the last queried box: west, south, east, north.
  var edges: [Double]?

  /// The changes so far, for the report of a failure.
  private(set) var story: [String] = []
  private var serial = 0

  static let importRoot = "import:model"

  init(seed: UInt64) throws {
    library = try Library()
    index = try Self.open(library)
    random = SeededRandom(seed: seed)
    // An empty root would be refused; this file is never changed.
    try put("anchor.jpg", newPhoto())
  }

  static func open(_ library: Library) throws -> PhotoIndex {
    try PhotoIndex(
      path: FilePath(library.database), access: .writing, places: NamedPlaces.shared.get())
  }

  /// The instant of a local time at a place, in milliseconds.
  private static func instant(_ seconds: Int, at place: Coordinate) -> Int64? {
    let clock = CaptureTime(localMilliseconds: Int64(seconds) * 1_000)
    guard let places = try? NamedPlaces.shared.get(), let locality = try? places.locate(place)
    else { return nil }
    return try? places.time(clock, at: locality).time.timelineMilliseconds
  }

  func note(_ event: String) {
    story.append(event)
    if story.count > 40 { story.removeFirst() }
  }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  func draw<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

  /// A file that may be changed; sorted, because the order of a dictionary is not deterministic.
  func anyFile() -> String? { draw(files.keys.filter { $0 != "anchor.jpg" }.sorted()) }

  func newPath() -> String {
    // No two names that differ only in case, because they would share a sidecar.
    let folders = ["", "a/", "a/b/", "a/b c/", "d/", "e/f/g/"]
    let names = [
      "x", "y", "z", "=1", "é", "long name \(Int.random(in: 0..<30, using: &random))",
    ]
    return (draw(folders) ?? "") + (draw(names) ?? "") + ".jpg"
  }

  func newPhoto() -> TinyPhoto {
    serial += 1
    return TinyPhoto(
      serial: serial, place: chance(5) ? nil : newPlace(),
      seconds: chance(5) ? nil : Int.random(in: 0..<1_700_000_000, using: &random),
      model: draw(["Lumo 3", "Fenwick F2", "Aster"]) ?? "")
  }

  /// A random position: often one of a few, close to them, at the edges of the map, or anywhere.
  func newPlace() -> Coordinate {
    let spots: [(Int32, Int32)] = [
      (900_000_000, 0), (-900_000_000, 5), (10_000_000, 1_800_000_000), (7, -1_800_000_000),
      (488_583_701, 22_944_813), (850_511_288, 100_000_000),
    ]
    let spot: (Int32, Int32) = draw(spots) ?? (1, 1)
    let reaches: [Int32] = [0, 3, 1_000, 2_000_000]
    let reach: Int32 = draw(reaches) ?? 0
    let (south, west) = (spot.0 - reach, spot.1 - reach)
    let near = (
      min(
        900_000_000, max(-900_000_000, south + Int32.random(in: 0...(2 * reach), using: &random))),
      min(
        1_800_000_000, max(-1_800_000_000, west + Int32.random(in: 0...(2 * reach), using: &random))
      )
    )
    let far = (
      Int32.random(in: -900_000_000...900_000_000, using: &random),
      Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)
    )
    let (latitude, longitude) = chance(4) ? far : near
    // None of these is at 0, 0, and all are valid.
    return Coordinate(latitudeE7: latitude, longitudeE7: longitude) ?? newPlace()
  }

  /// A position that a sidecar can represent.
  func newTenths() -> Coordinate {
    Coordinate(
      latitudeE7: .random(in: -899...899, using: &random) * 1_000_000,
      longitudeE7: .random(in: 1...1_799, using: &random) * 1_000_000) ?? newTenths()
  }

  func put(_ path: String, _ photo: TinyPhoto) throws {
    var photo = photo
    if vacated.contains(path) { photo.place = photo.place ?? newPlace() }
    try library.write(path, photo.bytes)
    files[path] = File(photo: photo)
    files[path]?.needsOwnPlace = vacated.contains(path)
    isInStep = false
  }

  /// The expected photos on the map.
  var expected: [(photo: Expected, id: Int64?)] {
    let fromFiles = files.compactMap { path, file in
      file.place.map { place in
        (
          Expected(
            root: library.root, path: path, place: place,
            milliseconds: file.photo.seconds.flatMap { Self.instant($0, at: place) },
            camera: file.photo.model,
            source: file.source), file.id
        )
      }
    }
    let fromStrangers = strangers.map { path, stranger in
      (
        Expected(
          root: Self.importRoot, path: path, place: stranger.place, milliseconds: nil, camera: nil,
          source: .import), stranger.id
      )
    }
    return fromFiles + fromStrangers
  }
}
