internal import Synchronization

/// Content made piece by piece while it is sent, for answers too long to hold and for event streams.
///
/// The server asks for the next piece when the socket has room; nothing is made for a client that
/// does not read.
public final class BodyStream: Sendable {
  /// What comes next.
  public enum Piece: Sendable {
    /// These bytes.
    case bytes([UInt8])

    /// Nothing yet: ask again after `wake()`.
    case wait

    /// Nothing more.
    case end
  }

  /// How many bytes it will be, where that is known beforehand.
  public let count: Int?

  /// Whether it may be compressed on its way: its pieces are then held back until there is enough, so
  /// that it must not `wait`.
  public let isCompressible: Bool

  private let make: @Sendable () throws -> Piece
  private let finished: (@Sendable () -> Void)?
  private let state = Mutex(State())

  private struct State {
    var wasWoken = false
    var isClosing = false
    var isFinished = false
    var resume: (@Sendable () -> Void)?
    var hasClientLeft: (@Sendable () -> Bool)?
    var permissions: [@Sendable () -> Bool] = []
  }

  /// Makes a stream from a function that gives the next piece; it serves one answer.
  ///
  /// The function is called by one thread at a time. An error ends the connection, so that the client
  /// sees an answer cut short rather than one that looks whole. `finished` is called once, when the
  /// answer has been sent or the client has gone. A client that leaves during a `wait` is noticed at
  /// the next piece, or by `endIfAbandoned()`: an event stream should send a comment now and then.
  public init(
    count: Int? = nil, isCompressible: Bool = false, finished: (@Sendable () -> Void)? = nil,
    next: @escaping @Sendable () throws -> Piece
  ) {
    self.count = count
    self.isCompressible = isCompressible
    make = next
    self.finished = finished
  }

  deinit { finish() }

  /// Makes the next piece; throws if the client may no longer have it.
  public func next() throws -> Piece {
    let permissions = state.withLock { $0.permissions }
    guard permissions.allSatisfy({ $0() }) else { throw PermissionWithdrawn() }
    return try make()
  }

  /// Ends the stream before its next piece as soon as this returns false.
  public func require(_ permission: @escaping @Sendable () -> Bool) {
    state.withLock { $0.permissions.append(permission) }
  }

  /// Says that there may be something to send after a `wait`; any thread may say it at any time.
  public func wake() {
    state.withLock { state in
      guard let resume = state.resume else {
        state.wasWoken = true
        return
      }
      // Inside the lock: once it is left the connection may be closed and gone.
      (state.resume, state.hasClientLeft) = (nil, nil)
      resume()
    }
  }

  /// Ends a stream that waits though its client has gone, which nothing else would tell until there is
  /// something to send.
  public func endIfAbandoned() {
    let isAbandoned = state.withLock { state in
      guard state.hasClientLeft?() ?? false else { return false }
      state.isClosing = true
      return true
    }
    if isAbandoned { wake() }
  }

  /// What a transport does about a `wait`.
  enum Waiting {
    case suspended
    case askAgain
    case end
  }

  /// Suspends the connection until `wake()`, unless that was called since the last piece.
  ///
  /// The closures run under the lock, so that a resume never comes before its suspend, and that the
  /// connection is there while it is asked for its client.
  func wait(
    suspend: () -> Void, resume: @escaping @Sendable () -> Void,
    hasClientLeft: @escaping @Sendable () -> Bool
  ) -> Waiting {
    state.withLock { state in
      if state.isClosing { return .end }
      if state.wasWoken {
        state.wasWoken = false
        return .askAgain
      }
      suspend()
      (state.resume, state.hasClientLeft) = (resume, hasClientLeft)
      return .suspended
    }
  }

  /// Says that nothing more will be asked of the stream.
  func finish() {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    if isFirst { finished?() }
  }

  /// Ends the stream at its next `wait`, because the server stops.
  func close() {
    state.withLock { $0.isClosing = true }
    wake()
  }
}

/// A stream whose content its client may no longer have.
private struct PermissionWithdrawn: Error, CustomStringConvertible {
  var description: String { "what may be shown to this client has changed" }
}
