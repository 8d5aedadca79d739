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

  private struct Kept {
    var identity: Int64?
    var entries: [Question: Entry] = [:]
    var size = 0
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let limit: Int
  private let size: @Sendable (Answer) -> Int

  /// Makes a cache for answers of so much together, by default for so many.
  init(limit: Int = 64, size: @escaping @Sendable (Answer) -> Int = { _ in 1 }) {
    (self.limit, self.size) = (limit, size)
  }

  /// An answer that is kept, or else the one that `make` makes.
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
  func removeAll() { kept.withLock { $0 = Kept() } }

  /// How much is kept.
  var keptSize: Int { kept.withLock { $0.size } }

  private func find(_ question: Question, _ state: IndexStamp) -> Entry? {
    kept.withLock { kept in
      guard kept.identity == state.identity else { return nil }
      kept.uses += 1
      kept.entries[question]?.lastUse = kept.uses
      return kept.entries[question]
    }
  }

  private func keep(_ answer: Answer, _ question: Question, _ state: IndexStamp) {
    let size = size(answer)
    guard size <= limit else { return }
    kept.withLock { kept in
      if kept.identity != state.identity { kept = Kept(identity: state.identity) }
      // A reader that began before the last change may come late.
      if let known = kept.entries[question], known.version > state.version { return }
      kept.uses += 1
      kept.size += size - (kept.entries[question].map { self.size($0.answer) } ?? 0)
      kept.entries[question] = Entry(
        answer: answer, version: state.version, lastUse: kept.uses)
      while kept.size > limit,
        let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        kept.size -= self.size(oldest.value.answer)
        kept.entries[oldest.key] = nil
      }
    }
  }
}
