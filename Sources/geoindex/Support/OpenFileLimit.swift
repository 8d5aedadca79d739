internal import Glibc

/// The limit of open files and connections.
enum OpenFileLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// Returns how many of the wanted connections fit into half of it; photos, the index and libraries need the
  /// rest.
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
