/// Answers from a list: for tests of programs that use a server of photos.
public struct StubTransport: Transport {
  private let answer: @Sendable (Request) -> Result<Reply, Unreachable>

  /// Makes a transport that answers each request with what a function says.
  public init(_ answer: @escaping @Sendable (Request) -> Result<Reply, Unreachable>) {
    self.answer = answer
  }

  /// Makes a transport that answers all requests the same.
  public init(_ reply: Reply) { self.init { _ in .success(reply) } }

  /// Makes a transport on which every request fails.
  public init(unreachable reason: String) {
    self.init { _ in .failure(Unreachable(reason)) }
  }

  /// Answers.
  public func send(_ request: Request) async throws(Unreachable) -> Reply {
    try answer(request).get()
  }
}
