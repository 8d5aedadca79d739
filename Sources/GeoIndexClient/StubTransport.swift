/// A transport with canned responses, for tests of programs that use this client.
public struct StubTransport: Transport {
  private let answer: @Sendable (Request) -> Result<Reply, Unreachable>

  /// Makes a transport that responds with the result of a function.
  public init(_ answer: @escaping @Sendable (Request) -> Result<Reply, Unreachable>) {
    self.answer = answer
  }

  /// Makes a transport that responds to each request in the same way.
  public init(_ reply: Reply) { self.init { _ in .success(reply) } }

  /// Makes a transport on which each request fails.
  public init(unreachable reason: String) {
    self.init { _ in .failure(Unreachable(reason)) }
  }

  /// Returns the canned response.
  public func send(_ request: Request) async throws(Unreachable) -> Reply {
    try answer(request).get()
  }
}
