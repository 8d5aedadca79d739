/// As whom a client was let in.
public enum Visitor: Sendable {
  /// Somebody with a password, or anyone where none is asked for.
  case owner

  /// Somebody with less than that.
  case guest(any Guest)

  /// Somebody who has shown nothing, at one of the few places that are open to all.
  case stranger
}

/// What a guest may see; only the service that made it knows what that is.
public protocol Guest: AnyObject, Sendable {}
