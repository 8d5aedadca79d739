internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Synchronization

struct ExportRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/export", id: "exportPhotos", chapter: .photos,
        summary: "All photos that match the filters, as a stream of any length",
        details: """
          In the order of their ids, from one version of the index. `OGC-NumberMatched` has the \
          number of photos: a response with fewer is incomplete. The documents have no links to pages.
          """,
        parameters: Parameter.filters + [.properties, .language], formats: Format.photos("export"),
        describesHead: true,
        example: "/collections/photos/export?f=csv&datetime=2024-05-01/..",
        handler: .guests(export))
    ]
  }

  /// Streams everything that a filter selects, of any length.
  private func export(_ call: Call) throws -> EventualResponse {
    let filter = try call.parameters.filter()
    let properties = try call.parameters.properties()
    let writer = service.writer(call, properties)
    let type = writer.format.mediaType
    let current = try call.library.read { try service.validator(call, type, $0.stamp()) }
    if call.request.hasCurrent(current) { return .now(.notModified(etag: current)) }
    // Finding the photos of a filter may take a while in a large library.
    return .later {
      guard let slot = service.exports.enter(call.request.clientPrefix) else {
        throw Problem.unavailable(
          "At most \(ExportSlots.countOfOne) exports of one visitor run at once, and \(ExportSlots.count) of all; "
            + "try again.",
          retryAfter: 10)
      }
      let listing = try call.library.listing(
        filter, in: call.request.language, properties)
      let source = ExportSource(listing, writer, slot)
      var response = Response.stream(
        BodyStream(
          isCompressible: true, finished: { source.close() }, next: { try source.next() }),
        type: type)
      response.etag = service.validator(call, type, listing.stamp)
      response.cacheControl = "no-cache"
      response.headers.append("OGC-NumberMatched", String(listing.matched))
      response.headers.append("Content-Disposition", writer.format.disposition)
      return response
    }
  }
}

/// How many exports may run at once, of all visitors and of one.
///
/// Each has its own connection to the index with its own cache, and keeps SQLite from truncating the
/// write-ahead log. A visitor who reads slowly does not block the exports of others.
final class ExportSlots: Sendable {
  static let count = 16
  static let countOfOne = 4

  private let (count, countOfOne): (Int, Int)
  private let taken = Mutex<[[UInt8]: Int]>([:])

  init(_ count: Int = count, ofOne countOfOne: Int = countOfOne) {
    (self.count, self.countOfOne) = (count, countOfOne)
  }

  /// Takes a slot until it is left or the last reference to it is gone; returns nil if the visitor or all have too many.
  ///
  /// A visitor is known by the address: on a server without passwords any name can be sent.
  func enter(_ key: [UInt8]) -> Slot? {
    let isFree = taken.withLock { taken in
      guard taken[key, default: 0] < countOfOne,
        taken.values.reduce(0, +) < count
      else { return false }
      taken[key, default: 0] += 1
      return true
    }
    return isFree ? Slot(self, key) : nil
  }

  private func leave(_ key: [UInt8]) {
    taken.withLock { taken in taken[key] = taken[key].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }

  final class Slot: Sendable {
    private let owner: ExportSlots
    private let key: [UInt8]
    private let isTaken = Mutex(true)

    fileprivate init(_ owner: ExportSlots, _ key: [UInt8]) { (self.owner, self.key) = (owner, key) }

    deinit { leave() }

    /// Frees the slot before the client learns that it is free; references are gone some time later.
    func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      if wasTaken { owner.leave(key) }
    }
  }
}

/// Makes the pieces of an export, each after the previous one was sent.
private final class ExportSource: Sendable {
  /// The approximate length of a piece; a long one delays other clients of the same thread.
  private static let pieceLength = 49_152
  private static let photosAtOnce = 64

  /// An export that takes more than an hour is aborted.
  private static let longest = Duration.seconds(3_600)

  private struct State {
    var writer: PhotoListWriter
    var hasBegun = false
    var isAtEnd = false
  }

  private let listing: VisibleListing
  private let slot: ExportSlots.Slot
  private let state: Mutex<State>
  private let began = ContinuousClock.now

  init(_ listing: VisibleListing, _ writer: PhotoListWriter, _ slot: ExportSlots.Slot) {
    (self.listing, self.slot) = (listing, slot)
    state = Mutex(State(writer: writer))
  }

  func next() throws -> BodyStream.Piece {
    try state.withLock { state in
      guard !state.isAtEnd else { return .end }
      guard ContinuousClock.now - began < Self.longest else { throw ExportTooSlow() }
      if !state.hasBegun {
        state.writer.begin(matched: listing.matched, returned: listing.matched)
        state.hasBegun = true
      }
      while state.writer.count < Self.pieceLength {
        guard let photos = try listing.next(Self.photosAtOnce) else {
          state.isAtEnd = true
          state.writer.end()
          break
        }
        for photo in photos { state.writer.write(photo) }
      }
      return state.writer.count > 0 ? .bytes(state.writer.take()) : .end
    }
  }

  /// Ends the read transaction and frees the slot.
  func close() {
    listing.close()
    slot.leave()
  }
}

/// An export whose client took too long.
private struct ExportTooSlow: Error, CustomStringConvertible {
  var description: String { "the client took more than an hour over an export" }
}
