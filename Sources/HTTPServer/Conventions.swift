/// What HTTP asks of every answer, whatever it is about, and what the caller wants of all of them.
public struct Conventions: Sendable {
  /// Hosts a request may name beside this machine's own names for itself (`localhost`, loopback addresses).
  ///
  /// `photos.example` allows any port, `photos.example:8443` that one, `[2001:db8::1]:80` likewise,
  /// `*` every host. A page elsewhere that points its own name at this machine (DNS rebinding) is
  /// refused with 403, because its name is not among them.
  public var allowedHosts: [String] = []

  /// Fields added to each answer that does not set them itself.
  public var extraHeaders: [HeaderField] = [
    HeaderField(name: "X-Content-Type-Options", value: "nosniff"),
    HeaderField(name: "Referrer-Policy", value: "no-referrer"),
  ]

  /// The least number of bytes worth compressing.
  public var compressionThreshold = 1_024

  /// How hard gzip tries: 1 … 9, or 0 for not at all.
  public var compressionLevel = 4

  /// Is told of errors that clients are not: what a handler threw that is no `Problem`.
  public var errorLog: (@Sendable (String) -> Void)?

  /// Makes the default conventions.
  public init() {}

  /// Answers a request as the server does: errors become problem documents, and so on.
  ///
  /// An answer to HEAD has the content of GET; a transport sends its length only.
  public func answer(_ request: Request, by responder: any Responder) -> Response {
    (try? responder.respond(to: request)) ?? Response(status: 500)
  }
}
