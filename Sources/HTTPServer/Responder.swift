/// Responds to requests.
public protocol Responder: Sendable {
  /// Responds to one request; throws a `Problem` to report an error to the client.
  ///
  /// Called on several threads at once.
  func respond(to request: Request) throws -> EventualResponse
}
