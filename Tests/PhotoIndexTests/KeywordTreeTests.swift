import Files
import Geography
import PhotoFacts
import PhotoIndex
import Query
import SQLite
import TestSupport
import Testing

/// The tree of keywords, and names of photos without a position.
@Suite struct KeywordTreeTests {
  private let folder: TemporaryDirectory
  private let index: PhotoIndex

  init() throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
  }

  private struct Photo {
    var id: Int64
    var isLocated: Bool
    var words: PhotoWords
    var merit: Int { (words.isFavourite == true ? 10 : 0) + (words.rating ?? 0) }

    /// Whether the filter by a keyword selects it, by its definition.
    func has(_ name: String) -> Bool {
      words.keywords.contains(name)
        || words.keywordPaths.contains { $0 == name || $0.hasPrefix(name + "/") }
    }
  }

  /// Photos with keywords of few names, so that paths and flat keywords meet; a third has no position.
  private func filled(seed: UInt64, count: Int) throws -> [Photo] {
    var random = SeededRandom(seed: seed)
    let names = ["Sea", "Places", "Baltic", "AC", "AC/DC", "海"]
    let paths = [
      "Places/Sea", "Places/Sea/Baltic", "Sea/Baltic", "AC/DC/Live", "Places//Sea", "Single",
      "海/夏", "Places/Seaside", "A/B/C/D",
    ]
    var photos: [Photo] = []
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("trip"), in: root, scan: 1).id
      for number in 0..<count {
        var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg)
        let isLocated = Int.random(in: 0..<3, using: &random) > 0
        if isLocated {
          let place = try #require(Coordinate(latitude: 48, longitude: Double(number % 100)))
          facts.place = .located(Location(place, source: .exif))
        }
        for name in names where Int.random(in: 0..<8, using: &random) == 0 {
          facts.words.keywords.append(name)
        }
        for path in paths where Int.random(in: 0..<12, using: &random) == 0 {
          facts.words.keywordPaths.append(path)
          if Bool.random(using: &random) {
            let leaf = String(path.split(separator: "/").last ?? "")
            if !facts.words.keywords.contains(leaf) { facts.words.keywords.append(leaf) }
          }
        }
        if Bool.random(using: &random) { facts.words.people = ["Ada"] }
        if number % 7 == 0 { facts.words.rating = number % 5 }
        if number % 31 == 0 { facts.words.isFavourite = true }
        let id = try writer.add(
          ReadFile(
            name: Array("IMG_\(number).jpg".utf8),
            stamp: FileStamp(size: 1, modified: 1, inode: UInt64(number + 1)), facts: facts),
          in: directory)
        photos.append(Photo(id: id, isLocated: isLocated, words: facts.words))
      }
    }
    return photos
  }

  private static func parents(_ path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
      .filter { !$0.isEmpty && !$0.hasSuffix("/") }
  }

  @Test(arguments: [(1, 40), (2, 3_000)], [nil, PhotoCondition.all([])])
  func theTreeCountsEachPhotoOnceAsTheFilterDoes(
    library: (seed: UInt64, count: Int), unlocated: PhotoCondition?
  ) throws {
    let photos = try filled(seed: library.seed, count: library.count)
    let shown = photos.filter { $0.isLocated || unlocated != nil }
    var expected: Set<String> = []
    for photo in shown {
      for path in photo.words.keywordPaths { expected.formUnion(Self.parents(path) + [path]) }
    }
    let branches = Set(photos.flatMap(\.words.keywordPaths).flatMap { Self.parents($0) + [$0] })
    for photo in shown {
      let ends = photo.words.keywordPaths.map { $0.split(separator: "/").last.map(String.init) }
      for name in photo.words.keywords where branches.contains(name) || !ends.contains(name) {
        expected.insert(name)
      }
    }
    let tree = try index.read { try $0.keywordTree(PhotoFilter(), andUnlocated: unlocated) }
    #expect(Set(tree.map(\.name)) == expected)
    #expect(tree.count == expected.count)
    for branch in tree {
      let located = photos.filter { $0.isLocated && $0.has(branch.name) }
      let others = photos.filter { !$0.isLocated && $0.has(branch.name) }
      #expect(branch.count == located.count, "\(branch.name)")
      #expect(branch.unlocated == (unlocated == nil ? 0 : others.count), "\(branch.name)")
      let candidates = located.isEmpty ? others : located
      let best = candidates.max { ($0.merit, $1.id) < ($1.merit, $0.id) }
      #expect(branch.cover == best?.id, "\(branch.name)")
      let above = branches.contains(branch.name) ? Self.parents(branch.name).last : nil
      #expect(branch.above == above, "\(branch.name)")
      var filter = PhotoFilter()
      _ = try PhotoQuery.apply("keyword", branch.name, to: &filter)
      #expect(try index.read { try $0.count(filter) } == branch.count, "\(branch.name)")
    }
    // A part never comes before what it is part of, so that a shortened list is a tree too.
    for (place, branch) in tree.enumerated() {
      guard let above = branch.above else { continue }
      #expect(tree[..<place].contains { $0.name == above }, "\(branch.name)")
    }
  }

  @Test func listsHaveNamesOfPhotosWithoutAPositionIfTheyCount() throws {
    let photos = try filled(seed: 5, count: 2_500)
    let alone = try index.read { try $0.names(PhotoFilter()) }
    let all = try index.read { try $0.names(PhotoFilter(), andUnlocated: .all([])) }
    let first = PhotoCondition.compare(.id, .less, .integer(500))
    let some = try index.read { try $0.names(PhotoFilter(), andUnlocated: first) }
    for (lists, counts) in [
      (alone, { (_: Photo) in false }), (all, { _ in true }), (some, { $0.id < 500 }),
    ] {
      for (property, list) in [(PhotoProperty.keywords, lists.keywords), (.people, lists.people)] {
        let shown = photos.filter { $0.isLocated || counts($0) }
        #expect(Set(list.map(\.name)) == Set(shown.flatMap { $0.words[property]?.list ?? [] }))
        for found in list {
          let have = shown.filter { $0.words[property]?.list?.contains(found.name) == true }
          #expect(found.count == have.count { $0.isLocated }, "\(found.name)")
          #expect(found.unlocated == have.count { !$0.isLocated }, "\(found.name)")
        }
      }
    }
  }

  @Test func namesWhoseLastPhotoIsGoneOccurNowhere() throws {
    let photos = try filled(seed: 13, count: 60)
    try index.write { writer in
      for photo in photos { try writer.remove(photo.id) }
    }
    // Their rows stay.
    func rows() throws -> Int64? {
      try Connection(path: index.path, access: .readOnly).integer("SELECT count(*) FROM term")
    }
    let remaining = try rows()
    #expect(remaining ?? 0 > 10)
    try index.read { reader in
      #expect(try reader.keywordTree(PhotoFilter(), andUnlocated: .all([])).isEmpty)
      let lists = try reader.names(PhotoFilter(), andUnlocated: .all([]))
      #expect(lists.keywords.isEmpty)
      #expect(lists.people.isEmpty)
      #expect(try reader.facets(PhotoFilter()).words.keywords.isEmpty)
      var filter = PhotoFilter()
      _ = try PhotoQuery.apply("q", "sea", to: &filter)
      #expect(try reader.count(filter) == 0)
    }
    // The same names need no more rows.
    _ = try filled(seed: 13, count: 60)
    #expect(try rows() == remaining)
  }

  @Test func namesFollowPhotosThatGetAPosition() throws {
    _ = try filled(seed: 9, count: 1)
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("trip"), in: root, scan: 1).id
      var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg)
      facts.words.keywords = ["Only here"]
      _ = try writer.add(
        ReadFile(
          name: Array("last.jpg".utf8), stamp: FileStamp(size: 1, modified: 1, inode: 99),
          facts: facts), in: directory)
    }
    func only() throws -> NameSummary? {
      try index.read { try $0.keywordTree(PhotoFilter(), andUnlocated: .all([])) }
        .first { $0.name == "Only here" }
    }
    let before = try only()
    #expect(before?.count == 0)
    #expect(before?.unlocated == 1)
    #expect(before?.cover == 2)
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    try index.write { writer in
      try writer.setPlace(
        StoredPlace(.located(Location(place, source: .manual)), isImported: false), of: 2)
    }
    #expect(try only()?.count == 1)
    #expect(try only()?.unlocated == 0)
  }
}
