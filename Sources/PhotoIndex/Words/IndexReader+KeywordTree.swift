internal import PhotoFacts
public import Query

extension IndexReader {
  /// The keywords as a tree: hierarchies by their paths, with each name above them, and the flat keywords that some photo
  /// has apart from a hierarchy.
  ///
  /// A photo counts once for a path, as for the filter by it: if it has the path, one below it, or a flat keyword of that
  /// name. The photos are those of `names`; cached.
  public func keywordTree(
    _ filter: PhotoFilter, andUnlocated condition: PhotoCondition? = nil
  ) throws -> [NameSummary] {
    let question = NamesQuestion(filter, condition)
    return try caches.keywordTrees.answer(to: question, at: stamp()) {
      let table = try caches.terms.table(connection)
      var tree = KeywordTree(table)
      try forEachNamedBlock(question, table) { terms, photos in tree.add(terms, photos) }
      return tree.summaries
    }
  }
}

/// Counts the photos of the branches of keywords, block by block.
private struct KeywordTree {
  /// A path with what lies below it, or a flat keyword.
  private struct Branch {
    var name: String
    var above: String?
    var photos = NamedPhotos()

    /// Whether it is shown: a flat keyword is only if a photo has it without a hierarchy that ends with it.
    var isShown: Bool

    /// The photos of the current block.
    var bits: [UInt64] = []
  }

  /// What a term means for the tree.
  private struct Meaning {
    /// The branches that its photos belong to.
    var branches: [Int] = []

    /// For a flat keyword: its branch, if that is no path.
    var flat: Int?

    /// For a path: the flat keyword at its end, if that is no path.
    var end: Int?
  }

  private var branches: [Branch] = []
  private var meanings: [UInt32: Meaning] = [:]

  init(_ table: TermTable) {
    var numbers: [String: Int] = [:]
    let paths = table.rows.filter { $0.kind == .keywordPath }
    let flat = table.rows.filter { $0.kind == .keyword }
    for row in paths {
      let names = row.text.branches
      for (place, name) in names.enumerated() where numbers[name] == nil {
        numbers[name] = branches.count
        branches.append(
          Branch(name: name, above: place > 0 ? names[place - 1] : nil, isShown: true))
      }
      meanings[row.number] = Meaning(branches: names.compactMap { numbers[$0] })
    }
    for row in flat {
      if let path = numbers[row.text] {
        meanings[row.number] = Meaning(branches: [path])
      } else {
        meanings[row.number] = Meaning(branches: [branches.count], flat: branches.count)
        branches.append(Branch(name: row.text, isShown: false))
      }
    }
    let ends = Dictionary(
      flat.compactMap { row in meanings[row.number]?.flat.map { (row.text, $0) } }
    ) { one, _ in one }
    for row in paths { meanings[row.number]?.end = ends[row.text.leaf] }
  }

  mutating func add(_ terms: WordBlock.Terms, _ photos: ChosenOfBlock) {
    var terms = terms
    var touched: [Int] = []
    // The photos with a hierarchy, by the flat keyword at its end.
    var ended: [Int: [UInt64]] = [:]
    while let (term, places) = unsafe terms.next() {
      guard let meaning = meanings[term] else { continue }
      for branch in meaning.branches where branches[branch].bits.isEmpty {
        branches[branch].bits = WordTest.none
        touched.append(branch)
      }
      unsafe WordBlock.forEachPlace(places) { place in
        let (word, bit) = (place >> 6, 1 << UInt64(place & 63) as UInt64)
        for branch in meaning.branches { branches[branch].bits[word] |= bit }
        if let end = meaning.end { ended[end, default: WordTest.none][word] |= bit }
      }
    }
    for branch in touched { close(branch, ended[branch] ?? WordTest.none, photos) }
  }

  /// Adds the photos of the current block to a branch.
  private mutating func close(_ branch: Int, _ ended: [UInt64], _ photos: ChosenOfBlock) {
    let bits = branches[branch].bits
    branches[branch].bits = []
    var isAlone = false
    for (word, value) in bits.enumerated() {
      var rest = value
      while rest != 0 {
        let place = word << 6 + rest.trailingZeroBitCount
        rest &= rest - 1
        if branches[branch].photos.add(photos, place) {
          isAlone = isAlone || ended[word] >> UInt64(place & 63) & 1 == 0
        }
      }
    }
    if isAlone { branches[branch].isShown = true }
  }

  /// The branches that photos have.
  var summaries: [NameSummary] {
    branches.filter { $0.isShown && !$0.photos.isEmpty }.map { branch in
      var summary = branch.photos.named(branch.name)
      summary.above = branch.above
      return summary
    }.sorted(by: NameSummary.mostFirst)
  }
}

extension String {
  /// A path, after the names above it.
  fileprivate var branches: [String] {
    indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }.filter {
      !$0.isEmpty && $0.last != "/"
    } + [self]
  }
}
