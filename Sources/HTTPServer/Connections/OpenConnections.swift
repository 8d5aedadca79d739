internal import Glibc

/// The connections of a server: open, arriving and leaving ones.
struct OpenConnections {
  /// A client that has just connected or got a response is not idle: its next request may be in flight.
  private static let idleSeconds = 2

  private let limit: Int
  private let addressLimit: Int

  /// Open connections that have not been asked to close.
  private(set) var open: [ObjectIdentifier: WatchedConnection] = [:]

  /// Connections passed to the library that its threads have not opened yet: client prefixes by descriptor.
  ///
  /// If the library drops one silently, the next connection with its descriptor replaces it.
  private var arriving: [CInt: [UInt8]?] = [:]

  /// Connections shut down to make room, but not closed yet.
  private var leaving: Set<ObjectIdentifier> = []

  /// The number of all these connections per client prefix.
  private var counts: [[UInt8]: Int] = [:]

  /// When a search found few idle connections, by the seconds for which they had to be idle.
  private var poorSearches: [Int: Int] = [:]

  init(limit: Int, addressLimit: Int) {
    self.limit = max(1, limit)
    self.addressLimit = addressLimit
  }

  /// Whether so many changes are pending in the library's threads that further connections should wait.
  var isBehind: Bool { arriving.count + leaving.count > max(1, limit / 4) }

  /// Records a connection that is to be passed to the library; returns false if there is no room.
  mutating func admit(_ descriptor: CInt, of clientPrefix: [UInt8]?, isLimited: Bool) -> Bool {
    if isLimited, addressLimit > 0, let clientPrefix, counts[clientPrefix] ?? 0 >= addressLimit {
      return false
    }
    if open.count + arriving.count >= limit, !makeRoom(for: clientPrefix) { return false }
    if let lost = arriving.updateValue(clientPrefix, forKey: descriptor) { uncount(lost) }
    if let clientPrefix { counts[clientPrefix, default: 0] += 1 }
    return true
  }

  /// Records that the library refused the connection.
  mutating func refused(_ descriptor: CInt) {
    if let clientPrefix = arriving.removeValue(forKey: descriptor) { uncount(clientPrefix) }
  }

  /// Records that the library has opened the connection.
  mutating func take(_ connection: WatchedConnection) {
    open[ObjectIdentifier(connection)] = connection
    // The prefix was counted when the connection was admitted.
    let wasCounted = arriving.removeValue(forKey: connection.descriptor) != nil
    if !wasCounted, let clientPrefix = connection.clientPrefix {
      counts[clientPrefix, default: 0] += 1
    }
  }

  /// Removes a connection, which is closed after this.
  mutating func remove(_ connection: WatchedConnection) {
    let identifier = ObjectIdentifier(connection)
    if open.removeValue(forKey: identifier) == nil { leaving.remove(identifier) }
    uncount(connection.clientPrefix)
  }

  private mutating func uncount(_ clientPrefix: [UInt8]?) {
    guard let clientPrefix, let count = counts[clientPrefix] else { return }
    counts[clientPrefix] = count > 1 ? count - 1 : nil
  }

  /// Closes several connections at once, because searching for each one would be slow in a flood.
  private mutating func makeRoom(for clientPrefix: [UInt8]?) -> Bool {
    let now = Clock.seconds()
    var ending = lookForIdle(now, atLeast: Self.idleSeconds)
    if ending.isEmpty { ending = inLargestPrefix(beside: clientPrefix, now) }
    if ending.isEmpty { ending = lookForIdle(now, atLeast: 0) }
    for connection in ending {
      connection.hangUp()
      // It is closed in a moment; until then it must not be chosen again.
      let identifier = ObjectIdentifier(connection)
      open[identifier] = nil
      leaving.insert(identifier)
    }
    return !ending.isEmpty
  }

  /// The same as `longestIdle`, but after a poor result it does not search again within the same second.
  private mutating func lookForIdle(_ now: Int, atLeast least: Int) -> [WatchedConnection] {
    guard poorSearches[least] != now else { return [] }
    let found = longestIdle(now, atLeast: least)
    if found.count < share { poorSearches[least] = now }
    return found
  }

  /// The number of connections closed at once.
  private var share: Int { max(1, limit / 64) }

  /// The connections that have waited longest for a header, except those with unread input.
  private func longestIdle(_ now: Int, atLeast least: Int) -> [WatchedConnection] {
    let idle = open.values.compactMap { connection in
      connection.idleSeconds(now: now).map { (seconds: $0, connection: connection) }
    }
    let inOrder = idle.filter { $0.seconds >= least }.sorted { $0.seconds > $1.seconds }
    return Array(
      inOrder.lazy.map(\.connection).filter { !$0.hasUnread }.prefix(share))
  }

  /// The oldest connections of the client prefix that has the most, if hardly any connection is idle.
  ///
  /// Returns none unless that prefix has at least twice as many as the newcomer's prefix would have.
  private func inLargestPrefix(beside clientPrefix: [UInt8]?, _ now: Int) -> [WatchedConnection] {
    let theirs = clientPrefix.flatMap { counts[$0] } ?? 0
    // A quick check first: in a flood this runs for each new connection.
    guard counts.values.max() ?? 0 >= 2 * (theirs + 1) else { return [] }
    var here: [[UInt8]: Int] = [:]
    for case let clientPrefix? in open.values.map(\.clientPrefix) {
      here[clientPrefix, default: 0] += 1
    }
    guard let (largest, count) = here.max(by: { $0.value < $1.value }), count >= 2 * (theirs + 1)
    else { return [] }
    let longest = open.values.filter { $0.clientPrefix == largest }
      .sorted { $0.seconds(now: now) > $1.seconds(now: now) }
    return Array(longest.prefix(min(share, (count - theirs) / 2)))
  }
}
