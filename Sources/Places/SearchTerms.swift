/// Folded names in order, each with an entity that bears it.
struct SearchTerms: Sendable {
  private let rows: Section
  private let texts: Section
  let count: Int

  init(rows: Section, texts: Section) throws(PlacesError) {
    self.rows = rows
    self.texts = texts
    count = try rows.records(of: 8)
  }

  /// The entity of a row.
  func entity(_ row: Int) throws(PlacesError) -> Int {
    Int(try rows.number(8 * row + 4, as: UInt32.self))
  }

  /// How many bytes the text of a row has.
  func length(_ row: Int) throws(PlacesError) -> Int {
    Int(try texts.byte(Int(rows.number(8 * row, as: UInt32.self))))
  }

  /// A byte of the text of a row; −1 after its end, so that a text comes before those it begins.
  func byte(_ row: Int, _ at: Int) throws(PlacesError) -> Int {
    let offset = Int(try rows.number(8 * row, as: UInt32.self))
    return at < Int(try texts.byte(offset)) ? Int(try texts.byte(offset + 1 + at)) : -1
  }

  /// The rows whose text begins like this.
  ///
  /// O(length · log n).
  func rows(beginning prefix: [UInt8]) throws(PlacesError) -> Range<Int> {
    var range = 0..<count
    for (at, byte) in prefix.enumerated() {
      let first = try partition(range, at, below: Int(byte))
      range = first..<(try partition(first..<range.upperBound, at, below: Int(byte) + 1))
    }
    return range
  }

  /// The first row of a range, all alike before a byte, whose byte there is not below a limit.
  private func partition(_ range: Range<Int>, _ at: Int, below limit: Int) throws(PlacesError)
    -> Int
  {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if try byte(middle, at) < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rows whose text differs from another by few insertions, deletions, replacements or swaps of bytes.
  ///
  /// The ordered texts are walked as a tree: the distances of a beginning are computed once for all
  /// that share it, and beginnings too far away are skipped.
  func rows(near text: [UInt8], within limit: Int) throws(PlacesError) -> [Int] {
    var found: [Int] = []
    let start = Step(distances: Array(0...text.count), before: [], byte: -1)
    try walk(0..<count, 0, start, text, limit, &found)
    return found
  }

  /// How far a beginning is from each beginning of the wanted text.
  private struct Step {
    var distances: [Int]
    /// Those of the beginning without its last byte.
    var before: [Int]
    var byte: Int

    func followed(by next: Int, _ text: [UInt8]) -> Step {
      var deeper = [distances[0] + 1]
      for at in text.indices {
        var least = distances[at] + (Int(text[at]) == next ? 0 : 1)
        least = min(least, distances[at + 1] + 1, deeper[at] + 1)
        if at > 0, !before.isEmpty, Int(text[at]) == byte, Int(text[at - 1]) == next {
          least = min(least, before[at - 1] + 1)
        }
        deeper.append(least)
      }
      return Step(distances: deeper, before: distances, byte: next)
    }
  }

  private func walk(
    _ range: Range<Int>, _ depth: Int, _ step: Step, _ text: [UInt8], _ limit: Int,
    _ found: inout [Int]
  ) throws(PlacesError) {
    var row = range.lowerBound
    while row < range.upperBound {
      let next = try byte(row, depth)
      let end = try partition(row..<range.upperBound, depth, below: next + 1)
      // In a damaged file the texts need not be in order.
      guard end > row else { throw .damaged }
      if next < 0 {
        if step.distances[text.count] <= limit { found.append(contentsOf: row..<end) }
      } else {
        let deeper = step.followed(by: next, text)
        if deeper.distances.contains(where: { $0 <= limit }) {
          try walk(row..<end, depth + 1, deeper, text, limit, &found)
        }
      }
      row = end
    }
  }
}
