internal import Grid
internal import PhotoFacts
public import Query

/// A keyword or a person, with the photos that have the name.
public struct NameSummary: Hashable, Sendable {
  /// The name.
  public var name: String

  /// In a tree of keywords, the name of the branch that it is part of.
  public var above: String?

  /// How many photos on the map.
  public var count: Int

  /// How many photos without a position, of those that count too.
  public var unlocated: Int

  /// The best of them: favourites before others, then those with more stars, then the newest; one without a position only
  /// if no other has the name.
  public var cover: Int64

  /// When the first and the last dated one were taken; nil if none is dated.
  public var taken: ClosedRange<Int64>?
}

/// The keywords and the people of the photos of a filter; names with most photos come first.
public struct NameLists: Sendable {
  /// The keywords.
  public var keywords: [NameSummary] = []

  /// The people.
  public var people: [NameSummary] = []

  /// Lists without names.
  public init() {}
}

extension IndexReader {
  /// The keywords and the people of the photos that pass a filter, and of those without a position that pass a condition;
  /// without a condition, the latter do not count.
  ///
  /// Walks the runs and the blocks of words once for each version of the index, and caches the result.
  public func names(
    _ filter: PhotoFilter, andUnlocated condition: PhotoCondition? = nil
  ) throws -> NameLists {
    let question = NamesQuestion(filter, condition)
    return try caches.names.answer(to: question, at: stamp()) {
      let table = try caches.terms.table(connection)
      guard !table.rows.isEmpty else { return NameLists() }
      var found: [UInt32: NamedPhotos] = [:]
      try forEachNamedBlock(question, table) { terms, photos in
        var terms = terms
        while let (term, places) = unsafe terms.next() {
          var some = NamedPhotos()
          unsafe WordBlock.forEachPlace(places) { some.add(photos, $0) }
          if !some.isEmpty { found[term, default: NamedPhotos()].merge(some) }
        }
      }
      return NameLists(found, table)
    }
  }

  /// Lends the terms of each block that has chosen photos, with these photos.
  func forEachNamedBlock(
    _ question: NamesQuestion, _ table: TermTable,
    _ body: (WordBlock.Terms, ChosenOfBlock) -> Void
  ) throws {
    var times = TakenTimes()
    try addChosen(question.filter, to: &times) { $0.add($1, $2) }
    var unlocated = PhotoSet()
    if let condition = question.unlocated {
      for id in try unlocatedPhotos(passing: condition).all { unlocated.insert(id) }
    }
    let merits = table.merits
    try unsafe forEachWordBlock { number, bytes in
      let first = WordBlock.photos(of: number).lowerBound
      let others = unlocated.bits(from: first, count: WordBlock.capacity)
      let times = times.blocks[number]
      guard times != nil || others.contains(where: { $0 != 0 }) else { return true }
      guard let terms = unsafe WordBlock.Terms(bytes) else { return false }
      body(
        terms,
        ChosenOfBlock(
          first: first, times: times ?? TakenTimes.none, unlocated: others,
          merits: Self.merits(merits, terms)))
      return true
    }
  }

  /// The merits as covers of the photos that people have rated or marked.
  func merits() throws -> [Int64: Int] {
    let terms = try caches.terms.table(connection).merits.filter { $0.value != 0 }
    var merits: [Int64: Int] = [:]
    guard !terms.isEmpty else { return merits }
    try unsafe forEachWordBlock { number, bytes in
      guard let block = unsafe WordBlock.Terms(bytes) else { return false }
      let first = WordBlock.photos(of: number).lowerBound
      for (place, merit) in Self.merits(terms, block).enumerated() where merit != 0 {
        merits[first + Int64(place)] = merit
      }
      return true
    }
    return merits
  }

  /// The merit of each photo of a block.
  private static func merits(_ merits: [UInt32: Int], _ terms: WordBlock.Terms) -> [Int] {
    var sums = [Int](repeating: 0, count: Int(WordBlock.capacity))
    var terms = terms
    for (term, merit) in merits {
      guard let places = unsafe terms.find(term) else { continue }
      unsafe WordBlock.forEachPlace(places) { sums[$0] += merit }
    }
    return sums
  }
}

extension NameSummary {
  /// The order of lists: most photos first, then those with most that have no position.
  static func mostFirst(_ one: NameSummary, _ other: NameSummary) -> Bool {
    (other.count, other.unlocated, one.name) < (one.count, one.unlocated, other.name)
  }
}

extension TermTable {
  /// What a term adds to the merit of a photo as a cover.
  fileprivate var merits: [UInt32: Int] {
    var merits: [UInt32: Int] = [:]
    for row in rows {
      switch row.kind {
      // A damaged file may have any number.
      case .rating: merits[row.number] = Int(row.text).map { min(max($0, -1), 5) }
      case .favourite: merits[row.number] = row.text == "1" ? 10 : 0
      case .keyword, .keywordPath, .person, .label, .creator, .copyright: break
      }
    }
    return merits
  }
}

extension NameLists {
  fileprivate init(_ found: [UInt32: NamedPhotos], _ terms: TermTable) {
    for (number, photos) in found {
      guard let term = terms[number] else { continue }
      switch term.kind {
      case .keyword: keywords.append(photos.named(term.text))
      case .person: people.append(photos.named(term.text))
      case .keywordPath, .label, .creator, .copyright, .rating, .favourite: break
      }
    }
    keywords.sort(by: NameSummary.mostFirst)
    people.sort(by: NameSummary.mostFirst)
  }
}
