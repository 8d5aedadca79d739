import Foundation
import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
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

    /// A place that was imported for it; it holds until the file is read and has one itself.
    var imported: Coordinate?

    /// Whether it is unknown if an interrupted scan has dropped the imported
    /// place.
    ///
    /// Until the next whole scan the file then has a place of its own, which decides it.
    var needsOwnPlace = false

    /// Its id, once a scan that came to its end has seen it, as long as nothing can have cost it.
    var id: Int64?

    /// What has been done to it since a scan came to its end: a file that was both moved and changed
    /// is not known again, and must not be.
    var isChanged = false
    var isMoved = false

    var ownPlace: Coordinate? { sidecar ?? photo.place }
    var place: Coordinate? { imported ?? ownPlace }

    var source: LocationSource {
      imported != nil ? .import : sidecar != nil ? .sidecar : .exif
    }
  }

  /// A photo that an import brought and that has no file.
  struct Stranger {
    var place: Coordinate
    var id: Int64?
  }

  /// A photo as a question about the index sees it.
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

  /// Paths of files with an imported place that have gone since the last whole scan.
  ///
  /// A new file of that name may take the place over, unless it has one itself.
  var vacated: Set<String> = []

  /// Whether a scan has come to its end since the last change, so that the list and the index agree.
  var isInStep = true

  /// The edges of the last box that was asked for: west, south, east, north.
  var edges: [Double]?

  /// What has happened, for the report of a failure.
  private(set) var story: [String] = []
  private var serial = 0

  static let importRoot = "import:model"

  init(seed: UInt64) throws {
    library = try Library()
    index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    random = SeededRandom(seed: seed)
    // A root that is empty is refused; this file is never touched.
    try put("anchor.jpg", newPhoto())
  }

  func note(_ event: String) {
    story.append(event)
    if story.count > 40 { story.removeFirst() }
  }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  func draw<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

  /// A file that may be touched; sorted, since the order of a dictionary is not ours to draw from.
  func anyFile() -> String? { draw(files.keys.filter { $0 != "anchor.jpg" }.sorted()) }

  func newPath() -> String {
    // Not two names that differ in case: a sidecar of one is read with the other too.
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

  /// Somewhere: at a few spots again and again, close to them, at the edges of the map, anywhere.
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
    // Nothing lies at 0, 0 by chance; the draws above are all on Earth.
    return Coordinate(latitudeE7: latitude, longitudeE7: longitude) ?? newPlace()
  }

  /// A place that a sidecar can say.
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

  /// What the index should hold on the map.
  var expected: [(photo: Expected, id: Int64?)] {
    let fromFiles = files.compactMap { path, file in
      file.place.map { place in
        (
          Expected(
            root: library.root, path: path, place: place,
            milliseconds: file.photo.seconds.map { Int64($0) * 1_000 }, camera: file.photo.model,
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
