internal import Geography
internal import Grid
internal import PhotoFacts
internal import SQLite
internal import Synchronization
public import Places
public import Query

/// The located photos that pass a filter, from one version of the index, read in pieces.
///
/// It has its own connection and read transaction until it is closed or released. A slow client keeps SQLite
/// from shortening the write-ahead log, but blocks no writer.
public final class PhotoListing: Sendable {
  /// The index and its version that the listing shows.
  public let stamp: IndexStamp

  /// How many photos there are.
  public let matched: Int

  private let index: PhotoIndex
  private let state: Mutex<State>

  /// How far the listing has come.
  ///
  /// `@unchecked Sendable`: the reader is used only under the lock, by one thread at a time, as a connection
  /// requires. `close` takes it out before it is idle again.
  fileprivate struct State: @unchecked Sendable {
    var reader: IndexReader?
    var wanted: (ids: PhotoSet, isSparse: Bool)?
    var others: [Int64] = []
    var next = Int64.min
  }

  init(_ index: PhotoIndex, _ filter: PhotoFilter, _ language: Language) throws {
    self.index = index
    let reader = try index.lendReader()
    reader.language = language
    do {
      stamp = try reader.stamp()
      // The listing lasts as long as its client takes. Finding the photos has a deadline, and so has each call
      // of `next`.
      let (matched, wanted) = try reader.limited(to: index.questionLimit) {
        let needsSearch = reader.needsSearch(filter)
        return (try reader.count(filter), needsSearch ? try reader.matches(filter) : nil)
      }
      self.matched = matched
      var state = State()
      state.wanted = wanted
      state.others = wanted?.ids.others.sorted() ?? []
      state.reader = reader
      self.state = Mutex(state)
    } catch {
      index.giveBack(reader)
      throw error
    }
  }

  deinit { close() }

  /// Ends the transaction; no more photos follow.
  public func close() {
    let reader = state.withLock { $0.reader.take() }
    if let reader { index.giveBack(reader) }
  }

  /// The next photos in the order of their ids, at most `count`; nil at the end.
  ///
  /// May return an empty array before the end. The work is proportional to `count`, however many photos are
  /// skipped.
  public func next(_ count: Int) throws -> [PhotoRecord]? {
    try state.withLock { state -> [PhotoRecord]? in
      guard let reader = state.reader else { return nil }
      return try reader.limited(to: index.questionLimit) { try state.next(count, reader) }
    }
  }
}

extension PhotoListing.State {
  mutating func next(_ count: Int, _ reader: IndexReader) throws -> [PhotoRecord]? {
    guard let wanted else { return try rows(count, reader) }
    guard wanted.isSparse else {
      // The rows continue at the next wanted photo, so that a gap costs nothing.
      guard let first = following(next, wanted.ids) else { return nil }
      next = first
      return try rows(count, reader)?.filter { wanted.ids.contains($0.id) }
    }
    var photos: [PhotoRecord] = []
    while photos.count < count, let id = following(next, wanted.ids) {
      if let photo = try reader.photo(id) { photos.append(photo) }
      guard id < .max else { break }
      next = id + 1
    }
    return photos.isEmpty ? nil : photos
  }

  private mutating func rows(_ count: Int, _ reader: IndexReader) throws -> [PhotoRecord]? {
    let statement = try reader.connection.statement(IndexReader.continuingQuery)
    defer { statement.reset() }
    try statement.bind(next, at: 1)
    try statement.bind(Int64(count), at: 2)
    var photos: [PhotoRecord] = []
    while try statement.step() { photos.append(try reader.record(statement)) }
    guard let last = photos.last else { return nil }
    if last.id < .max { next = last.id + 1 }
    return try photos.compactMap { try reader.shown($0) }
  }

  /// The first wanted id from this one on.
  private func following(_ id: Int64, _ ids: PhotoSet) -> Int64? {
    let other = others.first { $0 >= id }
    guard let usual = ids.firstUsual(from: id) else { return other }
    return other.map { min($0, usual) } ?? usual
  }
}

extension PhotoSet {
  /// The first id, from this one on, among those that are stored as bits.
  fileprivate func firstUsual(from id: Int64) -> Int64? {
    let start = max(id, 0)
    guard start >> 6 < Int64(words.count) else { return nil }
    var index = Int(start >> 6)
    var bits = words[index] & (UInt64.max << UInt64(start & 63))
    while bits == 0 {
      index += 1
      guard index < words.count else { return nil }
      bits = words[index]
    }
    return Int64(index << 6 + bits.trailingZeroBitCount)
  }
}

extension PhotoIndex {
  /// The located photos that pass a filter, for a client that takes them at its own pace.
  public func listing(_ filter: PhotoFilter, in language: Language = .english) throws
    -> PhotoListing
  {
    try PhotoListing(self, filter, language)
  }
}
