import Geography
import PhotoFacts
import PhotoIndex
import Query
import TestSupport

/// Queries by words over photos with ten keywords each, beside plain FTS5 and beside LIKE over the same words.
///
/// Both peers answer only which photos there are; they have no positions.
struct WordQueries {
  struct Report: Encodable {
    var rows: [Row]
    var photos: Int
    /// The bytes of all words, each as often as a photo has it.
    var wordBytes: Int
    /// How many bytes the index is larger than without words.
    var growth: Int64
    var peerBytes: Int64
    var loading: Cost
    var loadingWithoutWords: Cost
  }

  struct Cost: Encodable {
    var cpuSeconds: Double
  }

  private static let keywordsOfPhoto = 10
  private static let batch = 10_000

  private let library: Library
  private let databases: Databases
  private let vocabulary: [String]
  private let people: [String]

  init(_ library: Library, _ databases: Databases) {
    (self.library, self.databases) = (library, databases)
    var random = SeededRandom(seed: 11)
    let syllables = ["ba", "lo", "ri", "ken", "tu", "mas", "el", "vin", "do", "sha", "pé", "zu"]
    func word(_ length: Int) -> String {
      (0..<length).map { _ in syllables.randomElement(using: &random) ?? "a" }.joined()
    }
    vocabulary = (0..<5_000).map { "\(word(3))\($0)" }
    people = (0..<500).map { "\(word(2)) \(word(3))\($0)" }
  }

  func measure() throws -> Report {
    let path = databases.folder + "/words.sqlite"
    let plain = databases.folder + "/no-words.sqlite"
    let other = databases.folder + "/fts5.sqlite"
    for path in [path, plain, other] { removeDatabase(path) }
    var (loading, loadingPlain) = (Times(), Times())
    var wordBytes = 0
    do {
      let ours = try PhotoIndex(path: FilePath(path), access: .writing)
      let without = try PhotoIndex(path: FilePath(plain), access: .writing)
      let peer = try TextPeer(path: other)
      try peer.begin()
      for start in stride(from: 0, to: library.photos.count, by: Self.batch) {
        let range = start..<min(start + Self.batch, library.photos.count)
        let files = range.map(library.file)
        let worded = range.map { number in
          var file = files[number - start]
          file.facts.words = words(of: number)
          return file
        }
        for (number, file) in zip(range, worded) {
          let words = file.facts.words
          wordBytes += (words.keywords + words.people).reduce(0) { $0 + $1.utf8.count }
          try peer.insert(
            Int64(number + 1), (words.keywords + words.people).joined(separator: " "))
        }
        try loading.measure { try write(worded, from: start, to: ours) }
        try loadingPlain.measure { try write(files, from: start, to: without) }
      }
      try ours.packRuns()
      try without.packRuns()
      try peer.commit()
    }
    return Report(
      rows: try queries(path, try TextPeer(path: other)), photos: library.photos.count,
      wordBytes: wordBytes, growth: fileSize(path) - fileSize(plain), peerBytes: fileSize(other),
      loading: Cost(cpuSeconds: loading.cpuSeconds),
      loadingWithoutWords: Cost(cpuSeconds: loadingPlain.cpuSeconds))
  }

  private func write(_ files: [ReadFile], from start: Int, to index: PhotoIndex) throws {
    try index.write(inBulk: true) { writer in
      let root = try writer.root(FilePath("/photos"))
      var directory: DirectoryID?
      for (offset, file) in files.enumerated() {
        if directory == nil || (start + offset) % 500 == 0 {
          directory =
            try writer.markListed(FilePath("outing-\((start + offset) / 500)"), in: root, scan: 1)
            .id
        }
        if let directory { try writer.add(file, in: directory) }
      }
    }
  }

  /// The words of a photo: those of an outing are alike, as people write them.
  private func words(of number: Int) -> PhotoWords {
    var random = SeededRandom(seed: UInt64(number / 20))
    var words = PhotoWords()
    var chosen: Set<Int> = []
    while chosen.count < Self.keywordsOfPhoto - 2 { chosen.insert(rank(&random)) }
    var own = SeededRandom(seed: UInt64(number) &+ 1_000_000_007)
    while chosen.count < Self.keywordsOfPhoto { chosen.insert(rank(&own)) }
    words.keywords = chosen.sorted().map { vocabulary[$0] }
    if number % 3 == 0 { words.people = [people[Int.random(in: 0..<people.count, using: &random)]] }
    if number % 5 == 0 { words.rating = Int.random(in: 0...5, using: &own) }
    return words
  }

  /// A few keywords are on most photos, most on few.
  private func rank(_ random: inout SeededRandom) -> Int {
    let share = Double.random(in: 0..<1, using: &random)
    return Int(share * share * share * Double(vocabulary.count))
  }

