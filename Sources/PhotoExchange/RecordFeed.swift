internal import Glibc

/// The records of a stream, read on a thread of its own a few pieces ahead of whoever takes them.
///
/// Reading a record takes about as long as storing it, so that with two cores an import is done in
/// half the time. What goes wrong is handed over in its place among the records.
final class RecordFeed {
  /// How many bytes had been read when the last record that `next` can give was.
  private(set) var consumed = 0

  private let queue: PieceQueue
  private var thread: pthread_t?
  private var piece = RecordPiece()
  private var taken = 0

  init(_ stream: RecordStream) throws {
    queue = PieceQueue()
    thread = try Self.startThread(FeedThread(stream, queue))
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
    pthread_join(thread, nil)
    self.thread = nil
  }

  private static func startThread(_ feed: FeedThread) throws -> pthread_t {
    let body = unsafe Unmanaged.passRetained(feed)
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<FeedThread>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, unsafe body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      throw NoThread(code: code)
    }
    return thread
  }
}

/// What the thread does; nobody else has the stream while it runs.
private final class FeedThread {
  private static let recordsInPiece = 1_024
  /// Records may be large; then fewer of them wait.
  private static let bytesInPiece = 1 << 20

  private var stream: RecordStream
  private let queue: PieceQueue

  init(_ stream: RecordStream, _ queue: PieceQueue) {
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
    queue.finish()
  }
}

/// A thread that the system did not start.
private struct NoThread: Error, CustomStringConvertible {
  var code: Int32

  var description: String {
    "cannot start a thread: \(unsafe String(cString: strerror(code)))"
  }
}
