import Caches
import TestSupport
import Testing

@Suite struct RecentlyUsedTests {
  /// The same, as a list from the oldest use to the newest.
  private struct List {
    let limit: Int
    var entries: [(key: Int, value: Int, cost: Int)] = []

    mutating func value(_ key: Int) -> Int? {
      guard let position = entries.firstIndex(where: { $0.key == key }) else { return nil }
      entries.append(entries.remove(at: position))
      return entries.last?.value
    }

    mutating func insert(_ value: Int, _ key: Int, _ cost: Int) {
      entries.removeAll { $0.key == key }
      guard cost <= limit else { return }
      entries.append((key, value, cost))
      while entries.reduce(0, { $0 + $1.cost }) > limit { entries.removeFirst() }
    }
  }

  @Test func itHasWhatAListOfUsesHas() {
    var random = SeededRandom(seed: 3)
    for limit in [0, 1, 3, 20] {
      var cache = RecentlyUsed<Int, Int>(limit: limit)
      var list = List(limit: limit)
      var differences = 0
      for turn in 0..<3_000 {
        let key = Int.random(in: 0..<12, using: &random)
        if Bool.random(using: &random) {
          let cost = Int.random(in: 0...4, using: &random)
          cache.insert(turn, for: key, cost: cost)
          list.insert(turn, key, cost)
        } else if cache[key] != list.value(key) {
          differences += 1
        }
        if cache.count != list.entries.count { differences += 1 }
        if cache.cost != list.entries.reduce(0, { $0 + $1.cost }) { differences += 1 }
      }
      #expect(differences == 0, "limit \(limit)")
    }
  }

  @Test func afterRemovingAllNothingIsLeft() {
    var cache = RecentlyUsed<Int, Int>(limit: 2)
    cache.insert(5, for: 1)
    cache.removeAll()
    #expect(cache[1] == nil)
    #expect(cache.cost == 0)
  }
}
