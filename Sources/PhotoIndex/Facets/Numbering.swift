/// Numbers keys in the order in which they first appear; the key 0 has the number 0.
///
/// It has its own hash table, because one lookup per photo takes most of the time of reading all blocks.
struct Numbering: Sendable {
  /// The keys, by number.
  private(set) var keys: [UInt64] = [0]

  /// The numbers, each in the first free slot from its key's hash on; 0 marks a free slot.
  private var places = [UInt32](repeating: 0, count: 1_024)

  /// The number of a key; a new key gets the next number.
  @inline(__always)
  mutating func number(of key: UInt64) -> UInt32 {
    guard key != 0 else { return 0 }
    var place = place(of: key)
    while places[place] != 0 {
      let number = places[place]
      if keys[Int(number)] == key { return number }
      place = (place &+ 1) & (places.count &- 1)
    }
    return add(key, at: place)
  }

  private func place(of key: UInt64) -> Int {
    // The product's high bits depend on all bits of the key.
    let product = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 32) & (places.count &- 1)
  }

  private mutating func add(_ key: UInt64, at place: Int) -> UInt32 {
    let number = UInt32(clamping: keys.count)
    keys.append(key)
    places[place] = number
    if 2 * keys.count > places.count { grow() }
    return number
  }

  private mutating func grow() {
    places = [UInt32](repeating: 0, count: 4 * places.count)
    for number in keys.indices.dropFirst() {
      var place = place(of: keys[number])
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = UInt32(clamping: number)
    }
  }
}
