internal import PhotoFacts
internal import Query
internal import SQLite

/// A value that several photos have: a keyword, a person and the like.
struct Term: Hashable {
  var kind: WordBlock.Kind
  var text: String
}

/// The ids of terms that a writer has looked up.
struct TermNumbers {
  /// More than a library of words has; texts that differ from photo to photo are not to fill the memory.
  private static let limit = 200_000

  private var numbers: [Term: UInt32] = [:]

  subscript(term: Term) -> UInt32? { numbers[term] }

  mutating func remember(_ term: Term, _ number: UInt32) {
    if numbers.count >= Self.limit { numbers.removeAll() }
    numbers[term] = number
  }
}

extension IndexWriter {
  /// Adds the lines of new photos to their blocks.
  func addFreshLines() throws {
    for (number, lines) in derived.freshLines.take() {
      let find = try connection.statement("SELECT terms, texts FROM word_block WHERE id = ?1")
      let stored = try find.bind(number).first { (terms: $0.bytes(0), texts: $0.bytes(1)) }
      if let texts = lines.merged(into: stored?.texts ?? []) {
        try write(terms: stored?.terms ?? [], texts: texts, ofBlock: number)
      } else {
        derived.addWords(of: WordBlock.photos(of: number).lowerBound)
      }
    }
  }

  /// Writes the blocks of photos whose words have changed, each once: at the end, because in a long transaction most may
  /// change again.
  func applyWordChanges() throws {
    for number in derived.takeWordBlocks() { try writeWords(ofBlock: number) }
  }

  /// Makes the blocks of an index that has none yet.
  func makeWordBlocks() throws {
    let blocks = try connection.statement(
      "SELECT DISTINCT id / \(WordBlock.capacity) FROM photo WHERE id >= 0"
    ).map { $0.integer(0) }
    for number in blocks { try writeWords(ofBlock: number) }
  }

  private func writeWords(ofBlock number: Int64) throws {
    guard let block = try reader.wordBlock(number, term: { try self.number(of: $0) }) else {
      return try connection.statement("DELETE FROM word_block WHERE id = ?1").bind(number).run()
    }
    try write(terms: block.terms, texts: block.texts, ofBlock: number)
  }

  private func write(terms: [UInt8], texts: [UInt8], ofBlock number: Int64) throws {
    let write = try connection.statement(
      """
      INSERT INTO word_block (id, terms, texts) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET terms = excluded.terms, texts = excluded.texts
      """)
    try write.bind(number, at: 1)
    try write.bind(blob: terms, at: 2)
    try write.bind(blob: texts, at: 3)
    try write.run()
  }

  /// The number of a term, which is added if it is new.
  private func number(of term: Term) throws -> UInt32? {
    if let known = terms[term] { return known }
    let find = try connection.statement("SELECT id FROM term WHERE kind = ?1 AND text = ?2")
    var id = try find.bind(term.kind.rawValue, term.text).first { $0.integer(0) }
    if id == nil {
      let add = try connection.statement(
        "INSERT INTO term (kind, text) VALUES (?1, ?2) RETURNING id")
      id = try add.bind(term.kind.rawValue, term.text).first { $0.integer(0) }
    }
    guard let number = id.flatMap(UInt32.init(exactly:)) else { return nil }
    terms.remember(term, number)
    return number
  }
}

extension IndexReader {
  /// Makes the block of a number from the rows of its photos; nil if it has none.
  ///
  /// Terms without a number are left out.
  func wordBlock(_ number: Int64, term: (Term) throws -> UInt32?) throws -> WordBlock? {
    let photos = WordBlock.photos(of: number)
    let rows = try connection.statement(
      "SELECT \(WordRow.list) FROM photo NOT INDEXED WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
    ).bind(photos.lowerBound, photos.upperBound - 1)
    var entries: [WordBlock.Entry] = []
    var texts: [UInt8] = []
    var lines = 0
    try rows.forEachRow { statement in
      let row = Row<WordRow>(statement)
      let place = Int(row.integer(.id) - photos.lowerBound)
      texts.append(contentsOf: repeatElement(WordBlock.lineEnd, count: place - lines))
      row.appendLine(to: &texts)
      lines = place + 1
      try row.forEachTerm { found in
        if let number = try term(found) { entries.append(.init(term: number, place: place)) }
      }
    }
    return lines == 0 ? nil : WordBlock(entries, texts: texts)
  }

  /// Compares the blocks with the rows of photos; returns at most `limit` errors.
  func wordProblems(limit: Int) throws -> [String] {
    var problems: [String] = []
    let known = try caches.terms.table(connection).numbers
    let numbers = try connection.statement(
      "SELECT DISTINCT id / \(WordBlock.capacity) FROM photo WHERE id >= 0 UNION SELECT id FROM word_block"
    ).map { $0.integer(0) }
    for number in numbers where problems.count < limit {
      guard (0...WordBlock.greatestNumber).contains(number) else {
        problems.append("there is a block of words with the number \(number)")
        continue
      }
      let made = try wordBlock(number) { known[$0] }
      let find = try connection.statement("SELECT terms, texts FROM word_block WHERE id = ?1")
      let stored = try find.bind(number).first { ($0.bytes(0), $0.bytes(1)) }
      if made?.terms != stored?.0 || made?.texts != stored?.1 {
        problems.append("the words of block \(number) do not match its photos")
      }
    }
    return problems
  }
}

extension Row<WordRow> {
  /// Appends the texts of the photo, folded.
  fileprivate func appendLine(to texts: inout [UInt8]) {
    FoldedText.append(text(.name) ?? "", to: &texts)
    if !isNull(.title) || !isNull(.caption) {
      texts.append(WordBlock.separator)
      FoldedText.append(text(.title) ?? "", to: &texts)
    }
    if let caption = text(.caption) {
      texts.append(WordBlock.separator)
      FoldedText.append(caption, to: &texts)
    }
    texts.append(WordBlock.lineEnd)
  }

  fileprivate func forEachTerm(_ body: (Term) throws -> Void) rethrows {
    for (column, kind) in WordRow.ofTerms where !isNull(column) {
      guard let text = text(column) else { continue }
      switch kind {
      case .keyword, .keywordPath, .person:
        for item in StoredList.texts(text) { try body(Term(kind: kind, text: item)) }
      default: try body(Term(kind: kind, text: text))
      }
    }
  }
}
