internal import Glibc
internal import Synchronization
internal import Threads

/// Closes connections that are idle or too slow, checking once a second.
///
/// The library's own timeout restarts with every byte. So a client that sends one byte a minute would keep its
/// connection forever, and a few thousand of them would lock out all others.
final class ConnectionTimeouts: Sendable {
  /// The limits for clients.
  struct Rules: Sendable {
    var idleSeconds: Int
    var headerSeconds: Int
    var slowestRate: Int

    /// The seconds over which the rate is measured.
    var window: Int
  }

  private let rules: Rules
  private let trusted: ProxyTrust?

  // Connections are shut down under this lock, and the library closes a connection only after it has
  // been removed here. So no descriptor is shut down that was reused in the meantime.
  private let connections: Mutex<OpenConnections>
  private let ended = Doorbell()
  private let thread = Mutex<SystemThread?>(nil)

  /// Rings when the library's threads have caught up.
  let caughtUp = Doorbell()
  private let isAwaited = Atomic<Bool>(false)

  init(_ configuration: HTTPServer.Configuration) {
    rules = Rules(
      idleSeconds: configuration.idleSeconds, headerSeconds: configuration.headerSeconds,
      slowestRate: configuration.slowestRate, window: configuration.rateWindow)
    connections = Mutex(
      OpenConnections(
        limit: configuration.connectionLimit,
        addressLimit: configuration.connectionsPerAddressLimit))
    trusted = configuration.policy.trustedProxies
  }

  /// Whether another connection may be passed to the library.
  ///
  /// If all are taken, closes those that were idle longest, or else some of the client prefix with the most.
  func admits(_ descriptor: CInt, from address: PeerAddress?) -> Bool {
    let clientPrefix = clientPrefix(address)
    let isLocal = address?.isLoopback ?? true
    return connections.withLock { $0.admit(descriptor, of: clientPrefix, isLimited: !isLocal) }
  }

  /// Records that the library refused an admitted connection.
  func refused(_ descriptor: CInt) { connections.withLock { $0.refused(descriptor) } }

  /// Records a connection that was opened.
  func opened(_ descriptor: CInt, from address: PeerAddress?) -> WatchedConnection {
    let connection = WatchedConnection(descriptor: descriptor, clientPrefix: clientPrefix(address))
    change { $0.take(connection) }
    return connection
  }

  /// Removes a connection, which is closed after this.
  func closed(_ connection: WatchedConnection) { change { $0.remove(connection) } }

  /// Whether the library's threads are so far behind that no connection should be accepted.
  ///
  /// `caughtUp` rings when they no longer are.
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

  /// Starts the thread.
  func start() {
    // If no thread can be started, the library's timeout still applies.
    guard let created = try? SystemThread({ [self] in run() }) else { return }
    thread.withLock { $0 = created }
  }

  /// Stops and joins the thread.
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
