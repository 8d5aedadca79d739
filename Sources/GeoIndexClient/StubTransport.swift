/// A transport with canned responses, for tests of programs that use this client.
public struct StubTransport: Transport {
  private let answer: @Sendable (Request) throws -> Reply

  /// Makes a transport that responds with the result of a function.
  public init(_ answer: @escaping @Sendable (Request) throws -> Reply) { self.answer = answer }

  /// Makes a transport that responds to each request in the same way.
  public init(_ reply: Reply) { self.init { _ in reply } }

  /// Makes a transport on which each request fails.
  public init(unreachable reason: String) { self.init { _ in throw Unreachable(reason) } }

  /// Makes a transport that responds as a server has responded before, to the same requests.
  ///
  /// Requests that were sent several times get the recorded responses one after the other, and then the last.
  /// Credentials are not compared.
  public init(replaying recording: Recording) {
    let replies = Replies(recording)
    self.init { request in
      guard let reply = replies.next(request) else {
        throw Unreachable("\(request.method.rawValue) \(request.target) was not recorded")
      }
      return reply
    }
  }

  /// Returns the canned response.
  public func send(_ request: Request) async throws -> StreamedReply {
    StreamedReply(try answer(request))
  }
}
