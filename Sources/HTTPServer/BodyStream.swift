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

  let next: @Sendable () throws -> Piece
  private let finished: (@Sendable () -> Void)?
  private let state = Mutex(State())

  private struct State {
    var wasWoken = false
    var isClosing = false
    var resume: (@Sendable () -> Void)?
  }

  /// Makes a stream from a function that gives the next piece.
  ///
  /// It is called by one thread at a time. An error ends the connection, so that the client sees an
  /// answer cut short rather than one that looks whole. `finished` is called once, when the answer
  /// has been sent or the client has gone.
  public init(
    count: Int? = nil, finished: (@Sendable () -> Void)? = nil,
    next: @escaping @Sendable () throws -> Piece
  ) {
    self.count = count
    self.next = next
    self.finished = finished
  }

  deinit { finished?() }

  /// Says that there may be something to send after a `wait`; any thread may say it at any time.
  public func wake() {
    let resume = state.withLock { state in
      state.wasWoken = true
      defer { state.resume = nil }
      return state.resume
    }
    resume?()
  }
}
