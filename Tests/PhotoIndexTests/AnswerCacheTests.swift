import Geography
import PhotoFacts
@testable import PhotoIndex
import Testing
import Query

/// Cached results are never out of date, and their number is limited.
@Suite struct AnswerCacheTests {
  @Test func aCountIsThatOfTheRequestedVersion() throws {
    let world = try World(seed: 95, count: 1_000)
    for turn in 0..<12 {
      var filter = PhotoFilter()
      filter.camera = "lumo"
      for _ in 0..<2 {
        #expect(try world.index.read { try $0.count(filter) } == world.matching(filter).count)
      }
      if turn % 2 == 0 { try world.grow(by: 50) } else { try world.remove([world.randomID()]) }
    }
  }

  @Test func theLeastRecentlyUsedIsEvictedFirst() {
    let cache = AnswerCache<PhotoFilter, Int>(limit: 3)
    let state = IndexStamp(identity: 1, version: 1)
    func filter(_ camera: Int) -> PhotoFilter {
      var filter = PhotoFilter()
      filter.camera = "\(camera)"
      return filter
    }
    for camera in [1, 2, 3, 1, 4] {
      #expect(cache.answer(to: filter(camera), at: state) { camera } == camera)
    }
    #expect(cache.cachedSize == 3)
    #expect(cache.answer(to: filter(1), at: state) { -1 } == 1)
    #expect(cache.answer(to: filter(2), at: state) { -1 } == -1)
  }

  @Test func aLateReaderDoesNotReplaceNewerCounts() {
    let cache = AnswerCache<PhotoFilter, Int>()
    let (old, new) = (IndexStamp(identity: 1, version: 1), IndexStamp(identity: 1, version: 2))
    _ = cache.answer(to: PhotoFilter(), at: new) { 7 }
    #expect(cache.answer(to: PhotoFilter(), at: old) { 6 } == 6)
    #expect(cache.answer(to: PhotoFilter(), at: new) { -1 } == 7)
    // Another index has taken the file's place.
    let other = IndexStamp(identity: 2, version: 1)
    #expect(cache.answer(to: PhotoFilter(), at: other) { 5 } == 5)
    #expect(cache.answer(to: PhotoFilter(), at: other) { -1 } == 5)
  }
}
