internal import Synchronization

/// A state of an index, of which a set of photos is true.
struct IndexState: Hashable {
  var identity: Int64
  var version: Int64
}

/// The sets of photos that were asked for last, shared by all readers of an index.
///
/// A person who filters by a camera asks for the same set with every view of the map. A set is true
/// of one state of the index only; those of earlier states go when one of a later state comes.
final class PhotoSetCache: Sendable {
  private struct Entry {
    var ids: PhotoSet
    var lastUse: UInt64
  }

  private struct Kept {
    var state: IndexState?
    var entries: [ConditionSQL: Entry] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// Makes a cache of so many bytes: by default some fifty sets of ten million photos.
  init(bytes: Int = 64 << 20) { limit = bytes }

  /// A set that is kept, or else the one that `make` makes.
  func set(for query: ConditionSQL, of state: IndexState, _ make: () throws -> PhotoSet) rethrows
    -> PhotoSet
  {
    if let known = find(query, state) { return known }
    // Made without the lock: two who ask for the same at once both make it, and nobody else waits.
    let made = try make()
    keep(made, query, state)
    return made
  }

  /// How many bytes the sets take.
  var bytes: Int { kept.withLock { $0.bytes } }

  private func find(_ query: ConditionSQL, _ state: IndexState) -> PhotoSet? {
    kept.withLock { kept in
      guard kept.state == state else { return nil }
      kept.uses += 1
      kept.entries[query]?.lastUse = kept.uses
      return kept.entries[query]?.ids
    }
  }

  private func keep(_ ids: PhotoSet, _ query: ConditionSQL, _ state: IndexState) {
    guard ids.bytes <= limit / 2 else { return }
    kept.withLock { kept in
      if let newest = kept.state, newest != state {
        // A reader that began before the last change may come late.
        guard newest.identity != state.identity || newest.version < state.version else { return }
        kept.entries.removeAll()
        kept.bytes = 0
      }
      kept.state = state
      kept.uses += 1
      kept.bytes += ids.bytes - (kept.entries[query]?.ids.bytes ?? 0)
      kept.entries[query] = Entry(ids: ids, lastUse: kept.uses)
      while kept.bytes > limit,
        let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        kept.bytes -= oldest.value.ids.bytes
        kept.entries[oldest.key] = nil
      }
    }
  }
}
