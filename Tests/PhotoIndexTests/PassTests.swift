import Geography
import Glibc
import Grid
import PhotoFacts
@testable import PhotoIndex
import Query
import TestSupport
import Testing

/// A long pass over points is shared by two threads, and each run is read by one of them.
@Suite struct PassTests {
  @Test(arguments: LivedWorld.allCases, [false, true])
  func eachRunIsReadOnceAndInOrder(kind: LivedWorld, isRedacted: Bool) throws {
    let world = try LivedLibrary(kind, count: 8_000)
    var index = world.index
    if isRedacted { index = try PhotoIndex(index, through: try CostTests.privacy()) }
    var random = SeededRandom(seed: 31)
    var shared = 0
    for _ in 0..<40 {
      let region = GridRegion(world.filter(&random).box ?? .world)
      try index.read { reader in
        reader.grid.mostRunsAlone = Int.random(in: 0...20, using: &random)
        var expected: [GridPosition] = []
        try reader.grid.forEachRun(in: region) { extent in
          expected.append(extent.last)
          return .on
        }
        var visits = Visits()
        try reader.grid.pass(over: region, into: &visits) { $0.add($2) }
        #expect(visits.runs == expected)
        if visits.threads.count == 2 { shared += 1 }
      }
    }
    #expect(shared > 2)
  }

  /// The second thread's connection would read the newer version of the index.
  @Test func aPassOfAnEarlierVersionIsNotShared() throws {
    let world = try LivedLibrary(.resident, count: 8_000)
    let index = try PhotoIndex(path: world.index.path, access: .reading)
    try index.read { reader in
      reader.grid.mostRunsAlone = 5
      for (threads, removed) in [(2, Int64(1)), (1, 2)] {
        var visits = Visits()
        try reader.grid.pass(over: GridRegion(TileCoordinate.world), into: &visits) { $0.add($2) }
        #expect(visits.threads.count == threads)
        #expect(visits.points == 8_000)
        try world.index.write { try $0.remove(removed) }
      }
    }
  }

  @Test func bothHalvesEndAtTheDeadline() throws {
    let world = try LivedLibrary(.resident, count: 8_000)
    let index = try PhotoIndex(
      path: world.index.path, access: .reading, questionLimit: .milliseconds(200))
    let main = UInt64(pthread_self())
    let error = #expect(throws: IndexError.self) {
      try index.read { reader in
        reader.grid.mostRunsAlone = 5
        var visits = Visits()
        try reader.grid.pass(over: GridRegion(TileCoordinate.world), into: &visits) {
          visits, _, extent in
          visits.add(extent)
          if UInt64(pthread_self()) != main { usleep(20_000) }
        }
      }
    }
    #expect(error?.code == .tookTooLong)
  }
}

/// The runs that a pass has read, by thread.
private struct Visits: Mergeable {
  private(set) var runs: [GridPosition] = []
  private(set) var threads: Set<UInt64> = []
  private(set) var points = 0

  var emptied: Visits { Visits() }

  mutating func add(_ extent: RunExtent) {
    runs.append(extent.last)
    points += extent.count
    threads.insert(UInt64(pthread_self()))
  }

  mutating func merge(_ later: Visits) {
    runs += later.runs
    points += later.points
    threads.formUnion(later.threads)
  }
}
