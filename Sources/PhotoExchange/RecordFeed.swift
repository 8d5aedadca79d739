internal import Threads

/// The records of a stream, read on a thread of its own a few pieces ahead of whoever takes them.
///
/// Reading a record takes about as long as storing it, so that with two cores an import is done in
/// half the time. What goes wrong is handed over in its place among the records.
final class RecordFeed {
  /// How many bytes had been read when the last record that `next` can give was.
  private(set) var consumed = 0

  private let queue = Channel<RecordPiece>(capacity: 4)
  private var thread: SystemThread?
  private var piece = RecordPiece()
  private var taken = 0

  init(_ stream: RecordStream) throws {
    // The stream is lent to the thread until `stop` has waited for it.
    nonisolated(unsafe) let reading = FeedThread(stream, queue)
    thread = try SystemThread { unsafe reading.run() }
  }

  deinit { stop() }

  /// The next record; nothing at the end.
  func next() throws -> RecordStream.Item? {
    while taken == piece.items.count {
      if let failure = piece.failure { throw failure }
      guard let next = queue.take() else { return nil }
      piece = next
      taken = 0
      consumed = next.consumed
    }
    defer { taken += 1 }
    return piece.items[taken]
  }

  /// Ends the reading, however far it is, and waits for the thread: what it reads from is not touched
  /// any more.
  func stop() {
    guard let thread else { return }
    queue.close()
    thread.join()
    self.thread = nil
  }
}

/// What the thread does; nobody else has the stream while it runs.
private final class FeedThread {
  private static let recordsInPiece = 1_024
  /// Records may be large; then fewer of them wait.
  private static let bytesInPiece = 1 << 20

  private var stream: RecordStream
  private let queue: Channel<RecordPiece>

  init(_ stream: RecordStream, _ queue: Channel<RecordPiece>) {
    self.stream = stream
    self.queue = queue
  }

  func run() {
    var isAtEnd = false
    while !isAtEnd {
      var piece = RecordPiece()
      piece.items.reserveCapacity(Self.recordsInPiece)
      let start = stream.consumed
      do {
        while piece.items.count < Self.recordsInPiece,
          stream.consumed - start < Self.bytesInPiece
        {
          guard let item = try stream.next() else {
            isAtEnd = true
            break
          }
          piece.items.append(item)
        }
      } catch {
        piece.failure = error
        isAtEnd = true
      }
      piece.consumed = stream.consumed
      guard queue.put(piece) else { break }
    }
    queue.close()
  }
}

/// Records that were read one after the other, and what ended the reading if anything did.
private struct RecordPiece: Sendable {
  var items: [RecordStream.Item] = []
  var consumed = 0
  var failure: (any Error)?
}
