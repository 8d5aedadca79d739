/// Replies to requests.
public protocol Responder: Sendable {
  /// Replies to one request; throws a `Problem` to tell the client what is wrong.
  ///
  /// Called on several threads at once.
  func respond(to request: Request) throws -> EventualResponse
}
