internal import Glibc
internal import Synchronization
internal import Threads

/// Goes round once a second and hangs up on who holds a connection without making use of it.
///
/// The library's own time-out begins anew with every byte: a client that sends one a minute would keep
/// its connection forever, and a few thousand of them everybody else out.
final class ConnectionTimeouts: Sendable {
  /// What clients have to keep to.
  struct Rules: Sendable {
    var idleSeconds: Int
    var headerSeconds: Int
    var slowestRate: Int

    /// Over how many seconds the rate is taken.
    var window: Int
  }

  private let rules: Rules
  private let trusted: ProxyTrust?

  // Connections are shut down under this lock, and the library closes a connection only after it has
  // been removed here. So no descriptor is shut down that was reused in the meantime.
  private let connections: Mutex<OpenConnections>
  private let ended = Doorbell()
  private let thread = Mutex<SystemThread?>(nil)

  /// Rings when the library's threads have caught up with what was awaited.
  let caughtUp = Doorbell()
  private let isAwaited = Atomic<Bool>(false)

  init(_ configuration: HTTPServer.Configuration) {
    rules = Rules(
      idleSeconds: configuration.idleSeconds, headerSeconds: configuration.headerSeconds,
      slowestRate: configuration.slowestRate, window: configuration.patrolWindow)
    connections = Mutex(
      OpenConnections(
        limit: configuration.connectionLimit,
        addressLimit: configuration.connectionsPerAddressLimit))
    trusted = configuration.policy.trustedProxies
  }

  /// Whether another connection may be handed to the library; where all are taken, those that have
  /// been idle for longest are ended, and if none is idle, those of the prefix with most.
  func admits(_ descriptor: CInt, from address: PeerAddress?) -> Bool {
    let clientPrefix = clientPrefix(address)
    let isLocal = address?.isLoopback ?? true
    return connections.withLock { $0.admit(descriptor, of: clientPrefix, isLimited: !isLocal) }
  }

  /// The library would not have a connection that was let in.
  func gaveUp(_ descriptor: CInt) { connections.withLock { $0.giveUp(descriptor) } }

  /// Takes note of a connection.
  func opened(_ descriptor: CInt, from address: PeerAddress?) -> WatchedConnection {
    let connection = WatchedConnection(descriptor: descriptor, clientPrefix: clientPrefix(address))
    change { $0.take(connection) }
    return connection
  }

  /// Forgets a connection, which is closed after this.
  func closed(_ connection: WatchedConnection) { change { $0.remove(connection) } }

  /// Whether the library's threads are so far behind that no connection should be accepted
  /// before they have; then `caughtUp` tells when.
  var isBehind: Bool {
    connections.withLock { connections in
      isAwaited.store(connections.isBehind, ordering: .relaxed)
      return connections.isBehind
    }
  }

  private func change(_ body: (inout OpenConnections) -> Void) {
    let hasCaughtUp = connections.withLock { connections in
      body(&connections)
      guard isAwaited.load(ordering: .relaxed), !connections.isBehind else { return false }
      isAwaited.store(false, ordering: .relaxed)
      return true
    }
    if hasCaughtUp { caughtUp.ring() }
  }

  /// The client prefix that a connection counts for; nil behind a proxy.
  private func clientPrefix(_ address: PeerAddress?) -> [UInt8]? {
    guard let address, !(trusted?.trusts(address) ?? false) else { return nil }
    return address.clientPrefix
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
      connections.withLock { connections in
        for connection in connections.open.values where connection.isOverdue(now: now, rules) {
          connection.hangUp()
        }
      }
    }
  }
}
