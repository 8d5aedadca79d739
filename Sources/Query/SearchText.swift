package import PhotoFacts

/// Parses the text of a search: words that must all occur, in any order.
///
/// Quotes join words, a `-` before a word excludes it. A date also means its time, and the English name of a month that
/// month.
enum SearchText {
  /// The most words of a search.
  private static let limit = 20

  static func condition(_ text: String) throws -> PhotoCondition {
    let terms = terms(text)
    guard !terms.isEmpty else { throw QueryError("q", text, "has no word to look for") }
    guard terms.count <= limit else {
      throw QueryError("q", text, "has more than \(limit) words")
    }
    let parts = terms.map { term in
      let found = PhotoCondition.any(PhotoCondition.mentions(term.word) + times(term.word.text))
      return term.isExcluded ? .not(found) : found
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private struct Term {
    var word: SearchWord
    var isExcluded: Bool
  }

  private static func terms(_ text: String) -> [Term] {
    var terms: [Term] = []
    var rest = text[...]
    while let first = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[first...]
      let isExcluded = rest.first == "-"
      if isExcluded { rest.removeFirst() }
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      let end =
        rest.firstIndex { isQuoted ? $0 == "\"" : $0.isWhitespace || $0 == "\"" } ?? rest.endIndex
      if let word = SearchWord(String(rest[..<end])) {
        terms.append(Term(word: word, isExcluded: isExcluded))
      }
      rest = rest[end...]
      if isQuoted { rest = rest.dropFirst() }
    }
    return terms
  }

  /// The times that a word may mean.
  private static func times(_ word: String) -> [PhotoCondition] {
    if word.utf8.count >= 4, word.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
      let span = Timestamp.interval(word, on: .local)
    {
      return [.takenLocally(span)]
    }
    let lowercase = word.lowercased()
    guard let month = months.firstIndex(of: lowercase) else { return [] }
    return [.onClock(ClockSet(.month, [month + 1]))]
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

extension PhotoCondition {
  /// The conditions of which at least one holds for a photo that a word is found for.
  static func mentions(_ word: SearchWord) -> [PhotoCondition] {
    [.mentions(PhotoProperty.searchedWords, word), .mentions(PhotoProperty.searchedGroups, word)]
  }
}

extension PhotoProperty {
  /// What is written about each photo, and the name of its file.
  package static let searchedWords: [PhotoProperty] = [
    filename, title, caption, keywords, keywordPaths, people, label, creator, copyright,
  ]

  /// What many photos have in common: their folder, camera and place.
  package static let searchedGroups: [PhotoProperty] =
    [path, country, region, place, area] + all.filter { $0.group == .camera }
}
