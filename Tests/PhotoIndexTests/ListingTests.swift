import Geography
import PhotoFacts
import PhotoIndex
import Testing
import Query

/// Listings that are read page by page.
@Suite struct ListingTests {
  @Test(arguments: [1, 7, 64, 100_000])
  func piecesGiveTheSamePhotosAsOneRead(count: Int) throws {
    let world = try World(seed: 71, count: 2_500)
    for _ in 0..<(count == 1 ? 5 : 60) {
      let filter = world.randomFilter()
      let expected = Set(world.matching(filter).map(\.id))
      let listing = try world.index.listing(filter)
      var found: [Int64] = []
      while let photos = try listing.next(count) {
        #expect(photos.count <= count)
        found += photos.map(\.id)
      }
      #expect(found == found.sorted(), "\(filter)")
      #expect(found.count == expected.count, "\(filter)")
      #expect(Set(found) == expected, "\(filter)")
      #expect(listing.matched == expected.count, "\(filter)")
    }
  }

  @Test func aListingShowsOneVersion() throws {
    let world = try World(seed: 72, count: 1_000)
    let listing = try world.index.listing(PhotoFilter())
    var count = try #require(try listing.next(10)).count
    try world.grow(by: 500)
    while let photos = try listing.next(100) { count += photos.count }
    #expect(count == 1_000)
    #expect(listing.matched == 1_000)
    #expect(try world.index.listing(PhotoFilter()).matched == 1_500)
  }

  @Test func aClosedListingGivesNothingAndReleasesItsReader() throws {
    let world = try World(seed: 73, count: 100)
    let listing = try world.index.listing(PhotoFilter())
    listing.close()
    listing.close()
    #expect(try listing.next(10) == nil)
    // The transaction has ended, so the same reader now sees later changes.
    try world.grow(by: 50)
    #expect(try world.index.read { try $0.count(PhotoFilter()) } == 150)
  }
}
