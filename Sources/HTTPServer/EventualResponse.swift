/// A response, or the work that makes one.
public enum EventualResponse: Sendable {
  /// A response that is ready.
  case now(Response)

  /// A response that takes too long for the thread of the connection.
  ///
  /// The server makes the most recently requested one first, and drops the closure if the client leaves meanwhile. On
  /// shutdown, a response that is being made is still sent if it is ready soon.
  case later(@Sendable () throws -> Response)

  /// A response that waits for another machine.
  ///
  /// It has threads of its own, so that a slow machine does not delay other responses.
  case distant(@Sendable () throws -> Response)

  /// Changes the response, as soon as it has been made.
  public func map(_ change: @escaping @Sendable (Response) throws -> Response) rethrows
    -> EventualResponse
  {
    switch self {
    case .now(let response): .now(try change(response))
    case .later(let make): .later { try change(try make()) }
    case .distant(let make): .distant { try change(try make()) }
    }
  }

  /// Returns the response, making it on this thread if necessary.
  public func response() throws -> Response {
    switch self {
    case .now(let response): response
    case .later(let make), .distant(let make): try make()
    }
  }
}

extension Response {
  /// Ends a stream once `permission` returns false.
  public func streamed(while permission: @escaping @Sendable () -> Bool) -> Response {
    if case .stream(let stream) = body { stream.require(permission) }
    return self
  }
}
