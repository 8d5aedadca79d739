/// What a client is allowed to see.
public enum Visitor: Sendable {
  /// A client with a password, or any client if none is required.
  case owner

  /// A client with a share link, who sees a part.
  case guest(any Guest)

  /// A client without credentials, on one of the few public paths.
  case stranger
}

/// What a guest may see; only the service that made it knows what that is.
public protocol Guest: AnyObject, Sendable {}
