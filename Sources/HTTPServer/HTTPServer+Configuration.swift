extension HTTPServer {
  /// Where the server listens and what it puts up with.
  public struct Configuration: Sendable {
    /// The address to listen on: a name or a literal, IPv4 or IPv6 without brackets.
    public var host = "127.0.0.1"

    /// The port to listen on; 0 lets the system pick one.
    public var port = 8080

    /// A socket that listens already, as a service manager hands it over.
    ///
    /// Then `host` and `port` are ignored. The server releases it when it stops; it keeps listening for
    /// other processes that share it.
    public var inheritedSocket: InheritedSocket?

    /// How many threads answer requests.
    public var threads = 4

    /// How many threads make the answers that take long (`EventualResponse.later`).
    public var slowThreads = 2

    /// How many connections may be open at once.
    ///
    /// For one more, those that have been idle for longest have to go; where none is idle, some of the
    /// client prefix that has most. Beyond it, that prefix gets 503.
    public var connectionLimit = 1_024

    /// How many connections one address may have open at once; this machine and proxies that are
    /// trusted may have any number, and 0 is no limit.
    public var connectionsPerAddressLimit = 64

    /// After how many idle seconds a connection is closed.
    public var idleSeconds = 60

    /// Within how many seconds the first header of a connection has to be complete.
    public var headerSeconds = 20

    /// How slowly content may come and go, in bytes a second.
    public var slowestRate = 512

    /// Over how many seconds that is measured.
    var patrolWindow = 15

    /// How many bytes of long answers may be held for clients that are taking them; where it is more,
    /// those who take them most slowly are hung up on.
    public var heldAnswersLimit = 134_217_728

    /// How many seconds `stop()` waits for requests in flight.
    public var drainSeconds = 10

    /// The certificate and key to serve with; without them connections are not encrypted.
    public var tls: TLSIdentity?

    /// What holds for every request and answer: limits, hosts, compression, fields.
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
    /// The certificate, followed by those that vouch for it.
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
    /// The method as it was sent.
    public var method: String

    /// The request target as it was sent.
    public var target: String

    /// The address of the client, which a proxy that is trusted tells.
    public var remoteAddress: String?

    /// When the request came, in microseconds since 1970.
    public var began: Int

    /// The status of the response; nil if the client left before there was one.
    public var status: Int?

    /// The length of the content where it was known when it began.
    public var bodyCount: Int?

    /// How long it took from the request to the end of the answer.
    public var microseconds: Int

    /// Whether the whole answer was handed to the network.
    public var wasCompleted: Bool
  }
}
