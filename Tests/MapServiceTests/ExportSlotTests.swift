import Testing

@testable import HTTPServer
@testable import MapService

/// Slow readers of exports take only their own share of the slots.
@Suite struct ExportSlotTests {
  private func key(_ address: String) throws -> [UInt8] {
    let request = try Request(
      method: .get, targetBytes: [47], headers: [:], body: [], peer: PeerAddress(address))
    return request.clientPrefix
  }

  @Test func aVisitorWithManyExportsBlocksOnlyTheOwnOnes() throws {
    let exports = ExportSlots()
    let greedy = try key("192.0.2.1")
    var held = (0..<ExportSlots.countOfOne).compactMap { _ in exports.enter(greedy) }
    #expect(held.count == ExportSlots.countOfOne)
    #expect(exports.enter(greedy) == nil)
    #expect(exports.enter(try key("192.0.2.2")) != nil)
    held.removeLast()
    #expect(exports.enter(greedy) != nil)
  }

  @Test func theAddressesOfOneNetworkAreOneVisitor() throws {
    #expect(try key("2001:db8::1") == key("2001:db8::2"))
    #expect(try key("2001:db8::1") != key("2001:db8:0:1::1"))
  }

  @Test func allVisitorsTogetherHaveALimitToo() throws {
    let exports = ExportSlots()
    let held = try (0..<ExportSlots.count + 1).map { try exports.enter(key("192.0.2.\($0)")) }
    #expect(held.dropLast().allSatisfy { $0 != nil })
    #expect(held.last ?? nil == nil)
  }

  @Test func aSlotIsFreeOnceItIsLeftWhoeverStillRefersToIt() throws {
    let exports = ExportSlots(1)
    let client = try key("192.0.2.1")
    let first = try #require(exports.enter(client))
    first.leave()
    let second = try #require(exports.enter(client))
    first.leave()
    #expect(exports.enter(client) == nil)
    withExtendedLifetime(second) {}
  }
}
