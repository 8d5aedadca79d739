import Foundation
import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import Synchronization
import TestSupport
import Testing
import Query

/// Results from cached runs equal those from the file at all times.
@Suite struct CachedRunTests {
  @Test func repeatedQueriesGiveTheSameAnswers() throws {
    let world = try World(seed: 301, count: 4_000)
    for _ in 0..<300 {
      var filter = PhotoFilter()
      filter.box = world.randomBox()
      let found = try world.index.answer { try $0.pins(filter, limit: 10_000).elements }
      #expect(found.map(\.id).sorted() == world.matching(filter).map(\.id).sorted())
    }
  }

  @Test func aChangeIsSeenByTheNextAnswer() throws {
    let world = try World(seed: 302, count: 1_000)
    for turn in 0..<200 {
      // Long periods without a change, in which runs are cached, and short ones.
      if turn % 70 == 0 || turn > 180 { try world.grow(by: 3) }
      if turn % 90 == 0 { try world.relocate([world.randomID()]) }
      let (found, version) = try world.index.answer { reader in
        (try reader.pins(PhotoFilter(), limit: 10_000).elements, try reader.version())
      }
      #expect(found.map(\.id).sorted() == world.photos.map(\.id).sorted())
      #expect(try version == world.index.read { try $0.version() })
    }
  }

  @Test func pagesFromMemoryAreThoseFromTheIndex() throws {
    let world = try World(seed: 303, count: 3_000)
    for _ in 0..<40 { _ = try world.index.answer { try $0.pins(PhotoFilter(), limit: 1) } }
    var cursors: (kept: PageCursor?, read: PageCursor?)
    repeat {
      let kept = try world.index.answer {
        try $0.pins(PhotoFilter(), after: cursors.kept, limit: 170)
      }
      let read = try world.index.read {
        try $0.pins(PhotoFilter(), after: cursors.read, limit: 170)
      }
      #expect(kept.elements == read.elements)
      cursors = (kept.next, read.next)
      #expect(cursors.kept == cursors.read)
    } while cursors.kept != nil
  }

  @Test func duringWritesEachAnswerIsOfOneVersion() throws {
    let world = try World(seed: 304, count: 500)
    let index = world.index
    let first = try index.read { (version: try $0.version(), count: try $0.count(PhotoFilter())) }
    let isDone = Mutex(false)
    let answers = Mutex(0)
    let failures = Mutex<[String]>([])
    let readers = (0..<3).map { number in
      Thread {
        var latest: Int64 = 0
        while !isDone.withLock({ $0 }) {
          do {
            // The second query reads the index itself, after pins that may have come from the cache.
            let (version, pins, ids) = try index.answer { reader in
              let pins = try reader.pins(PhotoFilter(), limit: 10_000).elements
              return (try reader.version(), pins, try reader.photos(pins.suffix(1).map(\.id)))
            }
            // Each version has one photo more.
            let isRight =
              pins.count == first.count + Int(version - first.version) && ids.count == 1
              && version >= latest
            if !isRight {
              failures.withLock { $0.append("\(number): \(pins.count) in \(version)") }
            }
            latest = version
            answers.withLock { $0 += 1 }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    for reader in readers { reader.start() }
    for turn in 0..<60 {
      // Every tenth turn waits for enough queries that runs are cached.
      let wanted = answers.withLock { $0 } + (turn % 10 == 0 ? 120 : 3)
      let isAnswered = eventually(within: 300) {
        answers.withLock { $0 } >= wanted || !failures.withLock(\.isEmpty)
      }
      #expect(isAnswered)
      try world.grow(by: 1)
    }
    isDone.withLock { $0 = true }
    #expect(eventually(within: 300) { readers.allSatisfy(\.isFinished) })
    #expect(failures.withLock { $0 } == [])
  }

  @Test func walksOfTheFileAndOfMemoryFindTheSameRuns() throws {
    let world = try World(seed: 305, count: 3_000)
    // Without zones, what guests see is everything, but from a list in memory.
    let guests = try PhotoIndex(world.index, through: PrivacyFilter(zones: [], revision: 1))
    for _ in 0..<60 {
      let region = GridRegion(world.randomBox())
      let walks = try [world.index, guests].map { index in
        try index.read { reader in
          var (ends, points): ([GridPosition], [GridPosition]) = ([], [])
          try reader.grid.forEachRun(in: region) { extent in
            ends.append(extent.last)
            return .on
          }
          try reader.grid.readRuns(in: region) { run, extent in
            points.append(run.position(run.count - 1))
            return .on
          }
          return [ends, points]
        }
      }
      #expect(walks[0] == walks[1] && walks[0][0] == walks[0][1])
    }
  }

  @Test func theCacheStaysBelowItsLimit() {
    let extent = RunExtent(
      row: 1, first: GridPosition(key: .first, id: 1), last: GridPosition(key: .last, id: 9),
      count: 1)
    let runs = CachedRuns([extent, extent, extent], limit: 100)
    var reads = 0
    func ask(_ index: Int) -> Int {
      runs.points(of: index) {
        reads += 1
        return [UInt8](repeating: UInt8(index), count: 50)
      }.count
    }
    for index in [0, 1, 0, 1] { #expect(ask(index) == 50) }
    #expect(reads == 2)
    // The cache has no room for the third beside the other two.
    for index in [2, 2, 0, 0] { #expect(ask(index) == 50) }
    #expect(reads == 4)
  }
}
