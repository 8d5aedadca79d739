import Geography
import PhotoFacts
import PhotoIndex
import Testing
import Query

/// After any sequence of changes the index is valid and equals a plain list.
@Suite struct ModelTests {
  @Test(arguments: [UInt64(31), 32, 33])
  func theGridFollowsAddedMovedAndRemovedPhotos(seed: UInt64) throws {
    let world = try World(seed: seed, count: 500)
    for turn in 0..<40 {
      switch turn % 4 {
      case 0: try world.grow(by: 1 + turn * 11)
      case 1: try world.relocate(Array(Set((0..<30).map { _ in world.randomID() })))
      case 2: try world.remove(Array(Set((0..<60).map { _ in world.randomID() })))
      default: try world.place(Array(repeating: world.photos[0].coordinate, count: 50))
      }
      #expect(try world.index.integrityProblems().isEmpty)
      let filter = world.randomFilter()
      #expect(try world.index.read { try $0.count(filter) } == world.matching(filter).count)
    }
    try world.remove(world.photos.map(\.id))
    #expect(try world.index.integrityProblems().isEmpty)
    #expect(try world.index.read { try $0.summary().photos } == 0)
    #expect(try world.index.read { try $0.extent() } == nil)
  }

  @Test func aChangeThatFailsLeavesTheIndexAsItWas() throws {
    struct Refused: Error {}
    let world = try World(seed: 34, count: 400)
    let before = try world.index.read { (try $0.version(), try $0.summary()) }
    #expect(throws: Refused.self) {
      try world.index.write { writer in
        for photo in world.photos.prefix(100) { try writer.remove(photo.id) }
        throw Refused()
      }
    }
    let after = try world.index.read { (try $0.version(), try $0.summary()) }
    #expect(before.0 == after.0)
    #expect(before.1 == after.1)
    #expect(try world.index.integrityProblems().isEmpty)
    try world.grow(by: 10)
    #expect(try world.index.integrityProblems().isEmpty)
  }

  @Test func theVersionGrowsWithEveryChangeAndOnlyThen() throws {
    let world = try World(seed: 35, count: 10)
    let first = try world.index.read { try $0.version() }
    try world.index.write { _ in }
    #expect(try world.index.read { try $0.version() } == first)
    try world.grow(by: 1)
    #expect(try world.index.read { try $0.version() } == first + 1)
  }

  @Test func aReaderSeesOneVersionHoweverMuchIsWrittenMeanwhile() throws {
    let world = try World(seed: 36, count: 300)
    try world.index.read { reader in
      let before = try reader.count(PhotoFilter())
      try world.grow(by: 200)
      #expect(try reader.count(PhotoFilter()) == before)
      #expect(try reader.pins(PhotoFilter(), limit: 1_000).elements.count == before)
    }
    #expect(try world.index.read { try $0.count(PhotoFilter()) } == 500)
  }

  @Test func anIdIsNeverGivenTwice() throws {
    let world = try World(seed: 37, count: 20)
    let used = Set(world.photos.map(\.id))
    try world.remove(world.photos.map(\.id))
    try world.grow(by: 20)
    #expect(used.isDisjoint(with: world.photos.map(\.id)))
  }
}
