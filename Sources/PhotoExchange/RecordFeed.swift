internal import PhotoFacts
internal import PhotoIndex
internal import Threads

/// Reads the records of a stream on a thread of its own, a few pieces ahead of the consumer.
///
/// Parsing a record and finding its locality take half as long as storing it, so a second core saves a third of the
/// time of an import. An error is delivered in its place among the records.
final class RecordFeed {
  /// The number of bytes read up to the last record that `next` returned.
  private(set) var consumed = 0

  private let queue = Channel<RecordPiece>(capacity: 4)
  private var thread: SystemThread?
  private var piece = RecordPiece()
  private var taken = 0

  init(_ stream: RecordStream, _ finder: LocalityFinder?) throws {
    // The thread owns the stream until `stop` has joined it.
    nonisolated(unsafe) let reading = FeedThread(stream, finder, queue)
    thread = try SystemThread { unsafe reading.run() }
  }

  deinit { stop() }

  /// The next record; nil at the end.
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

  /// Stops reading and joins the thread; afterwards the stream is no longer used.
  func stop() {
    guard let thread else { return }
    queue.close()
    thread.join()
    self.thread = nil
  }
}

/// The work of the thread, which has the stream alone.
private final class FeedThread {
  private static let recordsInPiece = 1_024
  /// The limit for large records, so that fewer of them are queued.
  private static let bytesInPiece = 1 << 20

  private var stream: RecordStream
  private var finder: LocalityFinder?
  private let queue: Channel<RecordPiece>

  init(_ stream: RecordStream, _ finder: LocalityFinder?, _ queue: Channel<RecordPiece>) {
    self.stream = stream
    self.finder = finder
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
          piece.items.append(located(item))
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

  /// The same record, with the locality of its photo.
  private func located(_ item: RecordStream.Item) -> RecordStream.Item {
    guard case .photo(var drafted, let line) = item,
      let coordinate = drafted.photo.facts.place.location?.coordinate
    else { return item }
    drafted.locality = finder?.locality(of: coordinate)
    return .photo(drafted, line: line)
  }
}

/// Consecutive records, and the error that ended the reading.
private struct RecordPiece: Sendable {
  var items: [RecordStream.Item] = []
  var consumed = 0
  var failure: (any Error)?
}
