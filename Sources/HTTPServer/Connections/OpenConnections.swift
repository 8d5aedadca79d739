internal import Glibc

/// The connections of a server: those that are open, those on their way in, and those on their way out.
struct OpenConnections {
  /// A client that was just answered or just connected is not idle: its next request may be on its way.
  private static let idleSeconds = 2

  private let limit: Int
  private let addressLimit: Int

  /// Taken up by the library, and not asked to leave.
  private(set) var open: [ObjectIdentifier: WatchedConnection] = [:]

  /// Handed to the library, which takes them up when its threads come to it; by descriptor, with whose
  /// they are.
  ///
  /// One that the library gives up without a word leaves its place to the next with its descriptor.
  private var arriving: [CInt: [UInt8]?] = [:]

  /// Hung up on to make room, and not closed yet.
  private var leaving: Set<ObjectIdentifier> = []

  /// How many each client prefix has of all these.
  private var counts: [[UInt8]: Int] = [:]

  /// When a look for those that had been idle for so many seconds found few.
  private var foundFewAt: [Int: Int] = [:]

  init(limit: Int, addressLimit: Int) {
    self.limit = max(1, limit)
    self.addressLimit = addressLimit
  }

  /// Whether so much has changed that the library's threads have not come to yet that more would only
  /// make it worse.
  var isBehind: Bool { arriving.count + leaving.count > max(1, limit / 4) }

  /// Takes note of a connection that is to be handed to the library, if there is room for it.
  mutating func admit(_ descriptor: CInt, of clientPrefix: [UInt8]?, isLimited: Bool) -> Bool {
    if isLimited, addressLimit > 0, let clientPrefix, counts[clientPrefix] ?? 0 >= addressLimit {
      return false
    }
    if open.count + arriving.count >= limit, !makeRoom(for: clientPrefix) { return false }
    if let lost = arriving.updateValue(clientPrefix, forKey: descriptor) { uncount(lost) }
    if let clientPrefix { counts[clientPrefix, default: 0] += 1 }
    return true
  }

  /// The library would not have it.
  mutating func giveUp(_ descriptor: CInt) {
    if let clientPrefix = arriving.removeValue(forKey: descriptor) { uncount(clientPrefix) }
  }

  /// The library has taken it up.
  mutating func take(_ connection: WatchedConnection) {
    open[ObjectIdentifier(connection)] = connection
    // Whose it is was counted when it was let in.
    let wasCounted = arriving.removeValue(forKey: connection.descriptor) != nil
    if !wasCounted, let clientPrefix = connection.clientPrefix {
      counts[clientPrefix, default: 0] += 1
    }
  }

  /// It is closed after this.
  mutating func remove(_ connection: WatchedConnection) {
    let identifier = ObjectIdentifier(connection)
    if open.removeValue(forKey: identifier) == nil { leaving.remove(identifier) }
    uncount(connection.clientPrefix)
  }

  private mutating func uncount(_ clientPrefix: [UInt8]?) {
    guard let clientPrefix, let count = counts[clientPrefix] else { return }
    counts[clientPrefix] = count > 1 ? count - 1 : nil
  }

  /// Hangs up on some: in a flood, looking through all of them for each would hold everybody up.
  private mutating func makeRoom(for clientPrefix: [UInt8]?) -> Bool {
    let now = Clock.seconds()
    var ending = lookForIdle(now, atLeast: Self.idleSeconds)
    if ending.isEmpty { ending = inLargestPrefix(beside: clientPrefix, now) }
    if ending.isEmpty { ending = lookForIdle(now, atLeast: 0) }
    for connection in ending {
      connection.hangUp()
      // It is gone in a moment; until then it must not be chosen again.
      let identifier = ObjectIdentifier(connection)
      open[identifier] = nil
      leaving.insert(identifier)
    }
    return !ending.isEmpty
  }

  /// The same as `longestIdle`, but for a look that finds few: there is no other in the same second.
  private mutating func lookForIdle(_ now: Int, atLeast least: Int) -> [WatchedConnection] {
    guard foundFewAt[least] != now else { return [] }
    let found = longestIdle(now, atLeast: least)
    if found.count < share { foundFewAt[least] = now }
    return found
  }

  /// How many are hung up on at once.
  private var share: Int { max(1, limit / 64) }

  /// Those that have waited for longest for a header, but for those whose header only waits for us.
  private func longestIdle(_ now: Int, atLeast least: Int) -> [WatchedConnection] {
    let idle = open.values.compactMap { connection in
      connection.idleSeconds(now: now).map { (seconds: $0, connection: connection) }
    }
    let inOrder = idle.filter { $0.seconds >= least }.sorted { $0.seconds > $1.seconds }
    return Array(
      inOrder.lazy.map(\.connection).filter { !$0.hasUnread }.prefix(share))
  }

  /// If hardly any connection is idle, ends connections of the client prefix that has most:
  /// the oldest ones, if it has more than twice as many as the newcomer's prefix would have.
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
