/// A set of photo ids, as a bitmap, because ids are assigned one after the other.
///
/// An id that was never assigned, as a damaged file may have, is stored separately: a bitmap that includes it
/// would not fit in memory.
public struct PhotoSet: Sendable {
  @inlinable
  static var handedOut: Range<Int64> { 0..<1 << 32 }

  /// A bit for each id from 0 on.
  public private(set) var words: [UInt64] = []

  /// The ids that were never assigned.
  public private(set) var others: Set<Int64> = []

  /// Makes an empty set.
  public init() {}

  /// The memory that it takes, in bytes.
  public var bytes: Int { 8 * words.count + 48 * others.count }

  /// Adds an id.
  public mutating func insert(_ id: Int64) {
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

  /// Removes an id.
  public mutating func remove(_ id: Int64) {
    guard Self.handedOut.contains(id) else {
      others.remove(id)
      return
    }
    let word = Int(id >> 6)
    if word < words.count { words[word] &= ~(1 << UInt64(id & 63)) }
  }

  /// Replaces the ids from one on, a multiple of 64, by those whose bits are set.
  public mutating func replace(from first: Int64, with bits: [UInt64]) {
    let word = Int(first >> 6)
    guard Self.handedOut.contains(first), word + bits.count <= Self.handedOut.upperBound >> 6 else {
      for index in bits.indices {
        for bit in 0..<64 {
          let id = first + Int64(64 * index + bit)
          if bits[index] >> UInt64(bit) & 1 != 0 { insert(id) } else { remove(id) }
        }
      }
      return
    }
    let end = word + bits.count
    if end > words.count {
      guard bits.contains(where: { $0 != 0 }) || word < words.count else { return }
      words.append(contentsOf: repeatElement(0, count: max(end - words.count, words.count)))
    }
    for index in bits.indices { words[word + index] = bits[index] }
  }

  /// Adds the ids of another set.
  public mutating func formUnion(_ other: PhotoSet) {
    others.formUnion(other.others)
    let missing = other.words.count - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Keeps the ids that another set has too.
  public mutating func formIntersection(_ other: PhotoSet) {
    others.formIntersection(other.others)
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Removes the ids that another set has.
  public mutating func subtract(_ other: PhotoSet) {
    others.subtract(other.others)
    for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
  }

  /// The bits of `count` ids from one on, both multiples of 64.
  public func bits(from first: Int64, count: Int64) -> [UInt64] {
    let word = Int(first >> 6)
    return (word..<word + Int(count >> 6)).map { index in
      guard index >= Self.handedOut.upperBound >> 6 else {
        return index < words.count ? words[index] : 0
      }
      return (0..<64).reduce(0) { bits, bit in
        bits | (others.contains(Int64(index) << 6 + Int64(bit)) ? 1 << UInt64(bit) : 0)
      }
    }
  }

  /// Whether it has an id.
  @inlinable
  public func contains(_ id: Int64) -> Bool {
    guard Self.handedOut.contains(id) else { return others.contains(id) }
    let word = Int(id >> 6)
    return word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }

  /// Lends a loop a function that tests membership.
  @inlinable
  @inline(__always)
  public func withMembership(_ body: ((Int64) -> Bool) -> Void) {
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
