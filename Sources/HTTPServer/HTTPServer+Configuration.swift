extension HTTPServer {
  /// The address and the limits of a server.
  public struct Configuration: Sendable {
    /// The address to listen on: a name or a literal, IPv4 or IPv6 without brackets.
    public var host = "127.0.0.1"

    /// The port to listen on; 0 lets the system choose one.
    public var port = 8080

    /// A listening socket that a service manager passed to this process.
    ///
    /// If it is set, `host` and `port` are ignored. The server closes its descriptor when it stops; other processes
    /// that share the socket keep listening.
    public var inheritedSocket: InheritedSocket?

    /// The number of threads for requests.
    public var threads = 4

    /// The number of threads for slow responses (`EventualResponse.later`).
    public var slowThreads = 2

    /// The number of threads for responses that wait for other machines (`EventualResponse.distant`).
    public var distantThreads = 8

    /// The limit of open connections.
    ///
    /// If it is reached, the server closes the connections that were idle longest, or else some of the client prefix
    /// with the most. If that frees none, the new connection gets 503.
    public var connectionLimit = 1_024

    /// The limit of open connections per address; 0 is no limit.
    ///
    /// This machine and trusted proxies are exempt.
    public var connectionsPerAddressLimit = 64

    /// The seconds after which an idle connection is closed.
    public var idleSeconds = 60

    /// The seconds within which the first header of a connection must be complete.
    public var headerSeconds = 20

    /// The slowest accepted rate of request and response bodies, in bytes per second.
    public var slowestRate = 512

    /// The seconds over which the rate is measured.
    var rateWindow = 15

    /// The limit of long responses in memory, in bytes; above it the slowest readers are disconnected.
    public var bufferedResponsesLimit = 134_217_728

    /// The seconds that `stop()` waits for requests in flight.
    public var drainSeconds = 10

    /// The certificate and key; without them connections are not encrypted.
    public var tls: TLSIdentity?

    /// The policy for all requests and responses: limits, hosts, compression, fields.
    public var policy = HTTPPolicy()

    /// Called for each request after its response was sent or the client left.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?

    /// Counts requests and connections.
    public var meter: RequestMeter?

    /// Makes the default configuration.
    public init() {}
  }

  /// A certificate chain and its private key, both PEM.
  public struct TLSIdentity: Sendable {
    /// The certificate, followed by intermediate certificates.
    public var certificate: [UInt8]

    /// The private key.
    public var privateKey: [UInt8]

    /// Makes an identity.
    public init(certificate: [UInt8], privateKey: [UInt8]) {
      self.certificate = certificate
      self.privateKey = privateKey
    }
  }

  /// One line of an access log.
  public struct AccessRecord: Sendable {
    /// The method as sent.
    public var method: String

    /// The request target as sent.
    public var target: String

    /// The address of the client; behind a trusted proxy the one that it reports.
    public var remoteAddress: String?

    /// The time of the request, in microseconds since 1970.
    public var began: Int

    /// The status of the response; nil if the client left before there was one.
    public var status: Int?

    /// The length of the body, if it was known in advance.
    public var bodyCount: Int?

    /// The microseconds from the request to the end of the response.
    public var microseconds: Int

    /// Whether the whole response was passed to the network.
    public var wasCompleted: Bool
  }
}
