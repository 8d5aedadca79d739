internal import Synchronization

/// The answers that were asked for last and took reading, shared by all readers of an index.
///
/// Each page of a listing says how many photos there are, and a client that filters by a camera asks for
/// the same set of photos with every view of the map. An answer is true of one version of the index only;
/// one of an earlier version may be renewed when it is asked for again.
final class AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// An answer and the version of which it is true.
  struct Entry {
    var answer: Answer
    var version: Int64
    fileprivate var lastUse: UInt64
  }

  private struct Contents {
    var identity: Int64?
    var entries: [Question: Entry] = [:]
    var size = 0
    var uses: UInt64 = 0
  }

  private let contents = Mutex(Contents())
  private let limit: Int
  private let size: @Sendable (Answer) -> Int

  /// Makes a cache for answers of so much together, by default for so many.
  init(limit: Int = 64, size: @escaping @Sendable (Answer) -> Int = { _ in 1 }) {
    (self.limit, self.size) = (limit, size)
  }

  /// The cached answer, or the one that `make` makes.
  func answer(to question: Question, at state: IndexStamp, _ make: () throws -> Answer) rethrows
    -> Answer
  {
    try answer(to: question, at: state) { _ in try make() }
  }

  /// The same, where `make` can renew the answer of an earlier version of the same index, if there is one.
  func answer(to question: Question, at state: IndexStamp, _ make: (Entry?) throws -> Answer)
    rethrows -> Answer
  {
    let known = find(question, state)
    if let known, known.version == state.version { return known.answer }
    // Made without the lock: two threads that need the same answer both make it, and no other waits.
    let made = try make(known.flatMap { $0.version < state.version ? $0 : nil })
    keep(made, question, state)
    return made
  }

  /// Forgets all answers.
  func removeAll() { contents.withLock { $0 = Contents() } }

  /// The cost of what is cached.
  var cachedSize: Int { contents.withLock { $0.size } }

  private func find(_ question: Question, _ state: IndexStamp) -> Entry? {
    contents.withLock { contents in
      guard contents.identity == state.identity else { return nil }
      contents.uses += 1
      contents.entries[question]?.lastUse = contents.uses
      return contents.entries[question]
    }
  }

  private func keep(_ answer: Answer, _ question: Question, _ state: IndexStamp) {
    let size = size(answer)
    guard size <= limit else { return }
    contents.withLock { contents in
      if contents.identity != state.identity { contents = Contents(identity: state.identity) }
      // A reader that began before the last change may come late.
      if let known = contents.entries[question], known.version > state.version { return }
      contents.uses += 1
      contents.size += size - (contents.entries[question].map { self.size($0.answer) } ?? 0)
      contents.entries[question] = Entry(
        answer: answer, version: state.version, lastUse: contents.uses)
      while contents.size > limit,
        let oldest = contents.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        contents.size -= self.size(oldest.value.answer)
        contents.entries[oldest.key] = nil
      }
    }
  }
}
