internal import Synchronization

/// An HTTP server on one address: libmicrohttpd's connections and threads in front of a `Responder`.
public final class HTTPServer: Sendable {
  /// The configuration.
  public let configuration: Configuration

  private let responder: any Responder
  private let running = Mutex<Running?>(nil)

  private struct Running {
    var listener: Listener
    var daemon: Daemon
  }

  /// Makes a server that is not listening yet.
  public init(configuration: Configuration = Configuration(), responder: any Responder) {
    self.configuration = configuration
    self.responder = responder
  }

  deinit { stop() }

  /// Starts to listen and returns the port; if it listens already, returns the same port.
  public func start() throws(ServerError) -> Int {
    try running.withLock { state throws(ServerError) in
      if let state { return state.listener.port }
      let socket = try listeningSocket()
      let daemon = try Daemon(configuration: configuration, responder: responder)
      let listener = try Listener(socket: socket, daemon: daemon)
      state = Running(listener: listener, daemon: daemon)
      return listener.port
    }
  }

  private func listeningSocket() throws(ServerError) -> ListeningSocket {
    if let inherited = configuration.inheritedSocket { return ListeningSocket(inherited) }
    return try ListeningSocket(host: configuration.host, port: configuration.port)
  }

  /// Replaces the certificate.
  ///
  /// Open connections end with their requests in flight. If the certificate is not valid, the former one stays.
  public func renew(_ identity: TLSIdentity) throws(ServerError) {
    var renewed = configuration
    renewed.tls = identity
    let daemon = try Daemon(configuration: renewed, responder: responder)
    let old = running.withLock { state -> Daemon? in
      let old = state?.daemon
      state?.daemon = daemon
      state?.listener.handOver(to: daemon)
      return old
    }
    old?.stop(drainSeconds: configuration.drainSeconds)
  }

  /// Stops listening, finishes the requests in flight, and returns when all connections are closed.
  ///
  /// Waiting streams end at once. Requests that take longer than `drainSeconds` are cut off.
  public func stop() {
    let stopping = running.withLock { state in
      defer { state = nil }
      return state
    }
    guard let stopping else { return }
    // In this order: a client that cannot connect may rely on responses saying so.
    stopping.daemon.traffic.beginDraining()
    stopping.listener.stop()
    stopping.daemon.stop(drainSeconds: configuration.drainSeconds)
  }
}
