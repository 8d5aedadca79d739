internal import Grid
internal import PhotoFacts
internal import Places
internal import Query
internal import SQLite

extension IndexReader {
  /// The photos whose words pass a condition, which must ask only about words; cached.
  ///
  /// After a change, only the words of changed blocks are read again, unless there are too many.
  func photos(withWordsPassing tree: ConditionTree) throws -> PhotoSet {
    try caches.wordSets.answer(to: tree, at: stamp()) { older in
      guard let older, let changed = try blocks(changedSince: older.version) else {
        return try photos(withWordsPassingEach: [tree])[0]
      }
      var test = WordTest([tree], try caches.terms.table(connection))
      var sets = [older.answer]
      for number in Set(changed.flatMap(Self.wordBlocks)) {
        let row = try connection.statement("\(test.query) WHERE id = ?1").bind(number)
        if try row.first({ try add($0, &test, &sets) }) == nil {
          sets[0].replace(from: number * WordBlock.capacity, with: WordTest.none)
        }
      }
      return sets[0]
    }
  }

  /// Finds the photos for all words of a search in one pass over the blocks, and caches them.
  func findWords(of tree: ConditionTree) throws {
    let stamp = try stamp()
    var searches: [ConditionTree] = []
    tree.forEachQuestion { question, isNegated in
      guard case .mentions = question, question.source == .words else { return }
      let search = ConditionTree.question(question, isNegated: isNegated)
      if !searches.contains(search), !caches.wordSets.knows(search, at: stamp) {
        searches.append(search)
      }
    }
    guard searches.count > 1 else { return }
    for (search, photos) in zip(searches, try photos(withWordsPassingEach: searches)) {
      _ = caches.wordSets.answer(to: search, at: stamp) { photos }
    }
  }

  private func photos(withWordsPassingEach trees: [ConditionTree]) throws -> [PhotoSet] {
    var test = WordTest(trees, try caches.terms.table(connection))
    var sets = trees.map { _ in PhotoSet() }
    try connection.statement("\(test.query) ORDER BY id").forEachRow { row in
      try add(row, &test, &sets)
    }
    return sets
  }

  private func add(_ row: Statement, _ test: inout WordTest, _ sets: inout [PhotoSet]) throws {
    blocksRead &+= 1
    guard let number = row.integer(0, within: 0...WordBlock.greatestNumber),
      let passing = unsafe row.withBytes(
        1, { terms in unsafe row.withBytes(2) { texts in unsafe test.passing(terms, texts) } })
    else { throw damaged() }
    for (index, bits) in passing.enumerated() {
      sets[index].replace(from: number * WordBlock.capacity, with: bits)
    }
  }

  /// The numbers of the blocks of words that have photos of a block.
  private static func wordBlocks(of block: Int64) -> ClosedRange<Int64> {
    let photos = PhotoBlock.photos(of: block)
    return WordBlock.number(of: photos.lowerBound)...WordBlock.number(of: photos.upperBound - 1)
  }

  /// The photos whose folder, camera or locality mentions a word; cached.
  ///
  /// `tree` is the question, which says which of these count.
  func photos(inGroupsThatMention word: SearchWord, _ tree: ConditionTree) throws -> PhotoSet {
    guard case .question(.mentions(let properties, _), _) = tree else { return PhotoSet() }
    let question = ConditionTree.question(.mentions(properties, word), isNegated: false)
    return try caches.localitySets.answer(to: question, at: stamp()) {
      let named = try namedGroups()
      let cameras = try camerasThatMention(word, properties.filter { $0.cameraColumn != nil })
      let folders =
        properties.contains(.path)
        ? try numbers("SELECT id, path FROM directory") { word.occurs(in: $0.text(1) ?? "") } : []
      let places = properties.filter { $0.column == .locality }
      let elsewhere = caches.places?.identifiers(named: word.text)
      return named.groups.photos { group in
        folders.contains(UInt32(truncatingIfNeeded: group))
          || cameras.contains(UInt32(truncatingIfNeeded: group >> 32))
      } orLocality: { number in
        guard !places.isEmpty, let names = named.localities.rows[number]?.names else {
          return false
        }
        if let elsewhere, names.isNamed(elsewhere) { return true }
        var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil))
        facts.names = names
        return places.contains { place in
          (place.value(of: FileFacts(), facts)?.text).map(word.occurs) ?? false
        }
      }
    }
  }

  private func camerasThatMention(
    _ word: SearchWord, _ properties: [PhotoProperty]
  ) throws -> Set<UInt32> {
    guard !properties.isEmpty else { return [] }
    let columns = properties.compactMap(\.cameraColumn)
    return try numbers("SELECT id, \(columns.joined(separator: ", ")) FROM camera") { row in
      columns.indices.contains { row.text(Int32($0 + 1)).map(word.occurs) ?? false }
    }
  }

  private func numbers(_ query: String, where passes: (Statement) -> Bool) throws -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    try connection.statement(query).forEachRow { row in
      if passes(row) { numbers.insert(UInt32(clamping: row.integer(0))) }
    }
    return numbers
  }
}

