internal import Synchronization

/// A body that is made piece by piece while it is sent, for long responses and event streams.
///
/// The server requests the next piece when the socket has room, so no piece is made for a client that does not
/// read.
public final class BodyStream: Sendable {
  /// The next piece.
  public enum Piece: Sendable {
    /// More bytes.
    case bytes([UInt8])

    /// Nothing yet; the server asks again after `wake()`.
    case wait

    /// The end of the body.
    case end
  }

  /// The length in bytes, if it is known in advance.
  public let count: Int?

  /// Whether it may be compressed; a compressor buffers pieces, so such a stream must not `wait`.
  public let isCompressible: Bool

  private let make: @Sendable () throws -> Piece

  /// Makes the stream of a range of the body; nil if it can only be sent whole.
  private let cut: (@Sendable (Range<Int>) -> BodyStream)?
  private let finished: (@Sendable () -> Void)?
  private let state = Mutex(State())

  private struct State {
    var wasWoken = false
    var isClosing = false
    var isFinished = false
    var resume: (@Sendable () -> Void)?
    var absence: (@Sendable () -> Duration?)?
    var permissions: [@Sendable () -> Bool] = []
  }

  /// Makes a stream from a function that returns the next piece; a stream serves one response.
  ///
  /// One thread at a time calls `next`. If it throws, the server closes the connection, so that the client sees
  /// a truncated response rather than one that looks complete. `finished` is called once, when the response was
  /// sent or the client has left. The server notices that a client has left during a `wait` only at the next
  /// piece, or by `endIfAbandoned()`. So an event stream should send comments from time to time.
  public init(
    count: Int? = nil, isCompressible: Bool = false, finished: (@Sendable () -> Void)? = nil,
    part cut: (@Sendable (Range<Int>) -> BodyStream)? = nil,
    next: @escaping @Sendable () throws -> Piece
  ) {
    self.count = count
    self.cut = cut
    self.isCompressible = isCompressible
    make = next
    self.finished = finished
  }

  deinit { finish() }

  /// Makes the next piece; throws if the client is no longer allowed to receive it.
  public func next() throws -> Piece {
    let permissions = state.withLock { $0.permissions }
    guard permissions.allSatisfy({ $0() }) else { throw PermissionWithdrawn() }
    return try make()
  }

  /// Whether ranges of the body can be sent.
  var isDivisible: Bool { cut != nil && count != nil }

  /// The stream of a range of the body, with the same permissions; nil if there is none.
  func part(_ range: Range<Int>) -> BodyStream? {
    guard let part = cut?(range) else { return nil }
    for permission in state.withLock({ $0.permissions }) { part.require(permission) }
    return part
  }

  /// Ends the stream before its next piece once `permission` returns false.
  public func require(_ permission: @escaping @Sendable () -> Bool) {
    state.withLock { $0.permissions.append(permission) }
  }

  /// Signals that there may be something to send after a `wait`; may be called from any thread.
  public func wake() {
    state.withLock { state in
      guard let resume = state.resume else {
        state.wasWoken = true
        return
      }
      // Under the lock, because the connection may be closed once it is released.
      (state.resume, state.absence) = (nil, nil)
      resume()
    }
  }

  /// Ends a waiting stream whose client has left, which the server would otherwise notice only at the next
  /// piece; returns for how long it is gone, nil if it has not left.
  @discardableResult
  public func endIfAbandoned() -> Duration? {
    let absence = state.withLock { state in
      let absence = state.absence?()
      if absence != nil { state.isClosing = true }
      return absence
    }
    if absence != nil { wake() }
    return absence
  }

  /// How a transport handles a `wait`.
  package enum Waiting {
    case suspended
    case askAgain
    case end
  }

  /// Suspends the connection until `wake()`, unless that was called since the last piece.
  ///
  /// The closures run under the lock, so that a resume never precedes its suspend, and that the connection exists
  /// while its client is checked.
  package func wait(
    suspend: () -> Void, resume: @escaping @Sendable () -> Void,
    absence: @escaping @Sendable () -> Duration?
  ) -> Waiting {
    state.withLock { state in
      if state.isClosing { return .end }
      if state.wasWoken {
        state.wasWoken = false
        return .askAgain
      }
      suspend()
      (state.resume, state.absence) = (resume, absence)
      return .suspended
    }
  }

  /// Signals that no further piece will be requested.
  package func finish() {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    if isFirst { finished?() }
  }

  /// Ends the stream at its next `wait`, because the server stops.
  package func close() {
    state.withLock { $0.isClosing = true }
    wake()
  }
}

/// An error: the client is no longer allowed to receive the body.
private struct PermissionWithdrawn: Error, CustomStringConvertible {
  var description: String { "the permissions of this client have changed" }
}
