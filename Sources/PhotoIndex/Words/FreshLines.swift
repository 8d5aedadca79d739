internal import Query

/// The lines of photos without words that a transaction has added, by block, so that their rows need not be read for them.
///
/// Reading a row takes a tenth of the time of storing it. Photos of an import may come in any order.
struct FreshLines {
  /// The lines of one block.
  struct Lines {
    private var places: [Int] = []
    private var texts: [UInt8] = []

    fileprivate mutating func add(_ name: [UInt8], at place: Int) {
      places.append(place)
      FoldedText.append(utf8: name, to: &texts)
      texts.append(WordBlock.lineEnd)
    }

    /// The texts of the block with these lines; nil if it has other lines at their places.
    func merged(into stored: [UInt8]) -> [UInt8]? {
      let old = Self.lines(of: stored)
      let fresh = zip(places, Self.lines(of: texts)).sorted { $0.0 < $1.0 }
      var merged: [UInt8] = []
      merged.reserveCapacity(stored.count + texts.count + Int(WordBlock.capacity))
      var next = 0
      for place in 0..<max(old.count, (fresh.last?.0 ?? 0) + 1) {
        if next < fresh.count, fresh[next].0 == place {
          guard place >= old.count || old[place].isEmpty else { return nil }
          merged += fresh[next].1
          next += 1
        } else if place < old.count {
          merged += old[place]
        }
        merged.append(WordBlock.lineEnd)
      }
      // Several lines for one place.
      return next == fresh.count ? merged : nil
    }

    private static func lines(of texts: [UInt8]) -> [ArraySlice<UInt8>] {
      guard !texts.isEmpty else { return [] }
      return texts.dropLast()
        .split(separator: WordBlock.lineEnd, omittingEmptySubsequences: false)
    }
  }

  private var blocks: [Int64: Lines] = [:]

  mutating func add(_ id: Int64, name: [UInt8]) {
    let number = WordBlock.number(of: id)
    let place = Int(id - WordBlock.photos(of: number).lowerBound)
    blocks[number, default: Lines()].add(name, at: place)
  }

  /// The lines by the numbers of their blocks, in order; they are forgotten.
  mutating func take() -> [(block: Int64, lines: Lines)] {
    defer { blocks.removeAll() }
    return blocks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
