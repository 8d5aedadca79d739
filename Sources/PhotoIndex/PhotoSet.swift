/// A set of photo ids, as a bitmap, because ids are assigned one after the other.
///
/// An id that was never assigned, as a damaged file may have, is stored separately: a bitmap that includes it
/// would not fit in memory.
struct PhotoSet: Sendable {
  private static let handedOut: Range<Int64> = 0..<1 << 32

  private(set) var words: [UInt64] = []
  private(set) var others: Set<Int64> = []

  /// The memory that it takes, in bytes.
  var bytes: Int { 8 * words.count + 48 * others.count }

  mutating func insert(_ id: Int64) {
    guard Self.handedOut.contains(id) else {
      others.insert(id)
      return
    }
    let word = Int(id >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  mutating func remove(_ id: Int64) {
    guard Self.handedOut.contains(id) else {
      others.remove(id)
      return
    }
    let word = Int(id >> 6)
    if word < words.count { words[word] &= ~(1 << UInt64(id & 63)) }
  }

  func contains(_ id: Int64) -> Bool {
    guard Self.handedOut.contains(id) else { return others.contains(id) }
    let word = Int(id >> 6)
    return word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }

  /// Lends a loop a function that tests membership.
  @inline(__always)
  func withMembership(_ body: ((Int64) -> Bool) -> Void) {
    guard others.isEmpty else { return body(contains) }
    unsafe words.withUnsafeBufferPointer { words in
      body { id in
        // An id that was never assigned, such as a negative one, is beyond the last word.
        let word = Int(truncatingIfNeeded: UInt64(bitPattern: id) >> 6)
        guard word < words.count else { return false }
        return unsafe words[word] &>> UInt64(bitPattern: id & 63) & 1 != 0
      }
    }
  }
}
