/// Numbers keys in the order in which they first appear; the key 0 has the number 0.
///
/// It has its own hash table, because one lookup per photo takes most of the time of reading all blocks.
struct Numbering: Sendable {
  /// The keys, by number.
  private(set) var keys: [UInt64] = [0]

  /// The numbers, each in the first free slot from its key's hash on; 0 marks a free slot.
  private var slots = [UInt32](repeating: 0, count: 1_024)

  /// The number of a key; a new key gets the next number.
  @inline(__always)
  mutating func number(of key: UInt64) -> UInt32 {
    guard key != 0 else { return 0 }
    var slot = slot(of: key)
    while slots[slot] != 0 {
      let number = slots[slot]
      if keys[Int(number)] == key { return number }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return add(key, at: slot)
  }

  private func slot(of key: UInt64) -> Int {
    // The product's high bits depend on all bits of the key.
    let product = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 32) & (slots.count &- 1)
  }

  private mutating func add(_ key: UInt64, at slot: Int) -> UInt32 {
    let number = UInt32(clamping: keys.count)
    keys.append(key)
    slots[slot] = number
    if 2 * keys.count > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 4 * slots.count)
    for number in keys.indices.dropFirst() {
      var slot = slot(of: keys[number])
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(clamping: number)
    }
  }
}
