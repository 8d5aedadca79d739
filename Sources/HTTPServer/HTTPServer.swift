/// A server on one address: libmicrohttpd's sockets and threads in front of a `Responder`.
public final class HTTPServer: Sendable {
  /// How it was set up.
  public let configuration: Configuration

  private let responder: any Responder

  /// Makes a server that is not listening yet.
  public init(configuration: Configuration = Configuration(), responder: any Responder) {
    self.configuration = configuration
    self.responder = responder
  }

  /// Starts to listen, and answers the port.
  public func start() throws(ServerError) -> Int { throw ServerError(.cannotStart, "not yet") }

  /// Stops listening, lets the requests in flight finish, and returns when all is closed.
  public func stop() {}
}
