internal import HTTPServer
internal import Synchronization

/// A body whose pieces another thread fetches while it is sent.
///
/// A response holds at most two pieces, and none is fetched for a client that does not read.
final class FetchedPieces: Sendable {
  typealias Arrival = @Sendable (Result<[UInt8], any Error>) -> Void

  /// Where the pieces come from.
  struct Source: Sendable {
    var pieceLength: Int

    /// The piece at an offset, before an end, if it is in memory already.
    var known: @Sendable (_ offset: Int, _ end: Int) -> [UInt8]? = { _, _ in nil }

    /// Fetches a range and returns at once; the piece arrives later, and an empty one is the end of the body.
    ///
    /// `isWanted` is whether the client still waits for it.
    var fetch:
      @Sendable (Range<Int>, _ isWanted: @escaping @Sendable () -> Bool, @escaping Arrival) -> Void

    /// Called when a body that was begun is complete or its client has left.
    var finished: @Sendable () -> Void = {}
  }

  private let source: Source
  private let end: Int
  private let state: Mutex<State>

  private struct State {
    var offset: Int
    var hasBegun = false
    var isFetching = false
    var arrived: Result<[UInt8], any Error>?
    var isOver = false
    weak var stream: BodyStream?
  }

  private init(_ source: Source, _ range: Range<Int>) {
    (self.source, end) = (source, range.upperBound)
    state = Mutex(State(offset: range.lowerBound))
  }

  /// A body of which ranges can be sent.
  static func stream(_ source: Source, of range: Range<Int>) -> BodyStream {
    let pieces = FetchedPieces(source, range)
    let stream = BodyStream(
      count: range.count, finished: { pieces.finish() },
      part: { part in
        Self.stream(
          source,
          of: (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
      }, next: { try pieces.next() })
    pieces.state.withLock { $0.stream = stream }
    return stream
  }

  /// A body whose length is known only at its end.
  static func stream(_ source: Source) -> BodyStream {
    let pieces = FetchedPieces(source, 0..<Int.max)
    let stream = BodyStream(finished: { pieces.finish() }, next: { try pieces.next() })
    pieces.state.withLock { $0.stream = stream }
    return stream
  }

  private func finish() {
    let hasBegun = state.withLock { state in
      state.isOver = true
      return state.hasBegun
    }
    if hasBegun { source.finished() }
  }

  /// Whether a client waits for the piece that is being fetched.
  private var isWanted: Bool {
    state.withLock { $0.stream }?.endIfAbandoned()
    return state.withLock { !$0.isOver }
  }

  /// Returns the next piece, or requests it from another thread and returns `wait`.
  private func next() throws -> BodyStream.Piece {
    let (piece, wanted) = try state.withLock { state -> (BodyStream.Piece, Range<Int>?) in
      state.hasBegun = true
      guard state.offset < end else { return (.end, nil) }
      if let bytes = try state.arrived?.get() ?? source.known(state.offset, end) {
        state.arrived = nil
        guard !bytes.isEmpty else { return (.end, nil) }
        state.offset += bytes.count
        return (.bytes(bytes), nil)
      }
      guard !state.isFetching else { return (.wait, nil) }
      state.isFetching = true
      return (.wait, state.offset..<min(end, state.offset + source.pieceLength))
    }
    if let wanted {
      source.fetch(wanted, { [self] in isWanted }) { [self] result in
        let stream = state.withLock { state in
          (state.arrived, state.isFetching) = (result, false)
          return state.stream
        }
        stream?.wake()
      }
    }
    return piece
  }
}
