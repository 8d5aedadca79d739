/// Something that answers requests.
public protocol Responder: Sendable {
  /// Answers one request; throw a `Problem` to tell the client what is wrong.
  ///
  /// Called on several threads at once.
  func respond(to request: Request) throws -> Response
}
