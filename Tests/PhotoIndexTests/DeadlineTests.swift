import Geography
import PhotoFacts
@testable import PhotoIndex
import Testing
import Query

/// A query ends at its deadline, whatever its plan.
@Suite struct DeadlineTests {
  /// Repeats queries long after the deadline.
  ///
  /// Soon all runs are cached, and then a query executes no step of SQLite.
  private func queryForever(_ reader: IndexReader) throws {
    var filter = PhotoFilter()
    filter.media = .image
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end { _ = try reader.pins(filter, limit: 5_000) }
  }

  @Test(arguments: [false, true])
  func aQueryEndsAtItsDeadline(isWarm: Bool) throws {
    let world = try World(seed: 401, count: 3_000)
    let index = try PhotoIndex(
      path: world.index.path, access: .reading, questionLimit: .seconds(2))
    if isWarm {
      for _ in 0..<40 { _ = try index.answer { try $0.pins(PhotoFilter(), limit: 5_000) } }
    }
    let error = #expect(throws: IndexError.self) { try index.answer(queryForever) }
    #expect(error?.code == .tookTooLong)
    // The reader is reused, and its next query has a deadline of its own.
    #expect(try index.answer { try $0.pins(PhotoFilter(), limit: 5_000) }.elements.count == 3_000)
    let again = #expect(throws: IndexError.self) { try index.read(queryForever) }
    #expect(again?.code == .tookTooLong)
  }

  @Test func aQueryEndsAtItsDeadlineAlsoAfterAChangeOfTheIndex() throws {
    let world = try World(seed: 402, count: 1_000)
    let index = try PhotoIndex(
      path: world.index.path, access: .reading, questionLimit: .seconds(2))
    for _ in 0..<40 { _ = try index.answer { try $0.pins(PhotoFilter(), limit: 5_000) } }
    var turns = 0
    let error = #expect(throws: IndexError.self) {
      try index.answer { reader in
        turns += 1
        if turns == 1 { try world.grow(by: 1) }
        // Photos are not cached, so this begins a transaction late, which reads a newer version.
        _ = try reader.photos([1])
        try queryForever(reader)
      }
    }
    #expect(error?.code == .tookTooLong)
    #expect(turns == 2)
  }

  @Test func aLentReaderHasADeadlineForEachPiece() throws {
    let world = try World(seed: 403, count: 6_000)
    let index = try PhotoIndex(
      path: world.index.path, access: .reading, questionLimit: .nanoseconds(1))
    let error = #expect(throws: IndexError.self) {
      var filter = PhotoFilter()
      filter.media = .image
      let listing = try index.listing(filter)
      while try listing.next(500) != nil {}
    }
    #expect(error?.code == .tookTooLong)
  }
}
