internal import Synchronization

/// The answers that were asked for last and took reading, shared by all readers of an index.
///
/// Each page of a listing says how many photos there are. An answer is true of one state of the index
/// only; those of earlier states go when one of a later state comes.
final class AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct Entry {
    var answer: Answer
    var lastUse: UInt64
  }

  private struct Kept {
    var state: IndexStamp?
    var entries: [Question: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  init(limit: Int = 64) { self.limit = limit }

  /// An answer that is kept, or else the one that `make` makes.
  func answer(to question: Question, at state: IndexStamp, _ make: () throws -> Answer) rethrows
    -> Answer
  {
    try answer(to: question, at: state) { _ in try make() }
  }

  /// The same, where `make` can renew the answer of an earlier version of the same index, if there is one.
  func answer(to question: Question, at state: IndexStamp, _ make: (Answer?) throws -> Answer)
    rethrows -> Answer
  {
    if let known = known(question, at: state) { return known }
    // Made without the lock: nobody else waits for it.
    let made = try make(older(question, than: state))
    keep(made, question, state)
    return made
  }

  private func older(_ question: Question, than state: IndexStamp) -> Answer? {
    kept.withLock { kept in
      guard let newest = kept.state, state.isNewer(than: newest) else { return nil }
      return kept.entries[question]?.answer
    }
  }

  /// Forgets all answers.
  func removeAll() { kept.withLock { $0 = Kept() } }

  /// How many answers are kept.
  var size: Int { kept.withLock { $0.entries.count } }

  /// The answer that is kept, if there is one.
  func known(_ question: Question, at state: IndexStamp) -> Answer? {
    kept.withLock { kept in
      guard kept.state == state, let known = kept.entries[question] else { return nil }
      kept.uses += 1
      kept.entries[question]?.lastUse = kept.uses
      return known.answer
    }
  }

  private func keep(_ answer: Answer, _ question: Question, _ state: IndexStamp) {
    kept.withLock { kept in
      if let newest = kept.state, newest != state {
        // A reader that began before the last change may come late.
        guard !newest.isNewer(than: state) else { return }
        kept.entries.removeAll()
      }
      kept.state = state
      kept.uses += 1
      kept.entries[question] = Entry(answer: answer, lastUse: kept.uses)
      guard kept.entries.count > limit,
        let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      else { return }
      kept.entries[oldest.key] = nil
    }
  }
}
