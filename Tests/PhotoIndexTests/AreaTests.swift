import Files
import Foundation
import Geography
import PhotoFacts
import Grid
@testable import PhotoIndex
import Places
import Query
import TestSupport
import Testing

/// The names that boundaries give photos in an index.
@Suite struct AreaTests {
  private let folder: TemporaryDirectory
  private let index: PhotoIndex

  init() throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(
      path: FilePath(folder.file("photos.sqlite")), access: .writing,
      places: NamedPlaces.shared.get())
  }

  private static let positions = [(48.0, 11.0), (48.2, 11.2), (47.0, 11.0), (52.5, 13.4)]

  /// Adds a photo at each position and returns their ids.
  @discardableResult
  private func fill(_ prefix: String = "") throws -> [Int64] {
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath(""), in: root, scan: 1).id
      return try Self.positions.enumerated().compactMap { number, position in
        guard let coordinate = Coordinate(latitude: position.0, longitude: position.1) else {
          return nil
        }
        return try writer.add(
          ReadFile(
            name: Array("\(prefix)\(number).jpg".utf8),
            stamp: FileStamp(size: 1, modified: 1, inode: 7),
            facts: PhotoFacts(place: .located(Location(coordinate, source: .exif)), format: .jpeg)),
          in: directory)
      }
    }
  }

  /// Replaces the boundaries beside the index by squares of one degree around points.
  private func draw(_ squares: [(name: String, longitude: Double, latitude: Double)]) throws {
    var draft = BoundaryDraft()
    for (name, longitude, latitude) in squares {
      let square = PolygonPackage.square(longitude, latitude, 0.5)
      try draft.add(name: name, geometry: PolygonPackage.blob([square]))
    }
    let path = IndexLocation(index.path).beside(Boundaries.ending).description
    try Data(draft.file(NamedPlaces.shared.get())).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }

  private func areas(_ ids: [Int64]) throws -> [String?] {
    try ids.map { id in try index.read { try $0.photo(id) }?.names?.area }
  }

  private func count(_ area: String) throws -> Int {
    var filter = PhotoFilter()
    filter.area = area
    return try index.read { try $0.count(filter) }
  }

  @Test func photosGetTheNameOfTheirPolygon() throws {
    try draw([("Ammersee", 11, 48), ("Karwendel", 11, 47)])
    #expect(try areas(try fill()) == ["Ammersee", "Ammersee", "Karwendel", nil])
    #expect(try count("ammersee") == 2)
    #expect(try count("AMMERSEÉ") == 2)
    #expect(try count("Karwendel") == 1)
    #expect(try count("Ammer") == 0)
    let facets = try index.read { try $0.facets(PhotoFilter()) }
    #expect(
      facets.areas == [
        PhotoFacets.Part(value: "Ammersee", count: 2),
        PhotoFacets.Part(value: "Karwendel", count: 1),
      ])
    #expect(try index.integrityProblems().isEmpty)
  }

  @Test func namesFollowReplacedBoundariesWithoutReadingPhotos() throws {
    let ids = try fill()
    #expect(try areas(ids) == [nil, nil, nil, nil])
    try draw([("one", 11, 48)])
    #expect(try !index.write { try $0.hasCurrentNames() })
    try index.renewNames()
    #expect(try areas(ids) == ["one", "one", nil, nil])
    try draw([("two", 13.4, 52.5)])
    try index.renewNames()
    #expect(try areas(ids) == [nil, nil, nil, "two"])
    #expect(try count("one") == 0)
    #expect(try index.write { try $0.hasCurrentNames() })
    try FileManager.default.removeItem(
      atPath: IndexLocation(index.path).beside(Boundaries.ending).description)
    try index.renewNames()
    #expect(try areas(ids) == [nil, nil, nil, nil])
    #expect(try index.integrityProblems().isEmpty)
  }

  /// Photos that are added while the file is damaged get their names when it is repaired.
  @Test func damagedBoundariesKeepTheNamesThatPhotosHave() throws {
    try draw([("one", 11, 48)])
    let ids = try fill()
    let path = IndexLocation(index.path).beside(Boundaries.ending).description
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(90).write(to: URL(fileURLWithPath: path), options: .atomic)
    try index.renewNames()
    #expect(try areas(ids) == ["one", "one", nil, nil])
    let late = try fill("late")
    #expect(try areas(late) == [nil, nil, nil, nil])
    try whole.write(to: URL(fileURLWithPath: path), options: .atomic)
    try index.renewNames()
    #expect(try areas(late) == ["one", "one", nil, nil])
  }

  /// Boundaries that are replaced between two steps must not leave names of both.
  @Test func aRenewalStartsAgainIfTheBoundariesAreReplacedMeanwhile() throws {
    let ids = try fill()
    try draw([("one", 11, 48)])
    var next = try index.write { try $0.renewNames(from: .min, count: 2) }
    #expect(next != nil)
    try draw([("two", 11, 48), ("three", 11, 47)])
    while let first = next { next = try index.write { try $0.renewNames(from: first, count: 2) } }
    #expect(try areas(ids) == ["two", "two", "three", nil])
    #expect(try index.write { try $0.hasCurrentNames() })
  }

  /// Guests see the area of the position that is shown to them.
  @Test func guestsSeeTheAreaOfTheShownPosition() throws {
    try draw([("Ammersee", 11, 48)])
    let ids = try fill()
    let grid = try #require(CoarseGrid(metres: 100_000))
    let guests = try PhotoIndex(
      index, through: PrivacyFilter(zones: [], everywhere: grid, revision: 1))
    let places = try #require(index.places)
    for id in ids {
      let photo = try #require(try guests.read { try $0.photo(id) })
      let shown = try #require(photo.place.location?.coordinate)
      #expect(photo.names?.area == (try places.describe(places.locate(shown))).area)
    }
    var filter = PhotoFilter()
    filter.area = "Ammersee"
    let shown = try ids.count { id in
      try guests.read { try $0.photo(id) }?.names?.area == "Ammersee"
    }
    #expect(try guests.read { try $0.count(filter) } == shown)
  }
}
