internal import PhotoFacts

/// Maps watches to directories and back.
struct WatchTable {
  private var paths: [Int32: FilePath] = [:]
  private var watches: [FilePath: Int32] = [:]

  var count: Int { paths.count }

  /// The directory of a watch; nil if it has ended.
  func path(_ watch: Int32) -> FilePath? { paths[watch] }

  /// Records a watch; returns the former watch of that path, if it has another number.
  mutating func note(_ watch: Int32, on path: FilePath) -> Int32? {
    if let other = paths[watch], other != path { watches[other] = nil }
    let previous = watches[path]
    if let previous, previous != watch { paths[previous] = nil }
    paths[watch] = path
    watches[path] = watch
    return previous == watch ? nil : previous
  }

  /// Removes one watch.
  mutating func forget(_ watch: Int32) {
    guard let path = paths.removeValue(forKey: watch) else { return }
    if watches[path] == watch { watches[path] = nil }
  }

  /// Removes and returns the watches on a directory and everything below it.
  ///
  /// Takes time proportional to the number of all watches; directories are rarely moved.
  mutating func forget(below path: FilePath) -> [Int32] {
    let gone = paths.filter { $0.value.isInside(path) }.map(\.key)
    gone.forEach { forget($0) }
    return gone
  }
}
