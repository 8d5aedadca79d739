internal import PhotoFacts
internal import Query

/// Conditions on words prepared for tests of blocks, whose photos they test at once as bits.
struct WordTest {
  /// The words of bits of a block.
  private static let wordCount = Int(WordBlock.capacity) / 64

  /// No photo of a block.
  static let none = [UInt64](repeating: 0, count: wordCount)

  private indirect enum Node {
    case all([Node])
    case any([Node])
    case leaf(Int, isNegated: Bool)
  }

  private struct Wanted {
    var term: UInt32
    var leaf: Int
  }

  private struct Search {
    var word: SearchWord
    var fields: Set<WordBlock.Field>
    var leaf: Int
  }

  private var roots: [Node] = []
  /// The terms that count, in order.
  private var wanted: [Wanted] = []
  private var searches: [Search] = []
  private var leaves = 0
  /// The photos of the current block for which each question holds.
  private var bits: [UInt64] = []

  init(_ trees: [ConditionTree], _ terms: TermTable) {
    for tree in trees { roots.append(node(tree, terms)) }
    wanted.sort { ($0.term, $0.leaf) < ($1.term, $1.leaf) }
    bits = [UInt64](repeating: 0, count: leaves * Self.wordCount)
  }

  /// The beginning of the query for the blocks; texts are only read if the condition is about them.
  var query: String { "SELECT id, terms, \(searches.isEmpty ? "x''" : "texts") FROM word_block" }

  private mutating func node(_ tree: ConditionTree, _ terms: TermTable) -> Node {
    switch tree {
    case .all(let parts): return .all(parts.map { node($0, terms) })
    case .any(let parts): return .any(parts.map { node($0, terms) })
    case .question(let question, let isNegated):
      return node(question, isNegated: isNegated, terms)
    }
  }

  private mutating func node(
    _ question: PhotoCondition, isNegated: Bool, _ terms: TermTable
  ) -> Node {
    let kinds = [question.property].compactMap { $0.flatMap(WordBlock.Kind.init(of:)) }
    switch question {
    case .named(let property, let name):
      return leaf(Self.terms(named: name, property, terms), isNegated: isNegated)
    case .mentions(let properties, let word):
      let kinds = properties.compactMap(WordBlock.Kind.init(of:))
      let node = leaf(terms.numbers(kinds, thatMention: word), isNegated: isNegated)
      let fields = Set(properties.compactMap(WordBlock.Field.init(of:)))
      if !fields.isEmpty { searches.append(Search(word: word, fields: fields, leaf: leaves - 1)) }
      return node
    case .isKnown: return leaf(terms.numbers(kinds) { _ in true }, isNegated: isNegated)
    case .list(_, let comparison, let texts):
      let parts = texts.map { text in
        leaf(terms.numbers(kinds) { $0 == text }, isNegated: isNegated)
      }
      guard isNegated else { return comparison == .contains ? .all(parts) : .any(parts) }
      // Where there is no list, neither the question nor its opposite holds.
      let isKnown = leaf(terms.numbers(kinds) { _ in true }, isNegated: false)
      return .all([isKnown, comparison == .contains ? .any(parts) : .all(parts)])
    default:
      // The same for a value that is unknown.
      let isNumber = kinds == [.rating] || kinds == [.favourite]
      let numbers = terms.numbers(kinds) { text in
        let value = isNumber ? Int64(text).map(PropertyValue.integer) : .text(text)
        return value.map { question.holds(for: $0) != isNegated } ?? false
      }
      return leaf(numbers, isNegated: false)
    }
  }

  private mutating func leaf(_ terms: [UInt32], isNegated: Bool) -> Node {
    wanted += terms.map { Wanted(term: $0, leaf: leaves) }
    leaves += 1
    return .leaf(leaves - 1, isNegated: isNegated)
  }

