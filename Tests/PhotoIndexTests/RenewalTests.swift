import Files
import Geography
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing
import Query

/// A watched library changes often, and the page repeats its requests after each change: cached data of all photos is
/// updated, not made again.
@Suite struct RenewalTests {
  /// The photos and block rows that a reader may read again after a change.
  private static let (mostPhotos, mostBlocks) = (1_000, 4)

  @Test func afterAChangeOnlyWhatChangedIsReadAgain() throws {
    let library = try ChangingLibrary(count: 12_000)
    for change in ChangingLibrary.Change.allCases {
      for (name, filter) in ChangingLibrary.filters {
        _ = try library.index.read { try $0.facets(filter) }
        try library.make(change)
        let (facets, cost) = try library.index.read { reader in
          let before = reader.cost
          let facets = try reader.facets(filter)
          return (facets, reader.cost.since(before))
        }
        library.check(facets, filter, "\(change), then \(name)")
        #expect(cost.photos <= Self.mostPhotos, "\(change), then \(name): \(cost)")
        #expect(cost.blocks <= Self.mostBlocks, "\(change), then \(name): \(cost)")
      }
    }
    #expect(try library.index.integrityProblems().isEmpty)
  }

  /// Also after several changes without a query, and after changes of the path of every photo.
  @Test func aRenewedReaderEqualsAFreshOne() throws {
    let library = try ChangingLibrary(count: 3_000)
    var random = SeededRandom(seed: 5)
    for round in 0..<30 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        try library.make(ChangingLibrary.Change.allCases.randomElement(using: &random) ?? .add)
      }
      if round == 10 || round == 20 { try library.widen() }
      for (name, filter) in ChangingLibrary.filters where Bool.random(using: &random) {
        let facets = try library.index.read { try $0.facets(filter) }
        library.check(facets, filter, "round \(round), \(name)")
        let fresh = try PhotoIndex(path: library.index.path, access: .reading)
        #expect(try fresh.read { try $0.facets(filter) } == facets, "round \(round), \(name)")
      }
    }
    #expect(try library.index.integrityProblems().isEmpty)
  }
}

extension RenewalTests {
  /// As in a library whose first photos were removed.
  @Test func photosWhoseNumbersBeginHighAreInTheirFolders() throws {
    let library = try ChangingLibrary(count: 12_000, after: 100_000)
    let facets = try library.index.read { try $0.facets(PhotoFilter()) }
    library.check(facets, PhotoFilter(), "numbers from 100,001")
  }
}

/// An index and a list of its contents, which change together.
private final class ChangingLibrary {
  /// A change of one photo.
  enum Change: CaseIterable { case add, remove, move, replace, returnAsAnother }

  private struct Photo {
    var folder: String
    var number: Int
    var camera: String?
    var altitude: Double
  }

  static var filters: [(String, PhotoFilter)] {
    var (camera, path, height) = (PhotoFilter(), PhotoFilter(), PhotoFilter())
    camera.camera = "lumo 3"
    path.path = "trip 1/*"
    height.condition = .compare(.altitude, .greater, .number(500))
    return [("all", PhotoFilter()), ("camera", camera), ("path", path), ("height", height)]
  }

  let index: PhotoIndex
  private let folder: TemporaryDirectory
  private var photos: [Int64: Photo] = [:]
  private var root = "/photos/inner/most"
  private var prefix = ""
  private var next = 0
  private var random = SeededRandom(seed: 9)

  init(count: Int, after number: Int64 = 0) throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    try index.write { writer in
      writer.reserve(through: number)
      for _ in 0..<count { try self.add(writer) }
    }
  }

  func make(_ change: Change) throws {
    try index.write { writer in
      guard let id = self.photos.keys.sorted().randomElement(using: &self.random),
        let photo = self.photos[id]
      else { return }
      switch change {
      case .add: try self.add(writer)
      case .remove:
        try writer.remove(id)
        self.photos[id] = nil
      case .move:
        let target = try self.directory("trip 1", writer)
        try writer.move(
          id, to: target, name: Array("moved \(photo.number).jpg".utf8),
          stamp: self.stamp(photo))
        self.photos[id]?.folder = "trip 1"
      case .replace:
        var other = photo
        (other.camera, other.altitude) = (photo.camera == nil ? "Lumo 3" : nil, 900)
        try writer.update(id, with: self.file(other), in: try self.directory(photo.folder, writer))
        self.photos[id] = other
      case .returnAsAnother:
        let new = try self.add(writer)
        self.photos[id] = self.photos.removeValue(forKey: new)
        try writer.rename(new, to: id)
      }
    }
  }

  /// Makes the root part of the folder above it.
  func widen() throws {
    let outer = String(root.prefix(upTo: root.lastIndex(of: "/") ?? root.startIndex))
    let name = String(root.dropFirst(outer.count + 1))
    try index.write { writer in
      try writer.absorb(FilePath(self.root), into: writer.root(FilePath(outer)), at: FilePath(name))
    }
    (root, prefix) = (outer, name + "/" + prefix)
  }

  func check(_ facets: PhotoFacets, _ filter: PhotoFilter, _ comment: String) {
    let chosen = photos.values.filter { photo in
      (filter.camera == nil || photo.camera == "Lumo 3")
        && (filter.path == nil || prefix.isEmpty && photo.folder == "trip 1")
        && (filter.condition == nil || photo.altitude > 500)
    }
    #expect(facets.count == chosen.count, "\(comment)")
    #expect(facets.withoutCamera == chosen.count { $0.camera == nil }, "\(comment)")
    #expect(
      Dictionary(uniqueKeysWithValues: facets.cameras.map { ($0.value.model, $0.count) })
        == Dictionary(grouping: chosen.filter { $0.camera != nil }, by: \.camera)
        .mapValues(\.count), "\(comment)")
    let folders = Dictionary(grouping: chosen) { photo in
      String((self.prefix + photo.folder).prefix { $0 != "/" })
    }
    #expect(
      Dictionary(
        uniqueKeysWithValues: facets.folders.map {
          (String(decoding: $0.value.name, as: UTF8.self), $0.count)
        }) == folders.mapValues(\.count), "\(comment)")
  }

  @discardableResult
  private func add(_ writer: IndexWriter) throws -> Int64 {
    next += 1
    let photo = Photo(
      folder: "trip \(next / 500)", number: next,
      camera: next % 3 == 0 ? nil : next % 3 == 1 ? "Lumo 3" : "Lumo 5",
      altitude: Double(next * 7 % 1_000))
    let id = try writer.add(file(photo), in: directory(photo.folder, writer))
    photos[id] = photo
    return id
  }

  private func directory(_ name: String, _ writer: IndexWriter) throws -> DirectoryID {
    try writer.markListed(FilePath(prefix + name), in: writer.root(FilePath(root)), scan: 1).id
  }

  private func file(_ photo: Photo) -> ReadFile {
    var random = SeededRandom(seed: UInt64(photo.number))
    let place = Coordinate(
      latitudeE7: .random(in: -600_000_000...700_000_000, using: &random),
      longitudeE7: .random(in: -1_790_000_000...1_790_000_000, using: &random))
    var facts = PhotoFacts(
      place: place.map {
        .located(Location($0, altitude: photo.altitude, source: .exif))
      } ?? .unlocated(.unreadable, detail: nil), format: .jpeg)
    facts.camera.model = photo.camera
    return ReadFile(
      name: Array("\(photo.number).jpg".utf8), stamp: stamp(photo), facts: facts)
  }

  private func stamp(_ photo: Photo) -> FileStamp {
    FileStamp(size: 1, modified: 1, inode: UInt64(photo.number))
  }
}
