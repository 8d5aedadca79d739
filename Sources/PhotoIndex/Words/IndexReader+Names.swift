internal import Grid
internal import PhotoFacts
public import Query

/// A keyword or a person, with the photos that have the name.
public struct NameSummary: Hashable, Sendable {
  /// The name.
  public var name: String

  /// How many photos.
  public var count: Int

  /// The best of them: favourites before others, then those with more stars, then the newest.
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
  /// The keywords and the people of the photos that pass a filter.
  ///
  /// Walks the runs and the blocks of words once for each version of the index, and caches the result.
  public func names(_ filter: PhotoFilter) throws -> NameLists {
    let filter = filter.simplified
    return try caches.names.answer(to: filter, at: stamp()) {
      let table = try caches.terms.table(connection)
      guard !table.rows.isEmpty else { return NameLists() }
      var times = TakenTimes()
      try addChosen(filter, to: &times) { $0.add($1, $2) }
      return try names(times, table)
    }
  }

  private func names(_ times: TakenTimes, _ table: TermTable) throws -> NameLists {
    let merits = table.merits
    var found: [UInt32: NamedPhotos] = [:]
    try unsafe forEachWordBlock { number, bytes in
      guard let times = times.blocks[number] else { return true }
      guard var terms = unsafe WordBlock.Terms(bytes) else { return false }
      let merits = Self.merits(merits, terms)
      let first = WordBlock.photos(of: number).lowerBound
      while let (term, places) = unsafe terms.next() {
        var some = NamedPhotos()
        unsafe WordBlock.forEachPlace(places) { place in
          guard times[place] != TakenTimes.absent else { return }
          some.add(first + Int64(place), merits[place], times[place])
        }
        if some.count > 0 { found[term, default: NamedPhotos()].merge(some) }
      }
      return true
    }
    return NameLists(found, table)
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
    keywords.sort { ($1.count, $0.name) < ($0.count, $1.name) }
    people.sort { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

/// When the chosen photos were taken, by block of words.
private struct TakenTimes: Mergeable {
  /// The time of a photo that was not chosen.
  static let absent = Int64.max

  private(set) var blocks: [Int64: [Int64]] = [:]

  var emptied: TakenTimes { TakenTimes() }

  mutating func merge(_ later: TakenTimes) {
    blocks.merge(later.blocks) { one, other in
      zip(one, other).map { $0 == Self.absent ? $1 : $0 }
    }
  }

  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    for index in chosen {
      let photo = run.id(index)
      guard photo >= 0 else { continue }
      let number = WordBlock.number(of: photo)
      let place = Int(photo - WordBlock.photos(of: number).lowerBound)
      blocks[number, default: Self.none][place] = run.time(index)
    }
  }

  private static let none = [Int64](repeating: absent, count: Int(WordBlock.capacity))
}

/// Photos that have a name in common.
private struct NamedPhotos {
  private(set) var count = 0
  private var cover = (merit: Int.min, time: Int64.min, photo: Int64.max)
  private var earliest = Int64.max
  private var latest = IndexedPoint.undated

  mutating func add(_ photo: Int64, _ merit: Int, _ time: Int64) {
    count += 1
    consider((merit, time, photo))
    guard time != IndexedPoint.undated else { return }
    earliest = min(earliest, time)
    latest = max(latest, time)
  }

  mutating func merge(_ other: NamedPhotos) {
    count += other.count
    consider(other.cover)
    earliest = min(earliest, other.earliest)
    latest = max(latest, other.latest)
  }

  private mutating func consider(_ other: (merit: Int, time: Int64, photo: Int64)) {
    // Of equal ones, the photo with the lowest id, whatever the order.
    if (cover.merit, cover.time, other.photo) < (other.merit, other.time, cover.photo) {
      cover = other
    }
  }

  func named(_ name: String) -> NameSummary {
    NameSummary(
      name: name, count: count, cover: cover.photo,
      taken: earliest <= latest ? earliest...latest : nil)
  }
}