  private func queries(_ path: String, _ peer: TextPeer) throws -> [Row] {
    let keywords = [("a frequent keyword", 2), ("a rare keyword", 4_990)]
    var rows: [Row] = []
    for (name, rank) in keywords {
      let word = vocabulary[rank]
      let filter = try self.filter("keyword", word)
      let expected = library.photos.indices.count { words(of: $0).keywords.contains(word) }
      rows += try cold(path, name, filter, expected) { try peer.count(match: "\"\(word)\"") }
      rows.append(
        try self.row(path, "\(name), beside LIKE", filter, expected) {
          try peer.count(like: "% \(word) %")
        })
    }
    let beginning = String(vocabulary[40].prefix(6))
    rows += try search(path, "a search for a beginning", [beginning], peer)
    rows += try search(path, "a search for two words", [vocabulary[2], vocabulary[3]], peer)
    rows += try cold(path, "four stars and more", try filter("rating", "4+"), nil, nil)
    rows.append(try names(path, "keywords and people of all photos, with counts", PhotoFilter()))
    let frequent = try filter("keyword", vocabulary[2])
    rows.append(try names(path, "keywords and people of those with a frequent keyword", frequent))
    return rows
  }

  /// The lists of names, as the first answer of an index that was just opened.
  private func names(_ path: String, _ name: String, _ filter: PhotoFilter) throws -> Row {
    let counts = counts(of: filter == PhotoFilter() ? nil : vocabulary[2])
    var times = Times()
    for _ in 0..<5 {
      let index = try opened(path)
      let lists = try times.measure { try index.read { try $0.names(filter) } }
      let found = Dictionary(uniqueKeysWithValues: lists.keywords.map { ($0.name, $0.count) })
      try requireEqual(found.count, counts.count, name)
      try requireEqual(found == counts ? 1 : 0, 1, "\(name): the counts")
    }
    return Row(name, ours: times)
  }

  /// How many photos have each keyword, of all photos or of those with one of them.
  private func counts(of keyword: String?) -> [String: Int] {
    var counts: [String: Int] = [:]
    for number in library.photos.indices {
      let keywords = words(of: number).keywords
      if let keyword, !keywords.contains(keyword) { continue }
      for keyword in keywords { counts[keyword, default: 0] += 1 }
    }
    return counts
  }

  /// A search for words that begin like this, all of which must be there.
  private func search(
    _ path: String, _ name: String, _ beginnings: [String], _ peer: TextPeer
  ) throws -> [Row] {
    let expected = library.photos.indices.count { number in
      let words = words(of: number)
      let all =
        words.keywords + words.people.flatMap { $0.split(separator: " ").map(String.init) }
      return beginnings.allSatisfy { beginning in all.contains { $0.hasPrefix(beginning) } }
    }
    let filter = try filter("q", beginnings.joined(separator: " "))
    let match = beginnings.map { "\"\($0)\" *" }.joined(separator: " AND ")
    return try cold(path, name, filter, expected) { try peer.count(match: match) }
  }

  private func filter(_ name: String, _ value: String) throws -> PhotoFilter {
    var filter = PhotoFilter()
    _ = try PhotoQuery.apply(name, value, to: &filter)
    return filter
  }

  /// The count, and the clusters of the world, each as the first answer of an index that was just opened.
  private func cold(
    _ path: String, _ name: String, _ filter: PhotoFilter, _ expected: Int?,
    _ peer: (() throws -> Int)?
  ) throws -> [Row] {
    var times = Times()
    for _ in 0..<5 {
      let index = try opened(path)
      try times.measure { _ = try index.read { try $0.marks(filter, zoom: 2) } }
    }
    return [
      try row(path, "\(name): count", filter, expected, peer),
      Row("\(name): clusters of the world", ours: times),
    ]
  }

  private func row(
    _ path: String, _ name: String, _ filter: PhotoFilter, _ expected: Int?,
    _ peer: (() throws -> Int)?
  ) throws -> Row {
    var (ours, theirs) = (Times(), Times())
    for _ in 0..<5 {
      let index = try opened(path)
      let count = try ours.measure { try index.read { try $0.count(filter) } }
      if let expected { try requireEqual(count, expected, name) }
      if let peer {
        let count = try theirs.measure { try peer() }
        if let expected { try requireEqual(count, expected, "\(name), the peer") }
      }
    }
    return Row(name, ours: ours, peer: peer == nil ? nil : theirs)
  }

  /// An index that has answered a question without words, so that what all questions need is in memory.
  private func opened(_ path: String) throws -> PhotoIndex {
    let index = try PhotoIndex(path: FilePath(path), access: .reading)
    _ = try index.read { try $0.facets(PhotoFilter()) }
    return index
  }
}