extension IndexReader {
  /// Counts photos by their keywords, people and ratings.
  func wordFacets(_ photos: PhotoSet) throws -> PhotoFacets.Words {
    var counts: [UInt32: Int] = [:]
    try unsafe forEachWordBlock { number, bytes in
      let chosen = photos.bits(from: number * WordBlock.capacity, count: WordBlock.capacity)
      guard chosen.contains(where: { $0 != 0 }) else { return true }
      guard var terms = unsafe WordBlock.Terms(bytes) else { return false }
      while let (term, places) = unsafe terms.next() {
        var count = 0
        unsafe WordBlock.forEachPlace(places) { place in
          count += Int(chosen[place >> 6] >> UInt64(place & 63) & 1)
        }
        if count > 0 { counts[term, default: 0] += count }
      }
      return true
    }
    return PhotoFacets.Words(counts, try caches.terms.table(connection))
  }

  /// Lends the number and the terms of each block of words; `body` returns whether it could read them.
  func forEachWordBlock(_ body: (Int64, UnsafeRawBufferPointer) -> Bool) throws {
    try connection.statement("SELECT id, terms FROM word_block").forEachRow { row in
      guard let number = row.integer(0, within: 0...WordBlock.greatestNumber) else {
        throw damaged()
      }
      blocksRead &+= 1
      guard unsafe row.withBytes(1, { unsafe body(number, $0) }) else { throw damaged() }
    }
  }
}

extension PhotoFacets.Words {
  fileprivate init(_ counts: [UInt32: Int], _ terms: TermTable) {
    for (number, count) in counts {
      guard let term = terms[number] else { continue }
      switch term.kind {
      case .keyword: keywords.append(.init(value: term.text, count: count))
      case .person: people.append(.init(value: term.text, count: count))
      case .rating:
        if let stars = Int(term.text) { ratings.append(.init(value: stars, count: count)) }
      case .favourite: if term.text == "1" { favourites += count }
      case .keywordPath, .label, .creator, .copyright: break
      }
    }
    keywords = Self.most(keywords)
    people = Self.most(people)
    ratings.sort { $0.value > $1.value }
  }

  /// The parts with most photos; those with equal counts are sorted by name.
  private static func most(_ parts: [PhotoFacets.Part<String>]) -> [PhotoFacets.Part<String>] {
    let sorted = parts.sorted { ($1.count, $0.value) < ($0.count, $1.value) }
    return Array(sorted.prefix(PhotoFacets.limit))
  }
}

extension PhotoProperty {
  /// The name of its column in the table of cameras; nil for others.
  fileprivate var cameraColumn: String? {
    if case .camera(let column)? = column { column } else { nil }
  }
}

extension PlaceDescription {
  /// Whether these are the names of an entity.
  fileprivate func isNamed(
    _ entities: (countries: [String], regions: [String], settlements: [Int])
  ) -> Bool {
    countryCode.map(entities.countries.contains) ?? false
      || regionCode.map(entities.regions.contains) ?? false
      || placeID.map(entities.settlements.contains) ?? false
  }
}
