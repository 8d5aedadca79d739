internal import HTTPServer

/// The file of a photo on another machine, fetched in pieces while it is sent.
///
/// Each piece is a request of its own for the same version of the file, so a file that changes meanwhile ends the
/// response.
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
  var stream: BodyStream {
    let source = FetchedPieces.Source(
      pieceLength: OtherMachines.pieceLength, known: { [self] in fetched($0, before: $1) },
      fetch: { [self] in fetch($0, $2) })
    return FetchedPieces.stream(source, of: 0..<size)
  }

  /// The piece at an offset if it was fetched before the response began.
  private func fetched(_ offset: Int, before end: Int) -> [UInt8]? {
    guard offset == first.start, !first.bytes.isEmpty else { return nil }
    return Array(first.bytes.prefix(end - offset))
  }

  private func fetch(_ range: Range<Int>, _ arrive: @escaping FetchedPieces.Arrival) {
    machines.pieces.add(
      WorkerPool.Work(isWanted: { true }) { [self] fate in
        arrive(
          Result {
            guard case .done = fate else {
              throw MachineFailure.silent("the server is shutting down")
            }
            return try machines.bytes(of: picture, in: range)
          })
      })
  }
}
