/// A parsed request.
public struct Request: Sendable {
  /// The method.
  public var method: Method

  /// The segments of the path, percent-decoded: `/a/b%2Fc` is `["a", "b/c"]`, and `/` is empty.
  public var path: [String]

  /// The parameters after `?`, in order, repeats kept.
  public var query: [QueryItem]

  /// The header fields.
  public var headers: Headers

  /// The body, limited in length.
  public var body: [UInt8]

  /// The body if it is stored in a file, by `Limits.longContent`; then `body` is empty.
  public var spooled: SpooledContent?

  /// The request target as sent.
  public let targetBytes: [UInt8]

  /// The requested host: from a target in absolute form, else from the `Host` field.
  public var host: String? { authority ?? headers["Host"] }

  /// The scheme by which the client reached the server, or the proxy in front of it.
  public internal(set) var scheme = "http"

  /// The path prefix that a proxy removed, such as `/photos`.
  public internal(set) var pathPrefix = ""

  /// What the client may see.
  public var visitor = Visitor.owner

  /// The name with which the client has signed in; nil if no guard has verified any.
  public internal(set) var signedInUser: String?

  var authority: String?

  /// The client, or the trusted proxy in front of it.
  var peer: PeerAddress?

  /// Makes a request as it would arrive through a socket, for tests and clients in the same process.
  ///
  /// Throws a 400 if the target is malformed.
  public init(
    method: Method = .get, target: String, headers: Headers = Headers(), body: [UInt8] = []
  ) throws(Problem) {
    try self.init(
      method: method, targetBytes: Array(target.utf8), headers: headers, body: body)
  }

  init(
    method: Method, targetBytes: [UInt8], headers: Headers, body: [UInt8],
    peer: PeerAddress? = nil
  ) throws(Problem) {
    let target = try RequestTarget(targetBytes)
    self.method = method
    self.targetBytes = targetBytes
    self.headers = headers
    self.body = body
    self.peer = peer
    path = target.path
    query = target.query
    authority = target.authority
  }

  /// The same request of a user who has just proved who it is.
  public func signedIn(as account: Account) -> Request {
    var request = self
    (request.visitor, request.signedInUser) = (account.visitor, account.name)
    return request
  }

  /// The request target as text; bytes that are not UTF-8 become `U+FFFD`.
  public var rawTarget: String { String(decoding: targetBytes, as: UTF8.self) }

  /// Identifies the client for limits: its IPv4 address, or the network of its IPv6 address; empty without a socket.
  public var clientPrefix: [UInt8] { peer?.clientPrefix ?? [] }

  /// The address of the client without a port; nil if the request has no socket.
  ///
  /// Behind a trusted proxy it is the address that the proxy reports.
  public var remoteAddress: String? { peer?.text }

  /// The value of the first query parameter of that name.
  public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// A query parameter, percent-decoded, with `+` decoded as a space.
public struct QueryItem: Hashable, Sendable {
  /// The part before `=`.
  public var name: String

  /// The part after `=`; empty if there is none.
  public var value: String

  /// Makes a parameter.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
