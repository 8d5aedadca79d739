internal import Synchronization

/// The counts that were asked for last and took reading, shared by all readers of an index.
///
/// Each page of a listing says how many photos there are. A count is true of one state of the index
/// only; those of earlier states go when one of a later state comes.
final class CountCache: Sendable {
  private struct Entry {
    var count: Int
    var lastUse: UInt64
  }

  private struct Kept {
    var state: IndexStamp?
    var entries: [PhotoFilter: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  init(limit: Int = 64) { self.limit = limit }

  /// A count that is kept, or else the one that `make` makes.
  func count(of filter: PhotoFilter, at state: IndexStamp, _ make: () throws -> Int) rethrows -> Int
  {
    if let known = find(filter, state) { return known }
    // Made without the lock: nobody else waits for it.
    let made = try make()
    keep(made, filter, state)
    return made
  }

  /// How many counts are kept.
  var size: Int { kept.withLock { $0.entries.count } }

  private func find(_ filter: PhotoFilter, _ state: IndexStamp) -> Int? {
    kept.withLock { kept in
      guard kept.state == state, let known = kept.entries[filter] else { return nil }
      kept.uses += 1
      kept.entries[filter]?.lastUse = kept.uses
      return known.count
    }
  }

  private func keep(_ count: Int, _ filter: PhotoFilter, _ state: IndexStamp) {
    kept.withLock { kept in
      if let newest = kept.state, newest != state {
        // A reader that began before the last change may come late.
        guard !newest.isNewer(than: state) else { return }
        kept.entries.removeAll()
      }
      kept.state = state
      kept.uses += 1
      kept.entries[filter] = Entry(count: count, lastUse: kept.uses)
      guard kept.entries.count > limit,
        let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      else { return }
      kept.entries[oldest.key] = nil
    }
  }
}
