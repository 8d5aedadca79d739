/// Responds to requests.
public protocol Responder: Sendable {
  /// Responds to one request; throws a `Problem` to report an error to the client.
  ///
  /// Called on several threads at once.
  func respond(to request: Request) throws -> EventualResponse

  /// What the client of a request reads about a problem; nil for the problem's own detail.
  func words(for problem: Problem, to request: Request) -> ProblemWords?
}

extension Responder {
  /// Nil.
  public func words(for problem: Problem, to request: Request) -> ProblemWords? { nil }
}
