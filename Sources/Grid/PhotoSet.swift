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
