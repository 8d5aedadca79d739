internal import Glibc

/// How many files and connections the system lets this program have open.
enum OpenFileLimit {
  /// Asks for as many as the system allows, and answers how many connections there can be of those
  /// that are wanted: half of it is left for photos, the index and what libraries open.
  static func raise(for connections: Int) -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return min(connections, 512) }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
    guard unsafe getrlimit(kind, &limit) == 0 else { return min(connections, 512) }
    return max(16, min(connections, Int(clamping: limit.rlim_cur) / 2))
  }
}
