public import PhotoFacts
internal import SQLite

// What notes ask of the index.
extension IndexReader {
  /// The last act of the notes file that the index shows; nil if it shows none.
  public func shownAct() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'shown_act'")
  }

  /// The last alias of the notes file that the index shows; nil if it shows none.
  public func shownAlias() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'shown_alias'")
  }

  /// Whether the position of a photo is from an import.
  public func isImported(_ id: Int64) throws -> Bool {
    try connection.statement("SELECT 1 FROM photo WHERE id = ?1 AND imported = 1").bind(id).hasRow()
  }

  /// The id of the photo whose file has this full path.
  public func photoID(at file: FilePath) throws -> Int64? {
    let find = try connection.statement(
      """
      SELECT photo.id FROM root JOIN directory ON directory.root = root.id
      JOIN photo ON photo.directory = directory.id
      WHERE root.path = ?1 AND directory.path = ?2 AND photo.name = ?3
      """)
    for root in try roots() {
      guard let path = file.relative(to: root), !path.bytes.isEmpty else { continue }
      let folder = path.parent ?? FilePath(bytes: [])
      if let id = try find.bind(root, folder, path.lastComponent).first({ $0.integer(0) }) {
        return id
      }
    }
    return nil
  }

  /// Whether the next scan reads the file of a photo again, even if it has not changed.
  public func isOutdated(_ id: Int64) throws -> Bool {
    try connection.statement("SELECT 1 FROM photo WHERE id = ?1 AND companions < 0").bind(id)
      .hasRow()
  }

  /// Whether another photo has one of these contents, or had it before its file was removed.
  public func hasPhoto(with contents: Set<FileContent>, besides id: Int64?) throws -> Bool {
    let removed = try connection.statement(
      """
      SELECT 1 FROM departed
      WHERE (fingerprint = ?1 OR samples = ?1) AND size = ?2 AND photo IS NOT ?3
      """)
    return try contents.contains { content in
      try removed.bind(Int64(bitPattern: content.fingerprint), content.size, id).hasRow()
    } || photoIDs(with: contents).contains { $0 != id }
  }

  /// The photos whose files have one of these contents.
  ///
  /// Without the indexes of `IndexWriter.indexContents`, it reads the rows of all photos.
  public func photoIDs(with contents: Set<FileContent>) throws -> Set<Int64> {
    guard !contents.isEmpty else { return [] }
    guard try hasIndexedContents() else { return try photoIDsByReadingAll(contents) }
    let find = try connection.statement(
      """
      SELECT id FROM photo INDEXED BY photo_by_samples WHERE samples = ?1 AND size = ?2
      UNION SELECT id FROM photo INDEXED BY photo_by_head WHERE fingerprint = ?1 AND size = ?2
      """)
    return try contents.reduce(into: []) { found, content in
      try find.bind(Int64(bitPattern: content.fingerprint), content.size).forEachRow {
        found.insert($0.integer(0))
      }
    }
  }

  private func photoIDsByReadingAll(_ contents: Set<FileContent>) throws -> Set<Int64> {
    var found: Set<Int64> = []
    let rows = try connection.statement(
      "SELECT id, size, fingerprint, samples FROM photo WHERE fingerprint IS NOT NULL")
    try rows.forEachRow { row in
      let print = Fingerprint(head: row.optionalInteger(2), samples: row.optionalInteger(3))
      let known = print?.contents(size: row.integer(1)) ?? []
      if known.contains(where: contents.contains) { found.insert(row.integer(0)) }
    }
    return found
  }

  /// Whether photos are found by their content without reading all rows.
  public func hasIndexedContents() throws -> Bool {
    try connection.statement("SELECT 1 FROM sqlite_schema WHERE name = 'photo_by_head'").bind()
      .hasRow()
  }

  /// The place that a photo would have without notes, if it differs from the one in the notes.
  public func ownPlace(of id: Int64) throws -> StoredPlace? {
    let find = try connection.statement(
      "SELECT \(PlaceColumn.allCases.list()) FROM own_place WHERE id = ?1")
    return try find.bind(id).first { $0.place(from: 0) }
  }

  /// The words that a photo would have without notes, if notes change them.
  public func ownWords(of id: Int64) throws -> OwnWords? {
    let find = try connection.statement("SELECT words, seen FROM own_words WHERE id = ?1")
    return try find.bind(id).first { row in
      func words(_ text: String) -> PhotoWords { StoredWords.words(.set, StoredWords.items(text)) }
      return OwnWords(words(row.text(0) ?? ""), seen: row.text(1).map(words))
    }
  }

  /// The photos that a renaming may change, on the map or not.
  public func photoIDs(of renaming: WordsChange.Renaming) throws -> [Int64] {
    let item = StoredList.text([renaming.old])
    // In a list, the start of a longer path, and the end of one.
    let paths = [item, item.dropLast() + "/", "/" + item.dropFirst()]
    let wanted: [(PhotoProperty, [String])] =
      switch renaming.property {
      case .people: [(.people, [item])]
      case .keywordPaths: [(.keywordPaths, Array(paths.prefix(2)))]
      default: [(.keywords, [item]), (.keywordPaths, paths)]
      }
    var found: Set<Int64> = []
    for (property, texts) in wanted {
      guard let column = property.storedName else { continue }
      let find = try connection.statement("SELECT id FROM photo WHERE instr(\(column), ?1) > 0")
      for text in texts { try find.bind(text).forEachRow { found.insert($0.integer(0)) } }
    }
    return found.sorted()
  }
}
