internal import Glibc
internal import Synchronization
internal import Threads

/// Goes round once a second and hangs up on who holds a connection without making use of it.
///
/// The library's own time-out begins anew with every byte: a client that sends one a minute would keep
/// its connection forever, and a few thousand of them everybody else out.
final class ConnectionPatrol: Sendable {
  /// What clients have to keep to.
  struct Rules: Sendable {
    var idleSeconds: Int
    var headerSeconds: Int
    var slowestRate: Int

    /// Over how many seconds the rate is taken.
    var window: Int
  }

  private let rules: Rules
  private let limit: Int
  private let addressLimit: Int
  private let trusted: ProxyTrust?

  // Whoever hangs up does so under this lock, and the library closes a connection only after it has
  // been taken out: no descriptor is shut down that has become somebody else's.
  private let state = Mutex(State())
  private let ended = Doorbell()
  private let thread = Mutex<SystemThread?>(nil)

  private struct State {
    var connections: [ObjectIdentifier: WatchedConnection] = [:]
    var counts: [[UInt8]: Int] = [:]
  }

  init(_ configuration: HTTPServer.Configuration) {
    rules = Rules(
      idleSeconds: configuration.idleSeconds, headerSeconds: configuration.headerSeconds,
      slowestRate: configuration.slowestRate, window: configuration.patrolWindow)
    limit = max(1, configuration.connectionLimit)
    addressLimit = configuration.connectionsPerAddressLimit
    trusted = configuration.conventions.trustedProxies
  }

  /// Takes note of a connection.
  func opened(_ descriptor: CInt, from address: PeerAddress?) -> WatchedConnection {
    let connection = WatchedConnection(descriptor: descriptor, address: address)
    let key = countedKey(address)
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      if let key { state.counts[key, default: 0] += 1 }
    }
    return connection
  }

  /// Forgets a connection, which is closed after this.
  func closed(_ connection: WatchedConnection) {
    let key = countedKey(connection.address)
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = nil
      guard let key, let count = state.counts[key] else { return }
      state.counts[key] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether another connection may be let in; where all are taken, those that have been idle for
  /// longest make room.
  func hasRoom(for address: PeerAddress?) -> Bool {
    let now = Clock.seconds()
    let key = countedKey(address)
    return state.withLock { state in
      if let key, state.counts[key] ?? 0 >= addressLimit { return false }
      guard state.connections.count >= limit else { return true }
      let idle = state.connections.values.compactMap { connection in
        connection.idleSeconds(now: now).map { (seconds: $0, connection: connection) }
      }
      // Some at once: in a flood, looking through all of them for each would hold everybody up.
      let longest = idle.sorted { $0.seconds > $1.seconds }.prefix(max(1, limit / 64))
      for (_, connection) in longest {
        connection.hangUp()
        // It is gone in a moment; until then it must not be chosen again.
        state.connections[ObjectIdentifier(connection)] = nil
      }
      return !longest.isEmpty
    }
  }

  /// What connections of an address are counted under; nothing where it may have any number.
  private func countedKey(_ address: PeerAddress?) -> [UInt8]? {
    guard addressLimit > 0, let address, !address.isLoopback, !(trusted?.trusts(address) ?? false)
    else { return nil }
    return address.household
  }

  /// Begins to go round.
  func start() {
    // Without a thread there is still the library's time-out.
    guard let created = try? SystemThread({ [self] in run() }) else { return }
    thread.withLock { $0 = created }
  }

  /// Returns when the thread has ended.
  func stop() {
    ended.ring()
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.join()
  }

  private func run() {
    while !ended.wait(.seconds(1)) {
      let now = Clock.seconds()
      state.withLock { state in
        for connection in state.connections.values where connection.isOverdue(now: now, rules) {
          connection.hangUp()
        }
      }
    }
  }
}
