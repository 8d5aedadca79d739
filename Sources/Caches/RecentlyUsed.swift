/// A dictionary of limited size, which evicts what was not used for the longest time.
///
/// Looking up, inserting and evicting take constant time. It is a value; if threads share it, its owner locks it.
public struct RecentlyUsed<Key: Hashable, Value> {
  fileprivate struct Entry {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int?
    var older: Int?
  }

  /// The limit on the sum of costs.
  public let limit: Int

  /// The sum of the costs of all entries.
  public private(set) var cost = 0

  private var entries: [Entry?] = []
  private var places: [Key: Int] = [:]
  private var unused: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  /// Makes an empty dictionary.
  public init(limit: Int) { self.limit = limit }

  /// The number of entries.
  public var count: Int { places.count }

  /// The value of a key, which counts as a use.
  public subscript(key: Key) -> Value? {
    mutating get {
      guard let place = places[key] else { return nil }
      if place != newest {
        unlink(place)
        link(place)
      }
      return entries[place]?.value
    }
  }

  /// Stores a value, replacing that of the same key; keeps nothing that costs more than the limit.
  public mutating func insert(_ value: Value, for key: Key, cost size: Int = 1) {
    if let place = places[key] { remove(place) }
    guard size <= limit else { return }
    let place = unused.popLast() ?? entries.count
    if place == entries.count { entries.append(nil) }
    entries[place] = Entry(key: key, value: value, cost: size)
    places[key] = place
    link(place)
    cost += size
    while cost > limit, let oldest { remove(oldest) }
  }

  /// Removes all entries.
  public mutating func removeAll() { self = RecentlyUsed(limit: limit) }

  private mutating func remove(_ place: Int) {
    unlink(place)
    guard let entry = entries[place] else { return }
    cost -= entry.cost
    places[entry.key] = nil
    entries[place] = nil
    unused.append(place)
  }

  /// Makes an entry, which is not in the chain, its newest.
  private mutating func link(_ place: Int) {
    entries[place]?.older = newest
    entries[place]?.newer = nil
    if let newest { entries[newest]?.newer = place }
    newest = place
    oldest = oldest ?? place
  }

  /// Takes an entry out of the chain.
  private mutating func unlink(_ place: Int) {
    guard let entry = entries[place] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
  }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
extension RecentlyUsed.Entry: Sendable where Key: Sendable, Value: Sendable {}
