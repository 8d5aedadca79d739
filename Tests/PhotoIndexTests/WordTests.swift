import Files
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Query
import SQLite
import TestSupport
import Testing

/// Filters by keyword, person, rating and search, and the counts of words.
@Suite struct WordTests {
  private let folder: TemporaryDirectory
  private let index: PhotoIndex

  init() throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
  }

  private static let place = Coordinate(latitude: 48, longitude: 11)

  private func file(_ number: Int, _ change: (inout PhotoWords) -> Void) throws -> ReadFile {
    let coordinate = try #require(Self.place)
    var facts = PhotoFacts(
      place: .located(Location(coordinate, source: .exif)), format: .jpeg)
    change(&facts.words)
    return ReadFile(
      name: Array("IMG_\(number).jpg".utf8),
      stamp: FileStamp(size: 1, modified: 1, inode: UInt64(number + 1)), facts: facts)
  }

  private func write(_ body: (IndexWriter, DirectoryID) throws -> Void) throws {
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      try body(writer, try writer.markListed(FilePath("trip"), in: root, scan: 1).id)
    }
  }

  private func ids(_ name: String, _ value: String) throws -> [Int64] {
    var filter = PhotoFilter()
    _ = try PhotoQuery.apply(name, value, to: &filter)
    return try index.read { try $0.pins(filter, limit: 100_000).elements.map(\.id).sorted() }
  }

  @Test func answersFollowChangesAlsoAcrossBlocks() throws {
    let count = 2_500
    try write { writer, folder in
      for number in 0..<count {
        let file = try file(number) { words in
          words.keywords = number % 2 == 0 ? ["Lake", "even"] : ["odd"]
          if number % 100 == 7 { words.people = ["Ada Léa"] }
          if number % 10 == 3 { words.rating = number % 50 == 3 ? 5 : 2 }
          if number == 1_030 { words.title = "Die Brücke" }
        }
        #expect(try writer.add(file, in: folder) == Int64(number + 1))
      }
    }
    #expect(try ids("keyword", "Lake").count == 1_250)
    #expect(try ids("q", "lake").count == 1_250)
    #expect(try ids("person", "Ada Léa") == (0..<25).map { 100 * $0 + 8 })
    #expect(try ids("q", "bruck") == [1_031])
    #expect(try ids("q", "1030 -lake") == [])
    #expect(try ids("q", "img trip -odd").count == 1_250)
    #expect(try ids("rating", "4+").count == 50)
    #expect(try ids("rating", "..2").count == 200)

    let photo = try #require(try index.read { try $0.photo(1_031) })
    try write { writer, folder in
      var file = try file(1_030) { $0.keywords = ["odd"] }
      file.facts.fingerprint = photo.facts.fingerprint
      try writer.update(1_031, with: file, in: folder)
      try writer.remove(8)
    }
    #expect(try ids("keyword", "Lake").count == 1_249)
    #expect(try ids("keyword", "odd").count == 1_250)
    #expect(try ids("q", "bruck") == [])
    #expect(try ids("person", "Ada Léa").count == 24)
    #expect(try index.integrityProblems() == [])
    try write { writer, _ in for id in 1...1_024 where id != 8 { try writer.remove(Int64(id)) } }
    #expect(try ids("keyword", "Lake").allSatisfy { $0 > 1_024 })
    #expect(try index.integrityProblems() == [])
  }

  @Test func namesThatOnlyReadAlikeAreOthers() throws {
    try write { writer, folder in
      for (number, keyword) in ["Polish", "polish", "POLISH", "Zu\u{308}rich"].enumerated() {
        try writer.add(file(number) { $0.keywords = [keyword] }, in: folder)
      }
    }
    #expect(try ids("keyword", "polish") == [2])
    #expect(try ids("keyword", "Polish") == [1])
    #expect(try ids("keyword", "pOLISH") == [])
    #expect(try ids("q", "pOLISH") == [1, 2, 3])
    // One character, in two encodings.
    #expect(try ids("keyword", "Zürich") == [4])
    // Names without photos do not change them.
    try write { writer, _ in try writer.remove(2) }
    #expect(try ids("keyword", "polish") == [])
  }

  /// An export is in the order of places, and an import keeps the ids.
  @Test func photosOfAnImportMayComeInAnyOrder() throws {
    var random = SeededRandom(seed: 5)
    let ids = (1...3_000).map(Int64.init).shuffled(using: &random)
    try write { writer, folder in
      for (place, id) in ids.enumerated() {
        var facts = try file(Int(id)) { $0.keywords = id % 7 == 0 ? ["seventh"] : [] }.facts
        facts.fingerprint = nil
        let photo = ImportedPhoto(
          id: id, path: FilePath("trip/IMG_\(id).jpg"), size: nil, facts: facts)
        _ = try writer.upsert(photo, to: folder)
        if place == 1_000 { try writer.applyDerivedChanges() }
      }
    }
    #expect(try index.integrityProblems() == [])
    #expect(try self.ids("keyword", "seventh").count == 428)
    #expect(try self.ids("q", "2999") == [2_999])
  }

  @Test func aPathIncludesWhatLiesBelowIt() throws {
    try write { writer, folder in
      let paths = ["Places/Sea/Baltic", "Places/Sea", "Places/Seaside", "Sea"]
      for (number, path) in paths.enumerated() {
        try writer.add(file(number) { $0.keywordPaths = [path] }, in: folder)
      }
      try writer.add(file(9) { $0.keywords = ["Sea"] }, in: folder)
    }
    #expect(try ids("keyword", "Places/Sea") == [1, 2])
    #expect(try ids("keyword", "Places") == [1, 2, 3])
    #expect(try ids("keyword", "Sea") == [4, 5])
    #expect(try ids("keyword", "Places/Sea/Baltic") == [1])
    #expect(try ids("keyword", "Places/") == [])
  }

  @Test func favouritesAndOthersMakeUpAll() throws {
    try write { writer, folder in
      for number in 0..<9 {
        try writer.add(
          file(number) { $0.isFavourite = [nil, true, false][number % 3] }, in: folder)
      }
    }
    #expect(try ids("favourite", "true") == [2, 5, 8])
    #expect(try ids("favourite", "false") == [1, 3, 4, 6, 7, 9])
  }

  @Test func wordsAreCountedForWhatAFilterSelects() throws {
    try write { writer, folder in
      for number in 0..<3_000 {
        try writer.add(
          file(number) { words in
            words.keywords = ["all"] + (number % 3 == 0 ? ["third"] : [])
            words.people = number == 5 ? ["Ada"] : []
            words.rating = number % 2 == 0 ? 4 : nil
            words.isFavourite = number < 10
          }, in: folder)
      }
    }
    var filter = PhotoFilter()
    _ = try PhotoQuery.apply("rating", "4", to: &filter)
    let facets = try index.read { try $0.facets(filter).words }
    #expect(facets.keywords.map { "\($0.value) \($0.count)" } == ["all 1500", "third 500"])
    #expect(facets.people.isEmpty)
    #expect(facets.ratings.map { [$0.value, $0.count] } == [[4, 1_500]])
    #expect(facets.favourites == 5)
  }

  @Test(arguments: ["", "3+"])
  func listsOfNamesHaveCountsCoversAndTimes(rating: String) throws {
    let gallery = try Gallery(seed: 611, count: 4_000)
    var filter = PhotoFilter()
    if !rating.isEmpty { _ = try PhotoQuery.apply("rating", rating, to: &filter) }
    let chosen = gallery.photos.filter { rating.isEmpty || $0.numbers[.rating] ?? 0 >= 3 }
    let lists = try gallery.index.read { try $0.names(filter) }
    #expect(lists.keywords.count > 3 && lists.people.count > 1)
    for (property, list) in [(PhotoProperty.keywords, lists.keywords), (.people, lists.people)] {
      var expected: [String: [Gallery.Photo]] = [:]
      for photo in chosen {
        for name in Set(photo.lists[property] ?? []) { expected[name, default: []].append(photo) }
      }
      #expect(Set(list.map(\.name)) == Set(expected.keys))
      #expect(list.map(\.count) == list.map(\.count).sorted(by: >))
      for found in list {
        let photos = expected[found.name] ?? []
        let best = photos.max { one, other in
          one.merit == other.merit
            ? one.id > other.id : one.merit.lexicographicallyPrecedes(other.merit)
        }
        let times = photos.compactMap(\.taken).sorted()
        #expect(found.count == photos.count, "\(found.name)")
        #expect(found.cover == best?.id, "\(found.name)")
        #expect(found.taken?.lowerBound == times.first, "\(found.name)")
        #expect(found.taken?.upperBound == times.last, "\(found.name)")
      }
    }
  }

  @Test func aRatingOfADamagedFileIsNoReasonToEnd() throws {
    try write { writer, folder in
      try writer.add(
        file(1) { words in
          words.keywords = ["lake"]
          words.rating = 5
          words.isFavourite = true
        }, in: folder)
    }
    try Connection(path: index.path, access: .readWrite)
      .execute("UPDATE term SET text = '\(Int.max)' WHERE text = '5'")
    #expect(try index.read { try $0.names(PhotoFilter()) }.keywords.map(\.count) == [1])
  }

  @Test(arguments: ["4+", "..2", "2..4", "0", "-1", "-1..0", "5", "..", "0.."])
  func ratingsAreSpans(text: String) throws {
    var filter = PhotoFilter()
    #expect(try PhotoQuery.apply("rating", text, to: &filter))
  }

  @Test(arguments: ["", "+", "6", "-2", "4..2", "a", "4++", "1..2..3", "4-5", " 4", "..6", "+4"])
  func otherRatingsAreRefused(text: String) {
    var filter = PhotoFilter()
    #expect(throws: QueryError.self) { try PhotoQuery.apply("rating", text, to: &filter) }
  }

  @Test(arguments: ["", " ", "\"\"", "-", "a b c d e f g h i j k l m n o p q r s t u"])
  func searchesWithoutWordsOrWithTooManyAreRefused(text: String) {
    var filter = PhotoFilter()
    #expect(throws: QueryError.self) { try PhotoQuery.apply("q", text, to: &filter) }
  }
}

extension Gallery.Photo {
  /// How good a cover it is: a favourite, its stars, its time.
  fileprivate var merit: [Double] {
    [numbers[.favourite] ?? 0, numbers[.rating] ?? 0, taken.map(Double.init) ?? -.infinity]
  }
}
