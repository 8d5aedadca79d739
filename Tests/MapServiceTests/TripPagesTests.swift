import HTTPServer
import Testing

@testable import MapService

/// Pages of shared trips are made once for each version, and few at a time.
@Suite struct TripPagesTests {
  private let pages = TripPages(limit: 100)
  private let client: [UInt8] = [192, 0, 2, 1]

  private func page(_ tag: String, _ content: [UInt8]) throws -> [UInt8] {
    try pages.page(EntityTag(tag), for: client) { (EntityTag(tag), content) }.1
  }

  @Test func aPageIsMadeOnceForItsTag() throws {
    #expect(try page("a", [1]) == [1])
    #expect(try page("a", [2]) == [1])
    #expect(try page("b", [3]) == [3])
  }

  @Test func aPageOfALaterVersionIsFoundByItsOwnTag() throws {
    let made = try pages.page(EntityTag("a"), for: client) { (EntityTag("b"), [1]) }
    #expect(made.0 == EntityTag("b"))
    #expect(try page("a", [2]) == [2])
    #expect(try page("b", [3]) == [1])
  }

  @Test func pagesBeyondTheLimitAreMadeAgain() throws {
    _ = try page("a", [UInt8](repeating: 1, count: 60))
    _ = try page("b", [UInt8](repeating: 2, count: 60))
    #expect(try page("a", [3]) == [3])
  }

  @Test func aVisitorWhoAsksOverAndOverWaits() throws {
    let (one, other) = (client, [UInt8]([192, 0, 2, 2]))
    _ = try pages.page(EntityTag("a"), for: one) { () throws -> (EntityTag, [UInt8]) in
      _ = try pages.page(EntityTag("b"), for: one) { () throws -> (EntityTag, [UInt8]) in
        let problem = #expect(throws: Problem.self) {
          try pages.page(EntityTag("c"), for: one) { (EntityTag("c"), []) }
        }
        #expect(problem?.status == 503)
        #expect(try pages.page(EntityTag("c"), for: other) { (EntityTag("c"), [7]) }.1 == [7])
        // What is made already needs no thread.
        #expect(try pages.page(EntityTag("c"), for: one) { (EntityTag("c"), []) }.1 == [7])
        return (EntityTag("b"), [])
      }
      return (EntityTag("a"), [])
    }
    #expect(try page("d", [4]) == [4])
  }

  @Test func aFailureLeavesItsSlot() throws {
    for _ in 0..<5 {
      #expect(throws: Problem.self) {
        try pages.page(EntityTag("a"), for: client) { throw Problem.notFound("gone") }
      }
    }
    #expect(try page("a", [1]) == [1])
  }
}
