internal import Synchronization

/// The recently used directories of a PMTiles file, up to a limit of memory.
final class DirectoryCache: Sendable {
  private struct Entry {
    var directory: PMTilesDirectory
    var lastUse: UInt64
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var size = 0
    var uses: UInt64 = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Makes an empty cache with a limit in bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes that all directories take.
  var size: Int { state.withLock { $0.size } }

  /// Returns the directory at an offset.
  subscript(offset: UInt64) -> PMTilesDirectory? {
    state.withLock { state in
      state.uses += 1
      state.entries[offset]?.lastUse = state.uses
      return state.entries[offset]?.directory
    }
  }

  /// Adds a directory; evicts those that were not used for the longest time.
  func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
    state.withLock { state in
      guard state.entries[offset] == nil, cost(directory) <= limit else { return }
      while state.size + cost(directory) > limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.size -= cost(oldest.value.directory)
        state.entries[oldest.key] = nil
      }
      state.uses += 1
      state.size += cost(directory)
      state.entries[offset] = Entry(directory: directory, lastUse: state.uses)
    }
  }

  /// Small ones count as a kilobyte, which limits their number, too.
  private func cost(_ directory: PMTilesDirectory) -> Int { max(1_024, directory.size) }
}
