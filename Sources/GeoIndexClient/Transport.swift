/// Sends requests to a server and receives the responses.
///
/// `URLSessionTransport` uses HTTP, `InProcessTransport` calls a service in the same process, and
/// `StubTransport` and `RecordingTransport` are for tests.
public protocol Transport: Sendable {
  /// Sends a request, and returns when the header of the response has arrived.
  ///
  /// A response with an error status is returned. What is thrown becomes `ClientError.unreachable`; the client
  /// takes an `Unreachable` and a `CancellationError` as they are. The transport keeps no cookies, and follows
  /// redirections to the same server only, because requests have credentials.
  func send(_ request: Request) async throws -> StreamedReply
}

/// A response whose body is still arriving.
public struct StreamedReply: Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The header fields.
  public var headers: HeaderFields

  /// The body after transfer and content decoding.
  public var body: ByteStream

  /// Makes a response.
  public init(status: Int, headers: HeaderFields = [:], body: ByteStream) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes a response that has arrived.
  public init(_ reply: Reply) {
    self.init(status: reply.status, headers: reply.headers, body: ByteStream(reply.body))
  }
}

/// A whole response.
public struct Reply: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The header fields.
  public var headers: HeaderFields

  /// The body after transfer and content decoding.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The media type of the body, if the server sent one.
  public var type: String? { headers["Content-Type"] }
}

/// Bytes as they arrive, in pieces; a stream can be read once.
public struct ByteStream: AsyncSequence, Sendable {
  private let makeNext: @Sendable () -> () async throws -> [UInt8]?

  /// Makes a stream of bytes that are there.
  public init(_ bytes: [UInt8]) {
    makeNext = {
      var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
      return {
        defer { rest = nil }
        return rest
      }
    }
  }

  /// Makes a stream from a function that returns the next piece, and nil at the end.
  public init(next: @escaping @Sendable () async throws -> [UInt8]?) { makeNext = { next } }

  /// Makes a stream from another sequence of pieces.
  public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces) where Pieces.Element == [UInt8] {
    makeNext = {
      var iterator = pieces.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Reads the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let makePiece: () async throws -> [UInt8]?

    /// The next piece; nil at the end.
    public mutating func next() async throws -> [UInt8]? { try await makePiece() }
  }

  /// Makes the iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(makePiece: makeNext()) }

  /// Reads everything; throws an `Unreachable` if there are more bytes than `limit`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in self {
      guard piece.count <= limit - bytes.count else {
        throw Unreachable("the response has more than \(limit) bytes", .tooLarge)
      }
      bytes += piece
    }
    return bytes
  }
}
