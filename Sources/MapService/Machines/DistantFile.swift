internal import HTTPServer
internal import Synchronization

/// The file of a photo on another machine, fetched in pieces while it is sent.
///
/// Each piece is a request of its own for the same version of the file, so a file that changes meanwhile ends the
/// response. A response holds at most two pieces, and none is fetched for a client that does not read.
final class DistantFile: Sendable {
  private let machines: OtherMachines
  private let picture: PictureRequest
  private let first: (start: Int, bytes: [UInt8])

  /// The size of the whole file.
  let size: Int

  /// Fetches the first wanted piece; blocks, and throws if the machine does not send it.
  init(
    _ picture: PictureRequest, size: Int, from start: Int, atMost length: Int,
    _ machines: OtherMachines
  ) throws(MachineFailure) {
    (self.machines, self.picture, self.size) = (machines, picture, size)
    let range = start..<min(size, start + length)
    first = (start, try machines.bytes(of: picture, in: range))
  }

  /// The file as a body of which ranges can be sent.
  var stream: BodyStream { stream(of: 0..<size) }

  private func stream(of range: Range<Int>) -> BodyStream {
    let pieces = Pieces(self, range)
    let stream = BodyStream(
      count: range.count, part: { [self] in self.stream(of: $0) }, next: { try pieces.next() })
    pieces.onArrival { [weak stream] in stream?.wake() }
    return stream
  }

  /// The piece at an offset if it was fetched before the response began.
  private func fetched(_ offset: Int, before end: Int) -> [UInt8]? {
    guard offset == first.start, !first.bytes.isEmpty else { return nil }
    return Array(first.bytes.prefix(end - offset))
  }

  /// The pieces of one response.
  private final class Pieces: Sendable {
    private let file: DistantFile
    private let end: Int
    private let state: Mutex<State>

    private struct State {
      var offset: Int
      var isFetching = false
      var arrived: Result<[UInt8], MachineFailure>?
      var wake: @Sendable () -> Void = {}
    }

    init(_ file: DistantFile, _ range: Range<Int>) {
      (self.file, end) = (file, range.upperBound)
      state = Mutex(State(offset: range.lowerBound))
    }

    func onArrival(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    /// Returns the next piece, or requests it from another thread and returns `wait`.
    func next() throws -> BodyStream.Piece {
      let (piece, wanted) = try state.withLock { state -> (BodyStream.Piece, Range<Int>?) in
        guard state.offset < end else { return (.end, nil) }
        if let bytes = try state.arrived?.get() ?? file.fetched(state.offset, before: end) {
          state.arrived = nil
          state.offset += bytes.count
          return (.bytes(bytes), nil)
        }
        guard !state.isFetching else { return (.wait, nil) }
        state.isFetching = true
        return (.wait, state.offset..<min(end, state.offset + OtherMachines.pieceLength))
      }
      if let wanted { fetch(wanted) }
      return piece
    }

    private func fetch(_ range: Range<Int>) {
      file.machines.pieces.add(
        WorkerPool.Work(isWanted: { true }) { [self] fate in
          let result: Result<[UInt8], MachineFailure>
          do throws(MachineFailure) {
            guard case .done = fate else {
              throw MachineFailure.silent("the server is shutting down")
            }
            result = .success(try file.machines.bytes(of: file.picture, in: range))
          } catch {
            result = .failure(error)
          }
          let wake = state.withLock { state in
            (state.arrived, state.isFetching) = (result, false)
            return state.wake
          }
          wake()
        })
    }
  }
}
