internal import Synchronization

/// The sets of photos that were asked for last, shared by all readers of an index.
///
/// A client that filters by a camera asks for the same set with every view of the map. A set is true of
/// one version of the index only; one of an earlier version is renewed when it is asked for again.
final class PhotoSetCache: Sendable {
  /// A set and the version of which it is true.
  struct Entry {
    var ids: PhotoSet
    var version: Int64
    fileprivate var lastUse: UInt64
  }

  private struct Kept {
    var identity: Int64?
    var entries: [ConditionSQL: Entry] = [:]
    var bytes = 0
    var uses: UInt64 = 0
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// Makes a cache of so many bytes: by default some fifty sets of ten million photos.
  init(bytes: Int = 64 << 20) { limit = bytes }

  /// A cached set, or else the one that `make` makes, which gets that of an earlier version if there is
  /// one.
  func set(for query: ConditionSQL, of state: IndexStamp, _ make: (Entry?) throws -> PhotoSet)
    rethrows -> PhotoSet
  {
    let known = find(query, state)
    if let known, known.version == state.version { return known.ids }
    // Made without the lock: two who ask for the same at once both make it, and nobody else waits.
    let made = try make(known.flatMap { $0.version < state.version ? $0 : nil })
    keep(made, query, state)
    return made
  }

  /// How many bytes the sets take.
  var bytes: Int { kept.withLock { $0.bytes } }

  /// Forgets all sets.
  func removeAll() { kept.withLock { $0 = Kept() } }

  private func find(_ query: ConditionSQL, _ state: IndexStamp) -> Entry? {
    kept.withLock { kept in
      guard kept.identity == state.identity else { return nil }
      kept.uses += 1
      kept.entries[query]?.lastUse = kept.uses
      return kept.entries[query]
    }
  }

  private func keep(_ ids: PhotoSet, _ query: ConditionSQL, _ state: IndexStamp) {
    guard ids.bytes <= limit / 2 else { return }
    kept.withLock { kept in
      if kept.identity != state.identity { kept = Kept(identity: state.identity) }
      // A reader that began before the last change may come late.
      if let known = kept.entries[query], known.version > state.version { return }
      kept.uses += 1
      kept.bytes += ids.bytes - (kept.entries[query]?.ids.bytes ?? 0)
      kept.entries[query] = Entry(ids: ids, version: state.version, lastUse: kept.uses)
      while kept.bytes > limit,
        let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        kept.bytes -= oldest.value.ids.bytes
        kept.entries[oldest.key] = nil
      }
    }
  }
}
