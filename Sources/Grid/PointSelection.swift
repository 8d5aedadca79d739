/// The chosen points of a run, as a bitmap.
///
/// A filter works through a run column by column and clears bits. So it never reads a point as a whole, and
/// later steps skip the points that failed.
public struct PointSelection: Sendable {
  /// At least as many bits as a run has points.
  @usableFromInline
  typealias Words = SIMD4<UInt64>

  @inlinable
  static var wordBits: Int { 64 }

  @inlinable
  static var wordCount: Int { (GridRun.capacity + wordBits - 1) / wordBits }

  @usableFromInline
  var words = Words(repeating: 0)

  /// Chooses none.
  @inlinable
  public init() {}

  /// Chooses the points of a range, which lies within a run.
  @inlinable
  public init(_ range: Range<Int>) {
    for word in 0..<Self.wordCount {
      let start = word * Self.wordBits
      // Shifts by 64 or more give 0.
      let before: UInt64 = ~0 << UInt64(Swift.max(range.lowerBound - start, 0))
      let after: UInt64 = ~0 << UInt64(Swift.max(range.upperBound - start, 0))
      words[word] = before & ~after
    }
  }

  /// Whether no point is chosen.
  @inlinable
  public var isEmpty: Bool { words == Words(repeating: 0) }

  /// How many points are chosen.
  public var count: Int {
    var count = 0
    for word in 0..<Self.wordCount { count += words[word].nonzeroBitCount }
    return count
  }

  /// The first chosen point.
  var first: Int? {
    for word in 0..<Self.wordCount where words[word] != 0 {
      return word * Self.wordBits + words[word].trailingZeroBitCount
    }
    return nil
  }

  /// Removes the chosen points below an index and returns them.
  mutating func removePrefix(end: Int) -> PointSelection {
    var prefix = PointSelection(0..<end)
    prefix.words &= words
    words &= ~prefix.words
    return prefix
  }

  /// Adds the points that another selection has.
  public mutating func formUnion(_ other: PointSelection) { words |= other.words }

  /// Removes the points that another selection has.
  public mutating func subtract(_ other: PointSelection) { words &= ~other.words }

  /// Keeps the points for which a test holds.
  ///
  /// The test must be cheap: it is made for all `count` points of the run, without a branch.
  @inlinable
  @inline(__always)
  public mutating func narrow(_ count: Int, where holds: (Int) -> Bool) {
    for word in 0..<Self.wordCount where words[word] != 0 {
      let start = word &* Self.wordBits
      var chosen: UInt64 = 0
      for bit in 0..<Swift.max(Swift.min(Self.wordBits, count &- start), 0) {
        chosen |= (holds(start &+ bit) ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
      }
      words[word] &= chosen
    }
  }

  /// The same, with another test for eight consecutive points, which returns a bit for each.
  @inlinable
  @inline(__always)
  public mutating func narrow(_ count: Int, eight: (Int) -> UInt64, where holds: (Int) -> Bool) {
    for word in 0..<Self.wordCount where words[word] != 0 {
      let start = word &* Self.wordBits
      let end = Swift.min(Self.wordBits, count &- start)
      var chosen: UInt64 = 0
      var bit = 0
      while bit &+ 8 <= end {
        chosen |= eight(start &+ bit) &<< UInt64(truncatingIfNeeded: bit)
        bit &+= 8
      }
      while bit < end {
        chosen |= (holds(start &+ bit) ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
        bit &+= 1
      }
      words[word] &= chosen
    }
  }

  /// Keeps the points for which a test holds; tests only the chosen ones.
  @inlinable
  @inline(__always)
  public mutating func narrowChosen(where holds: (Int) -> Bool) {
    for word in 0..<Self.wordCount {
      let start = word &* Self.wordBits
      var rest = words[word]
      var chosen: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        chosen |= (holds(start &+ bit) ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
        rest &= rest &- 1
      }
      words[word] = chosen
    }
  }
}

extension PointSelection: Sequence {
  /// Iterates over the chosen points in the order of the run.
  public struct Iterator: IteratorProtocol {
    @usableFromInline
    var words: Words

    @usableFromInline
    var word = 0

    @inlinable
    init(_ selection: PointSelection) { words = selection.words }

    /// The next chosen point.
    @inlinable
    @inline(__always)
    public mutating func next() -> Int? {
      while word < PointSelection.wordCount {
        let rest = words[word]
        if rest != 0 {
          words[word] = rest & (rest &- 1)
          return word &* PointSelection.wordBits &+ rest.trailingZeroBitCount
        }
        word &+= 1
      }
      return nil
    }
  }

  /// Begins an iteration.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Visits the chosen points in the order of the run; for loops over millions of points.
  @inlinable
  @inline(__always)
  public func forEachChosen(_ body: (Int) -> Void) {
    for word in 0..<Self.wordCount {
      let start = word &* Self.wordBits
      var rest = words[word]
      while rest != 0 {
        body(start &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}
