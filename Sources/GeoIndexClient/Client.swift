/// A client of a geoindex server.
public struct Client: Sendable {
  private let transport: any Transport
  private let credentials: Credentials?
  private let limit: Int

  /// Makes a client that sends requests through a transport.
  ///
  /// A response of more than `limit` bytes after decompression is refused, and the rest of it is not read;
  /// `stream` has no limit.
  public init(
    _ transport: any Transport, credentials: Credentials? = nil, limit: Int = 1 << 28
  ) {
    self.transport = transport
    self.credentials = credentials
    self.limit = limit
  }

  /// Sends a request and parses its response.
  public func send<Response>(_ endpoint: Endpoint<Response>) async throws(ClientError) -> Response {
    try endpoint.response(from: await reply(to: endpoint.request))
  }

  /// Sends a request and returns the whole response, whatever its status.
  public func reply(to request: Request) async throws(ClientError) -> Reply {
    do {
      let head = try await transport.send(signed(request))
      return Reply(
        status: head.status, headers: head.headers, body: try await head.body.collect(upTo: limit))
    } catch {
      throw ClientError(transport: error)
    }
  }

  /// Sends a request and returns its response while the body arrives, for answers of any length.
  ///
  /// Errors while it is read are thrown by the body, as `ClientError`.
  public func stream<Response>(
    _ endpoint: Endpoint<Response>
  ) async throws(ClientError) -> StreamedReply {
    do {
      var head = try await transport.send(signed(endpoint.request))
      guard (200...299).contains(head.status) else {
        let body = try await head.body.collect(upTo: limit)
        throw ClientError.refused(
          Refusal(Reply(status: head.status, headers: head.headers, body: body)))
      }
      head.body = ByteStream(ClientPieces(pieces: head.body))
      return head
    } catch {
      throw ClientError(transport: error)
    }
  }

  /// Signs in with a name and a password; the client that it returns sends the cookie of the session.
  ///
  /// `Endpoint.signOut()` ends the session.
  public func signIn(name: String, password: String) async throws(ClientError) -> Client {
    let form = [("name", name), ("password", password)]
      .map { $0 + "=" + Request.percentEncoded($1) }.joined(separator: "&")
    let request = Request(
      .post, "/session", headers: ["Accept": "application/json"],
      content: .init(type: "application/x-www-form-urlencoded", bytes: Array(form.utf8)))
    let reply = try await Client(transport, limit: limit).reply(to: request)
    guard (200...299).contains(reply.status) else { throw .refused(Refusal(reply)) }
    let cookies = reply.headers.values(of: "Set-Cookie").compactMap {
      $0.split(separator: ";").first
    }
    guard !cookies.isEmpty else { throw .undecodable(reason: "it has no cookie", reply) }
    let session = Credentials.session(cookies.joined(separator: "; "))
    return Client(transport, credentials: session, limit: limit)
  }

  private func signed(_ request: Request) -> Request {
    var request = request
    if let credentials { request.headers[credentials.field] = credentials.value }
    return request
  }
}

/// The pieces of a response, whose errors are those of the client.
private struct ClientPieces: AsyncSequence {
  let pieces: ByteStream

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: ByteStream.AsyncIterator

    mutating func next() async throws -> [UInt8]? {
      do { return try await pieces.next() } catch { throw ClientError(transport: error) }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: pieces.makeAsyncIterator()) }
}

/// Who sends the requests.
public struct Credentials: Hashable, Sendable {
  let field: String
  let value: String

  /// A name and a password, sent with each request (HTTP Basic authentication).
  public static func basic(name: String, password: String) -> Credentials {
    Credentials(
      field: "Authorization", value: "Basic " + base64(Array("\(name):\(password)".utf8)))
  }

  /// A token of `geoindex user token`.
  public static func token(_ token: String) -> Credentials {
    Credentials(field: "Authorization", value: "Bearer " + token)
  }

  /// The cookie of a session, as `Client.signIn` gets it.
  public static func session(_ cookie: String) -> Credentials {
    Credentials(field: "Cookie", value: cookie)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
      text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