  /// The terms of a name, and those below it.
  private static func terms(
    named name: String, _ property: PhotoProperty, _ terms: TermTable
  ) -> [UInt32] {
    guard let kind = WordBlock.Kind(of: property) else { return [] }
    let own = terms.numbers([kind]) { $0 == name }
    guard kind != .person else { return own }
    let below = name + "/"
    return own + terms.numbers([.keywordPath]) { $0 == name || $0.hasPrefix(below) }
  }

  /// The photos of a block that pass each condition; nil if the bytes are not a block.
  mutating func passing(
    _ terms: UnsafeRawBufferPointer, _ texts: UnsafeRawBufferPointer
  ) -> [[UInt64]]? {
    for index in bits.indices { bits[index] = 0 }
    guard unsafe wanted.isEmpty || mark(terms) else { return nil }
    for search in searches { unsafe mark(search, texts) }
    return roots.map { value(of: $0) }
  }

  private mutating func mark(_ terms: UnsafeRawBufferPointer) -> Bool {
    guard var terms = unsafe WordBlock.Terms(terms) else { return false }
    for wanted in wanted {
      guard let places = unsafe terms.find(wanted.term) else { continue }
      unsafe WordBlock.forEachPlace(places) { set($0, wanted.leaf) }
    }
    return true
  }

  private mutating func set(_ place: Int, _ leaf: Int) {
    bits[leaf &* Self.wordCount &+ place >> 6] |= 1 << UInt64(place & 63)
  }

  private mutating func mark(_ search: Search, _ texts: UnsafeRawBufferPointer) {
    var lines = unsafe LineCounter(texts)
    var from = 0
    while let position = unsafe search.word.position(in: texts, from: from) {
      let (line, field, end) = lines.move(to: position)
      guard line < Int(WordBlock.capacity) else { return }
      if let field, search.fields.contains(field) {
        set(line, search.leaf)
        from = end
      } else {
        from = position + 1
      }
    }
  }

  private func value(of node: Node) -> [UInt64] {
    switch node {
    case .all(let parts):
      return parts.reduce([UInt64](repeating: .max, count: Self.wordCount)) { passing, part in
        zip(passing, value(of: part)).map { $0 & $1 }
      }
    case .any(let parts):
      return parts.reduce(Self.none) { passing, part in
        zip(passing, value(of: part)).map { $0 | $1 }
      }
    case .leaf(let leaf, let isNegated):
      let words = bits[leaf * Self.wordCount..<(leaf + 1) * Self.wordCount]
      return isNegated ? words.map { ~$0 } : Array(words)
    }
  }
}

/// Counts the lines of a block's texts up to positions that grow.
@safe private struct LineCounter {
  private let texts: UnsafeRawBufferPointer
  private var line = 0
  private var start = 0

  init(_ texts: UnsafeRawBufferPointer) { unsafe self.texts = texts }

  /// The line of a position, its text in that line, and where the line ends.
  mutating func move(to position: Int) -> (line: Int, field: WordBlock.Field?, end: Int) {
    var end = self.end(of: start)
    while end <= position {
      line += 1
      start = end + 1
      end = self.end(of: start)
    }
    var field = 0
    for index in start..<position where unsafe texts[index] == WordBlock.separator { field += 1 }
    return (line, WordBlock.Field(rawValue: field), end)
  }

  private func end(of start: Int) -> Int {
    var index = start
    while unsafe index < texts.count && texts[index] != WordBlock.lineEnd { index += 1 }
    return index
  }
}

extension WordBlock.Kind {
  /// What the terms of a property are of; nil if it has none.
  init?(of property: PhotoProperty) {
    switch property {
    case .keywords: self = .keyword
    case .keywordPaths: self = .keywordPath
    case .people: self = .person
    case .label: self = .label
    case .creator: self = .creator
    case .copyright: self = .copyright
    case .rating: self = .rating
    case .favourite: self = .favourite
    default: return nil
    }
  }
}

extension WordBlock.Field {
  /// The text of a property; nil if it has none here.
  fileprivate init?(of property: PhotoProperty) {
    switch property {
    case .filename: self = .filename
    case .title: self = .title
    case .caption: self = .caption
    default: return nil
    }
  }
}
