internal import Caches
internal import HTTPServer
internal import Synchronization

/// The pages of shared trips that were made last, and how many may be made at once.
///
/// A page depends on what its tag does: link, language, address and version of the index. To make one, all photos of
/// the days are read, so a guest who repeats the request must not occupy the threads.
final class TripPages: Sendable {
  private static let count = 4
  private static let countOfOne = 2

  private let slots = ExportSlots(count, ofOne: countOfOne)
  private let pages: Mutex<RecentlyUsed<EntityTag, [UInt8]>>

  /// Makes an empty list with a limit on the bytes of all pages.
  init(limit: Int = 16 << 20) { pages = Mutex(RecentlyUsed(limit: limit)) }

  /// The page of a tag, or the one that `make` returns with its tag.
  func page(
    _ tag: EntityTag, for client: [UInt8], _ make: () throws -> (EntityTag, [UInt8])
  ) throws -> (EntityTag, [UInt8]) {
    if let known = pages.withLock({ $0[tag] }) { return (tag, known) }
    guard let slot = slots.enter(client) else {
      throw Problem.unavailable(
        "At most \(Self.countOfOne) pages of trips are made at once for one visitor, and \(Self.count) for all; "
          + "try again.",
        retryAfter: 2)
    }
    // Left before the client has the page and may ask again.
    defer { slot.leave() }
    let (made, page) = try make()
    pages.withLock { $0.insert(page, for: made, cost: page.count) }
    return (made, page)
  }
}
