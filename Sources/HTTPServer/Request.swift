/// One request, taken apart: what a handler is given.
public struct Request: Sendable {
  /// What is to be done.
  public var method: Method

  /// The segments of the path, percent-decoded: `/a/b%2Fc` is `["a", "b/c"]`, and `/` is empty.
  public var path: [String]

  /// The parameters after `?`, in order, repeats kept.
  public var query: [QueryItem]

  /// The header fields.
  public var headers: Headers

  /// The content sent along, at most as long as the server's limit.
  public var body: [UInt8]

  /// The content where it is kept in a file, because of `Limits.longContent`; then `body` is empty.
  public var spooled: SpooledContent?

  /// The request target as the client wrote it.
  public let targetBytes: [UInt8]

  /// The host that was asked: from the target in absolute form, else from the `Host` field.
  public var host: String? { authority ?? headers["Host"] }

  /// By which scheme the client reached the server, or the proxy in front of it.
  public internal(set) var scheme = "http"

  /// What stands before the path where the client sees it, because a proxy took it away: `/photos`.
  public internal(set) var pathPrefix = ""

  /// What the client may see.
  public var visitor = Visitor.owner

  var authority: String?

  /// The client, or the trusted proxy that hides it.
  var peer: PeerAddress?

  /// Makes a request as a socket would deliver it, for tests and clients inside the program.
  ///
  /// Throws a 400 where the target is malformed.
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

  /// The request target as text; bytes that are not UTF-8 show as `U+FFFD`.
  public var rawTarget: String { String(decoding: targetBytes, as: UTF8.self) }

  /// The address of the client, without a port; nothing for a request that came from no socket.
  ///
  /// Behind a proxy that is trusted it is what the proxy says.
  public var remoteAddress: String? { peer?.text }

  /// The value of the first query parameter of that name.
  public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// One parameter of a query, percent-decoded, with `+` read as a space.
public struct QueryItem: Hashable, Sendable {
  /// The part before `=`.
  public var name: String

  /// The part after `=`; empty where there is none.
  public var value: String

  /// Makes a parameter.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
