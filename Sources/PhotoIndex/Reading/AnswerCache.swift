internal import Caches
internal import Synchronization

/// A cache for answers that took reading, shared by all readers of an index; evicts the least recently used.
///
/// Each page of a listing has the number of photos. A client that filters by camera needs the same set of
/// photos for every view of the map. An answer is valid for one version of the index; it may be renewed for a
/// later one.
final class AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// An answer and the version for which it is valid.
  struct Entry {
    var answer: Answer
    var version: Int64
  }

  private struct Contents {
    var identity: Int64?
    var entries: RecentlyUsed<Question, Entry>
  }

  private let contents: Mutex<Contents>
  private let size: @Sendable (Answer) -> Int

  /// Makes a cache with a limit on the total size of its answers, by default on their number.
  init(limit: Int = 64, size: @escaping @Sendable (Answer) -> Int = { _ in 1 }) {
    contents = Mutex(Contents(entries: RecentlyUsed(limit: limit)))
    self.size = size
  }

  /// The cached answer, or the one that `make` computes.
  func answer(to question: Question, at state: IndexStamp, _ make: () throws -> Answer) rethrows
    -> Answer
  {
    try answer(to: question, at: state) { _ in try make() }
  }

  /// The same; `make` gets the answer of an earlier version of the same index, if there is one, and may renew
  /// it.
  func answer(to question: Question, at state: IndexStamp, _ make: (Entry?) throws -> Answer)
    rethrows -> Answer
  {
    let known = contents.withLock { contents in
      contents.identity == state.identity ? contents.entries[question] : nil
    }
    if let known, known.version == state.version { return known.answer }
    // Computed without the lock: two threads that need the same answer both compute it, and no other waits.
    let made = try make(known.flatMap { $0.version < state.version ? $0 : nil })
    keep(made, question, state)
    return made
  }

  /// Whether there is an answer, perhaps of an earlier version of the same index.
  func knows(_ question: Question, at state: IndexStamp) -> Bool {
    contents.withLock { contents in
      contents.identity == state.identity && contents.entries[question] != nil
    }
  }

  /// Drops all answers.
  func removeAll() { contents.withLock { $0.entries.removeAll() } }

  /// The total size of the cached answers.
  var cachedSize: Int { contents.withLock { $0.entries.cost } }

  private func keep(_ answer: Answer, _ question: Question, _ state: IndexStamp) {
    let size = size(answer)
    contents.withLock { contents in
      if contents.identity != state.identity {
        contents.identity = state.identity
        contents.entries.removeAll()
      }
      // A reader that began before the last change may finish late.
      if let known = contents.entries[question], known.version > state.version { return }
      contents.entries.insert(
        Entry(answer: answer, version: state.version), for: question, cost: size)
    }
  }
}
