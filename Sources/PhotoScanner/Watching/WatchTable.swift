internal import PhotoFacts

/// Which directory each watch is on.
struct WatchTable {
  private var paths: [Int32: FilePath] = [:]
  private var watches: [FilePath: Int32] = [:]

  var count: Int { paths.count }

  /// The directory of a watch; nothing for one that has been given up.
  func path(_ watch: Int32) -> FilePath? { paths[watch] }

  /// Notes a watch, and answers the one that was on another directory of that path before.
  mutating func note(_ watch: Int32, on path: FilePath) -> Int32? {
    if let other = paths[watch], other != path { watches[other] = nil }
    let previous = watches[path]
    if let previous, previous != watch { paths[previous] = nil }
    paths[watch] = path
    watches[path] = watch
    return previous == watch ? nil : previous
  }

  /// Forgets one watch.
  mutating func forget(_ watch: Int32) {
    guard let path = paths.removeValue(forKey: watch) else { return }
    if watches[path] == watch { watches[path] = nil }
  }

  /// Forgets the watches on a directory and on all below it, and answers them.
  ///
  /// Goes through all watches: a directory is moved or taken away seldom.
  mutating func forget(below path: FilePath) -> [Int32] {
    let gone = paths.filter { $0.value.isInside(path) }.map(\.key)
    gone.forEach { forget($0) }
    return gone
  }
}
