/// What a client is allowed to see.
public enum Visitor: Sendable {
  /// A client who has signed in as an owner, or any client if none needs to sign in.
  case owner

  /// A client with a share link, or a user who has signed in, who sees a part of the photos.
  case guest(any Guest)

  /// The server of another machine, which may fetch the bytes of one version of a photo.
  case machine(version: String)

  /// A client without credentials, on one of the few public paths.
  case stranger
}

/// The permissions of a guest; only the service that made it can interpret them.
public protocol Guest: AnyObject, Sendable {
  /// Whether the guest may change anything.
  var mayWrite: Bool { get }
}

extension Guest {
  /// Most guests only look.
  public var mayWrite: Bool { false }
}
