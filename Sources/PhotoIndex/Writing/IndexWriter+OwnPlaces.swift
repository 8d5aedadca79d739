internal import SQLite

/// The places that photos would have without notes, where the notes have another one.
///
/// An act records the place without notes at its time. A file that has been edited under a note, or a later
/// import, may give another one.
extension IndexWriter {
  /// Keeps the place that a photo would have without notes; nil if the notes have it, or the photo shows it.
  public func setOwnPlace(_ place: StoredPlace?, of id: Int64) throws {
    guard let place else { return try removeOwnPlace(of: id) }
    let columns = PlaceColumn.allCases
    let row = try connection.statement(
      """
      INSERT OR REPLACE INTO own_place (id, \(columns.list()))
      VALUES (\(Statement.parameters(columns.count + 1)))
      """)
    try row.bind([id] + place.columns).run()
    hasOwnPlaces = true
  }

  /// Removes the row of a photo, if there are rows.
  func removeOwnPlace(of id: Int64) throws {
    guard try knowsOwnPlaces() else { return }
    try connection.statement("DELETE FROM own_place WHERE id = ?1").bind(id).run()
  }

  /// Gives the row of a photo to another id.
  func renameOwnPlace(of new: Int64, to old: Int64) throws {
    guard try knowsOwnPlaces() else { return }
    try connection.statement("UPDATE OR REPLACE own_place SET id = ?2 WHERE id = ?1").bind(new, old)
      .run()
  }

  /// Whether there are rows.
  ///
  /// Most libraries have none, and then this saves one query per photo.
  private func knowsOwnPlaces() throws -> Bool {
    if let known = hasOwnPlaces { return known }
    let known = try connection.integer("SELECT EXISTS (SELECT 1 FROM own_place)") == 1
    hasOwnPlaces = known
    return known
  }
}
