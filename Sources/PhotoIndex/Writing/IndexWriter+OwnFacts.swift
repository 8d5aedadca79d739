internal import PhotoFacts
internal import SQLite

/// What photos would have without notes, where the notes have something else.
///
/// An act records the place without notes at its time. A file that has been edited under a note, or a later
/// import, may give another one.
extension IndexWriter {
  private static let tables = ["own_place", "own_words", "accepted_place"]

  /// Keeps the place that a photo would have without notes; nil if the notes have it, or the photo shows it.
  public func setOwnPlace(_ place: StoredPlace?, of id: Int64) throws {
    guard let place else { return try removeOwn("own_place", of: id) }
    let columns = PlaceColumn.allCases
    let row = try connection.statement(
      """
      INSERT OR REPLACE INTO own_place (id, \(columns.list()))
      VALUES (\(Statement.parameters(columns.count + 1)))
      """)
    try row.bind([id] + place.columns).run()
    tablesWithOwnFacts["own_place"] = true
  }

  /// Keeps the words that a photo would have without notes; nil if it shows them.
  public func setOwnWords(_ own: OwnWords?, of id: Int64) throws {
    guard let own else { return try removeOwn("own_words", of: id) }
    let row = try connection.statement(
      "INSERT OR REPLACE INTO own_words (id, words, seen) VALUES (?1, ?2, ?3)")
    try row.bind(id, Self.text(own.words), own.seen.map(Self.text)).run()
    tablesWithOwnFacts["own_words"] = true
  }

  private static func text(_ words: PhotoWords) -> String {
    StoredWords.text(StoredWords.items(.set, words, of: PhotoProperty.ofWords))
  }

  /// Removes the rows of a photo.
  func removeOwnFacts(of id: Int64) throws {
    for table in Self.tables { try removeOwn(table, of: id) }
  }

  /// Removes the row of a photo in one of the tables; returns false if it has none.
  func removeOwnFacts(of id: Int64, in table: String) throws -> Bool {
    guard try hasRows(table) else { return false }
    return try connection.statement("DELETE FROM \(table) WHERE id = ?1 RETURNING 1").bind(id)
      .hasRow()
  }

  /// Notes that one of the tables has rows.
  func noteOwnFacts(in table: String) { tablesWithOwnFacts[table] = true }

  /// Gives the rows of a photo to another id.
  func renameOwnFacts(of new: Int64, to old: Int64) throws {
    for table in Self.tables where try hasRows(table) {
      try connection.statement("UPDATE OR REPLACE \(table) SET id = ?2 WHERE id = ?1")
        .bind(new, old).run()
    }
  }

  private func removeOwn(_ table: String, of id: Int64) throws {
    guard try hasRows(table) else { return }
    try connection.statement("DELETE FROM \(table) WHERE id = ?1").bind(id).run()
  }

  /// Whether a table has rows.
  ///
  /// Most libraries have none, and then this saves one query per photo.
  private func hasRows(_ table: String) throws -> Bool {
    if let known = tablesWithOwnFacts[table] { return known }
    let known = try connection.integer("SELECT EXISTS (SELECT 1 FROM \(table))") == 1
    tablesWithOwnFacts[table] = known
    return known
  }
}
