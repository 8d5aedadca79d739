import Files
import Foundation
import Geography
import PhotoFacts
import Grid
@testable import PhotoIndex
import Places
import Query
import SQLite
import TestSupport
import Testing

/// The names of positions in an index.
@Suite struct LocalityTests {
  private let folder: TemporaryDirectory
  private let places: Places
  private let path: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    places = try NamedPlaces.shared.get()
    path = FilePath(folder.file("photos.sqlite"))
  }

  private func opened(_ places: Places?) throws -> PhotoIndex {
    try PhotoIndex(path: path, access: .writing, places: places)
  }

  private struct Shot {
    var name: String
    var latitude: Double
    var longitude: Double
    var local: String?
  }

  private static let shots = [
    Shot(name: "paris.jpg", latitude: 48.8584, longitude: 2.2945, local: "2023-07-01T12:00:00"),
    Shot(name: "twice.jpg", latitude: 48.8584, longitude: 2.2945, local: "2023-10-29T02:30:00"),
    Shot(name: "never.jpg", latitude: 48.8584, longitude: 2.2945, local: "2023-03-26T02:30:00"),
    Shot(name: "schwangau.jpg", latitude: 47.5552, longitude: 10.748),
    Shot(name: "reutte.jpg", latitude: 47.485, longitude: 10.718),
    Shot(name: "munich.jpg", latitude: 48.137, longitude: 11.575),
    Shot(name: "atlantic.jpg", latitude: 40, longitude: -40, local: "2020-01-01T00:00:00"),
  ]

  private func file(_ shot: Shot) throws -> ReadFile {
    let coordinate = try #require(
      Coordinate(latitude: shot.latitude, longitude: shot.longitude))
    var facts = PhotoFacts(place: .located(Location(coordinate, source: .exif)), format: .jpeg)
    if let local = shot.local {
      let instant = try #require(Timestamp.interval(local, on: .local)?.from)
      facts.time = CaptureTime(localMilliseconds: instant)
    }
    return ReadFile(
      name: Array(shot.name.utf8), stamp: FileStamp(size: 1, modified: 1, inode: 7), facts: facts)
  }

  /// Adds the photos and returns their numbers by name.
  @discardableResult
  private func fill(_ index: PhotoIndex) throws -> [String: Int64] {
    let files = try Self.shots.map(file)
    let ids = try index.write { writer in
      let directory = try writer.markListed(
        FilePath(""), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      return try files.map { try writer.add($0, in: directory) }
    }
    return Dictionary(uniqueKeysWithValues: zip(Self.shots.map(\.name), ids))
  }

  private func record(_ name: String, _ index: PhotoIndex, _ ids: [String: Int64]) throws
    -> PhotoRecord
  {
    let id = try #require(ids[name])
    return try #require(try index.read { try $0.photo(id) })
  }

  @Test func aPhotoHasTheNamesOfItsPosition() throws {
    let index = try opened(places)
    let ids = try fill(index)
    let castle = try record("schwangau.jpg", index, ids)
    let coordinate = try #require(castle.place.location?.coordinate)
    #expect(castle.names == (try places.describe(places.locate(coordinate), of: coordinate)))
    #expect(castle.names?.countryCode == "DE")
    #expect(castle.names?.place == "Schwangau")
    #expect(try index.integrityProblems().isEmpty)
  }

  @Test func namesComeInTheLanguageOfTheReader() throws {
    let index = try opened(places)
    let ids = try fill(index)
    let id = try #require(ids["schwangau.jpg"])
    let german = try index.read { reader in
      reader.language = Language("de")
      return try reader.photo(id)?.names
    }
    #expect(german?.region == "Bayern")
    #expect(german?.regionCode == "DE.02")
    // The next borrower of the reader gets English names again.
    #expect(try record("schwangau.jpg", index, ids).names?.region == "Bavaria")
  }

  @Test func aLocalTimeGetsTheOffsetOfThePlace() throws {
    let index = try opened(places)
    let ids = try fill(index)
    let paris = try #require(try record("paris.jpg", index, ids).time)
    #expect(paris.utcOffsetMinutes == 120)
    #expect(paris.source == .place)
    #expect(try remarks(ids["paris.jpg"], index) == nil)
    let sea = try #require(try record("atlantic.jpg", index, ids).time)
    #expect(sea.utcOffsetMinutes == -180)
  }

  @Test(arguments: [("twice.jpg", 120, "twice"), ("never.jpg", 60, "never")])
  func anHourThatCameTwiceOrNeverIsRemarked(name: String, offset: Int, word: String) throws {
    let index = try opened(places)
    let ids = try fill(index)
    #expect(try record(name, index, ids).time?.utcOffsetMinutes == offset)
    #expect(try remarks(ids[name], index)?.contains(word) == true)
  }

  private func remarks(_ id: Int64?, _ index: PhotoIndex) throws -> String? {
    try index.read { reader in
      try reader.connection.statement("SELECT remarks FROM photo WHERE id = ?1").bind(id)
        .first { $0.text(0) } ?? nil
    }
  }

  @Test func anIndexWithoutNamesGetsThemWithoutReadingPhotos() throws {
    let ids = try fill(try opened(nil))
    let index = try opened(places)
    #expect(try record("paris.jpg", index, ids).names == nil)
    #expect(try !index.write { try $0.hasCurrentNames() })
    var steps = 0
    try index.renewNames { _ in
      steps += 1
      return true
    }
    #expect(try index.write { try $0.hasCurrentNames() })
    #expect(try index.integrityProblems().isEmpty)

    let other = FilePath(folder.file("other.sqlite"))
    let fresh = try PhotoIndex(path: other, access: .writing, places: places)
    let same = try fill(fresh)
    for shot in Self.shots {
      let (one, two) = (
        try record(shot.name, index, ids), try record(shot.name, fresh, same)
      )
      #expect(one == two)
      #expect(try remarks(ids[shot.name], index) == remarks(same[shot.name], fresh))
    }
    var span = PhotoFilter()
    span.time = TimeSpan(from: 1_688_205_600_000, through: 1_688_205_600_000)
    #expect(try index.read { try $0.count(span) } == 1)
  }

  /// Photos around corners of borders and anywhere, at times around changes of the clocks.
  private static func seededShots() -> [Shot] {
    var random = SeededRandom(seed: 31)
    let corners = [(47.59, 7.59), (50.754, 6.021), (-25.594, -54.591), (31.5, 35.1), (0.0, 180.0)]
    return (0..<400).map { index in
      let corner = corners[index % corners.count]
      let reach = index % 4 == 0 ? 40.0 : 0.05
      let longitude = corner.1 + Double.random(in: -reach...reach, using: &random)
      let hour = Int.random(in: 0...4, using: &random)
      return Shot(
        name: "\(index).jpg",
        latitude: corner.0 + Double.random(in: -reach...min(reach, 30), using: &random),
        longitude: longitude > 180 ? longitude - 360 : longitude,
        local: index % 3 == 0
          ? nil : "2023-\(index % 2 == 0 ? "03-26" : "10-29")T0\(hour):30:00")
    }
  }

  @Test func renewedNamesAreThoseOfAScan() throws {
    let files = try Self.seededShots().map { shot in
      var file = try file(shot)
      if shot.name.contains("7") { file.facts.remarks = ["A remark of the reader."] }
      return file
    }
    func filled(_ name: String, _ places: Places?) throws -> PhotoIndex {
      let index = try PhotoIndex(
        path: FilePath(folder.file(name)), access: .writing, places: places)
      try index.write { writer in
        let root = try writer.root(FilePath("/photos"))
        let directory = try writer.markListed(FilePath(""), in: root, scan: 1).id
        for file in files { try writer.add(file, in: directory) }
      }
      return index
    }
    func stored(_ index: PhotoIndex) throws -> [String] {
      try index.read { reader in
        try reader.photos(1...Int64(files.count)).map {
          "\($0) \(try remarks($0.id, index) ?? "")"
        }
      }
    }
    let expected = try stored(try filled("named.sqlite", places))
    _ = try filled("renewed.sqlite", nil)
    let index = try PhotoIndex(
      path: FilePath(folder.file("renewed.sqlite")), access: .writing, places: places)
    // Also names that a places file of another version gave.
    for damage in ["id = 0", "id % 3 = 0"] {
      try index.write { writer in
        try writer.connection.execute("UPDATE photo SET locality = NULL WHERE \(damage)")
        var next: Int64? = .min
        while let first = next { next = try writer.renewNames(from: first, count: 64) }
      }
      #expect(try stored(index) == expected)
      #expect(try index.integrityProblems().isEmpty)
    }
  }

  @Test func renewingNamesThatAreTrueChangesNothingForReaders() throws {
    let index = try opened(places)
    try fill(index)
    let version = try index.read { try $0.version() }
    try index.write { try $0.setState("places", 0) }
    try index.renewNames()
    #expect(try index.write { try $0.hasCurrentNames() })
    #expect(try index.read { try $0.version() } == version)
  }

  @Test func photosStoredWithoutAPlacesFileAreNamedLater() throws {
    try fill(try opened(places))
    let index = try opened(nil)
    let file = try file(Shot(name: "late.jpg", latitude: 47.5552, longitude: 10.748))
    let id = try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      return try writer.add(file, in: writer.markListed(FilePath(""), in: root, scan: 2).id)
    }
    let named = try opened(places)
    try named.renewNames()
    #expect(try named.read { try $0.photo(id) }?.names?.place == "Schwangau")
  }

  @Test func aPhotoThatIsReadAgainHasNotChanged() throws {
    let index = try opened(places)
    let ids = try fill(index)
    for shot in Self.shots {
      let facts = try file(shot).facts
      let id = try #require(ids[shot.name])
      #expect(try index.write { try $0.holds(facts, of: id) }, "\(shot.name)")
    }
  }

  @Test(arguments: [
    ("DE", 2), ("de", 2), ("Germany", 2), ("Deutschland", 2), ("ドイツ", 2), ("Allemagne", 2),
    ("AT", 1), ("Atlantis", 0),
  ])
  func aCountryIsFoundByCodeAndByNameInAnyLanguage(text: String, count: Int) throws {
    let index = try opened(places)
    try fill(index)
    var filter = PhotoFilter()
    filter.country = text
    #expect(try index.read { try $0.count(filter) } == count)
  }

  @Test func regionsAndPlacesAreFoundTheSameWay() throws {
    let index = try opened(places)
    try fill(index)
    var region = PhotoFilter()
    var place = PhotoFilter()
    for text in ["Bavaria", "bayern", "DE.02", "de.02"] {
      region.region = text
      #expect(try index.read { try $0.count(region) } == 2, "\(text)")
    }
    for text in ["Munich", "MÜNCHEN", "2867714"] {
      place.place = text
      #expect(try index.read { try $0.count(place) } == 1, "\(text)")
    }
    place.country = "FR"
    #expect(try index.read { try $0.count(place) } == 0)
  }

  @Test func areasCountThePhotosInThem() throws {
    let index = try opened(places)
    let ids = try fill(index)
    let tree = try index.read { try $0.areas(PhotoFilter()) }
    #expect(tree.children(of: nil).map(\.area.id) == ["FR", "DE", "AT"])
    #expect(tree.rest(of: nil) == 1)
    #expect(tree.children(of: "DE").map(\.area.id) == ["DE.02"])
    #expect(tree.children(of: "DE.02").map(\.count) == [1, 1])
    let france = try #require(tree["FR"])
    #expect(france.count == 3)
    #expect(france.cover == ids["twice.jpg"])
    #expect(france.taken?.lowerBound == 1_679_794_200_000)
  }

  @Test func aGuestSeesTheNamesOfTheShownPosition() throws {
    let index = try opened(places)
    let ids = try fill(index)
    let grid = try #require(CoarseGrid(metres: 200_000))
    let guest = try PhotoIndex(
      index, through: PrivacyFilter(zones: [], everywhere: grid, revision: 9))
    var counts: [String: Int] = [:]
    for shot in Self.shots {
      let shown = try record(shot.name, guest, ids)
      let coordinate = try #require(shown.place.location?.coordinate)
      let names = try places.describe(places.locate(coordinate), of: coordinate)
      #expect(shown.names == names)
      #expect(shown.time?.source != .place)
      if let country = names.countryCode { counts[country, default: 0] += 1 }
    }
    // Some are shown in another country than they were taken in, or the test would prove nothing.
    let facets = try guest.read { try $0.facets(PhotoFilter()) }
    #expect(
      Dictionary(uniqueKeysWithValues: facets.countries.map { ($0.value.id, $0.count) }) == counts)
    for country in ["DE", "AT", "FR", "CH", "IT"] {
      var filter = PhotoFilter()
      filter.country = country
      #expect(try guest.read { try $0.count(filter) } == counts[country] ?? 0, "\(country)")
    }
    #expect(counts != ["FR": 3, "DE": 2, "AT": 1])
  }
}
