/// A response, or the work that makes one.
public enum EventualResponse: Sendable {
  /// A response that is ready.
  case now(Response)

  /// A response that takes too long for the thread that serves the connection.
  ///
  /// The server makes the most recently requested one first, and drops the closure uncalled if the client
  /// leaves meanwhile. A client whose response is being made when the server stops gets it if that is soon.
  case later(@Sendable () throws -> Response)

  /// Changes the response, as soon as it has been made.
  public func map(_ change: @escaping @Sendable (Response) throws -> Response) rethrows
    -> EventualResponse
  {
    switch self {
    case .now(let response): .now(try change(response))
    case .later(let make): .later { try change(try make()) }
    }
  }

  /// Returns the response, and makes it on this thread if need be.
  public func response() throws -> Response {
    switch self {
    case .now(let response): response
    case .later(let make): try make()
    }
  }
}

extension Response {
  /// Ends content that is made while it is sent as soon as this returns false.
  public func streamed(while permission: @escaping @Sendable () -> Bool) -> Response {
    if case .stream(let stream) = body { stream.require(permission) }
    return self
  }
}
