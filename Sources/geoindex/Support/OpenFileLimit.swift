internal import Glibc

/// The limit of open files and connections.
enum OpenFileLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// Returns how many of the wanted connections fit into half of it, or into all of it but 4,096; photos, the index and
  /// libraries need the rest.
  static func raise(for connections: Int) -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return min(connections, 512) }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
    guard unsafe getrlimit(kind, &limit) == 0 else { return min(connections, 512) }
    let files = Int(clamping: limit.rlim_cur)
    return max(16, min(connections, max(files / 2, files - 4_096)))
  }
}
