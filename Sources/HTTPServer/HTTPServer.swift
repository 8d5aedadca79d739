internal import Synchronization

/// A server on one address: libmicrohttpd's sockets and threads in front of a `Responder`.
public final class HTTPServer: Sendable {
  /// How it was set up.
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

  /// Starts to listen, and answers the port; a server that listens already answers its port again.
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

  /// Serves with another certificate from now on.
  ///
  /// Connections that are open end with their requests in flight. Where the certificate is not good,
  /// the one from before stays.
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

  /// Stops listening, lets the requests in flight finish, and returns when all is closed.
  ///
  /// Streams that wait for something to send end at once. Requests that take longer than
  /// `drainSeconds` are cut off.
  public func stop() {
    let stopping = running.withLock { state in
      defer { state = nil }
      return state
    }
    guard let stopping else { return }
    // In this order: who finds the door closed may count on answers saying so.
    stopping.daemon.traffic.beginDraining()
    stopping.listener.stop()
    stopping.daemon.stop(drainSeconds: configuration.drainSeconds)
  }
}
