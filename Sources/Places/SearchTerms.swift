/// Folded names in order, each with the number of an entity that has it.
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

  /// A byte of the text of a row; −1 after its end, so that a text sorts before longer ones that begin with it.
  func byte(_ row: Int, _ at: Int) throws(PlacesError) -> Int {
    let offset = Int(try rows.number(8 * row, as: UInt32.self))
    return at < Int(try texts.byte(offset)) ? Int(try texts.byte(offset + 1 + at)) : -1
  }

  /// The rows whose text begins with a prefix.
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

  /// The first row of a range whose byte at a position is not below a limit; the rows must be equal before that
  /// byte.
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

  /// The rows whose text differs from another by at most `limit` insertions, deletions, replacements or swaps
  /// of bytes.
  ///
  /// Walks the sorted texts as a tree. It computes the distances of a prefix once for all texts that share it,
  /// and skips prefixes that are too far away.
  func rows(near text: [UInt8], within limit: Int) throws(PlacesError) -> [Int] {
    var found: [Int] = []
    let start = Step(distances: Array(0...text.count), before: [], byte: -1)
    try walk(0..<count, 0, start, text, limit, &found)
    return found
  }

  /// The edit distances from a prefix to each prefix of the wanted text.
  private struct Step {
    var distances: [Int]
    /// The distances of the prefix without its last byte.
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
      // The texts of a damaged file may be out of order.
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
