import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import TestSupport
import Testing
import Query

@Suite struct SortingTests {
  /// Times of a few days only, so that many photos share a moment or a day.
  private func world(_ seed: UInt64, count: Int = 5_000) throws -> World {
    try World(seed: seed, count: count, times: -200..<400)
  }

  private func expected(_ world: World, _ filter: PhotoFilter, _ order: PhotoOrder) -> [Int64] {
    let sign: Int64 = order == .newestFirst ? -1 : 1
    return world.matching(filter).sorted { left, right in
      (left.time.map { $0 * sign } ?? .max, left.id)
        < (right.time.map { $0 * sign } ?? .max, right.id)
    }.map(\.id)
  }

  @Test(arguments: [PhotoOrder.oldestFirst, .newestFirst], [UInt64(1), 2])
  func pagesInTheOrderOfTimeShowEveryPhotoOnce(order: PhotoOrder, seed: UInt64) throws {
    for world in [try world(seed), try World(seed: seed + 10, count: 2_000)] {
      for size in [13, 160, 700, 10_000] {
        let filter = size == 700 ? PhotoFilter() : world.randomFilter()
        var seen: [Int64] = []
        var cursor: PageCursor?
        repeat {
          let page = try world.index.read {
            try $0.pins(filter, in: order, after: cursor, limit: size)
          }
          seen += page.elements.map(\.id)
          cursor = try page.next.map { try #require(PageCursor($0.text)) }
          #expect(page.next == nil || page.elements.count == size)
        } while cursor != nil && seen.count < 3_000
        #expect(seen == Array(expected(world, filter, order).prefix(seen.count)), "\(filter)")
        if cursor == nil { #expect(seen.count == world.matching(filter).count) }
      }
    }
  }

  /// The walk must not pass photos of other days, because the calendar narrows it.
  @Test(arguments: [PhotoOrder.oldestFirst, .newestFirst])
  func theCalendarFindsThePagesOfALargeLibrary(order: PhotoOrder) throws {
    let world = try World(seed: 21, count: 3_000, times: 0..<(400 * 86_400_000))
    for filter in [PhotoFilter()] + (0..<6).map({ _ in world.randomFilter() }) {
      let all = expected(world, filter, order)
      for offset in [0, 5, all.count / 2, all.count - 2, all.count + 3] where offset >= 0 {
        let page = try world.index.read {
          ($0.grid.mostWalked, $0.grid.firstWindow) = (0, 20)
          return try $0.pins(filter, in: order, skipping: offset, limit: 70)
        }
        #expect(page.elements.map(\.id) == Array(all.dropFirst(offset).prefix(70)), "\(filter)")
        guard let next = page.next else { continue }
        let following = try world.index.read {
          ($0.grid.mostWalked, $0.grid.firstWindow) = (0, 20)
          return try $0.pins(filter, in: order, after: next, limit: 70)
        }
        #expect(
          following.elements.map(\.id) == Array(all.dropFirst(offset + 70).prefix(70)),
          "\(filter)")
      }
    }
  }

  @Test func aClusterOpensInTheOrderOfTime() throws {
    let world = try world(3)
    let marks = try world.index.read { try $0.marks(PhotoFilter(), zoom: 2) }
    let clusters = marks.marks.compactMap { mark in
      if case .cluster(let cluster) = mark { cluster } else { nil }
    }
    let largest = try #require(clusters.max { $0.count < $1.count })
    let inCell = Set(
      try world.index.read {
        try $0.pins(in: largest.cell, PhotoFilter(), limit: 10_000).elements.map(\.id)
      })
    for order in [PhotoOrder.oldestFirst, .newestFirst] {
      let page = try world.index.read {
        try $0.pins(in: largest.cell, PhotoFilter(), in: order, limit: 10_000)
      }
      let all = expected(world, PhotoFilter(), order).filter(inCell.contains)
      #expect(page.elements.map(\.id) == all)
    }
  }

  @Test func aCursorOfAnotherOrderIsRefused() throws {
    let world = try world(4, count: 300)
    try world.index.read { reader in
      let byTime = try reader.pins(PhotoFilter(), in: .oldestFirst, limit: 5).next
      let byPlace = try reader.pins(PhotoFilter(), limit: 5).next
      #expect(throws: IndexError.self) { try reader.pins(PhotoFilter(), after: byTime, limit: 5) }
      for (cursor, order) in [(byTime, PhotoOrder.newestFirst), (byPlace, .oldestFirst)] {
        #expect(throws: IndexError.self) {
          try reader.pins(PhotoFilter(), in: order, after: cursor, limit: 5)
        }
      }
    }
  }

  @Test func anInventedCursorIsHarmless() throws {
    let world = try World(seed: 22, count: 3_000, times: 0..<(400 * 86_400_000))
    var filter = PhotoFilter()
    filter.time = TimeSpan(from: 1_000, through: 2_000)
    for text in [
      "o-0-1", "n-0-1", "o-3w5e11264sgsf-1", "n-3w5e11264sgsf-1", "o-1y2p0ij32e8e7-1",
      "n-1y2p0ij32e8e7-9",
    ] {
      let cursor = try #require(PageCursor(text))
      for filter in [filter, PhotoFilter()] {
        let page = try world.index.read {
          ($0.grid.mostWalked, $0.grid.firstWindow) = (0, 20)
          return try $0.pins(filter, in: cursor.order, after: cursor, limit: 10)
        }
        #expect(page.elements.count <= 10)
      }
    }
  }

  @Test(arguments: [
    "n--1", "o-1-0", "x-1-1", "o-1-1-1", "o-zzzzzzzzzzzzzz-1", "o-+1-1", "O-1-1",
  ])
  func anInvalidCursorIsRefused(text: String) {
    #expect(PageCursor(text) == nil)
  }

  @Test func tooFarAnOffsetIsRefused() throws {
    let world = try world(5, count: 10)
    #expect(throws: IndexError.self) {
      try world.index.read {
        try $0.pins(PhotoFilter(), in: .oldestFirst, skipping: .max, limit: 10)
      }
    }
  }
}
