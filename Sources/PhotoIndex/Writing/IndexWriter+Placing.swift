public import PhotoFacts
internal import SQLite

/// Positions and words that people have given to photos; the notes file stores them, and the index shows them.
extension IndexWriter {
  /// Shows a photo at a position, or as unlocated, whatever its file states.
  public func setPlace(_ place: StoredPlace, of id: Int64) throws {
    freshDirectory = nil
    let columns = PlaceColumn.allCases
    let change = try connection.statement(
      """
      UPDATE photo SET (\(columns.list())) = (\(Statement.parameters(columns.count, from: 2)))
      WHERE id = ?1
      """)
    try change.bind([id] + place.columns).run()
    try updateNames(of: id)
  }

  /// Shows these words of a photo, whatever its file states.
  public func setWords(_ words: PhotoWords, of id: Int64) throws {
    let change = try connection.statement(PhotoColumn.updatingWords)
    let parameters = PhotoParameters(change)
    try parameters.bind(id, to: .id)
    try parameters.bind(words)
    try change.run()
  }

  /// Stores the last act and the last alias of the notes that the index shows; this is not a new version of the
  /// index.
  public func setShownAct(_ act: Int64, alias: Int64) throws {
    try setState("shown_act", act)
    try setState("shown_alias", alias)
  }

  /// Makes the indexes by which photos are found by their content, which takes two seconds for a million photos.
  ///
  /// Only a library with notes has them: each takes a tenth of the time of storing a photo. With more than `limit`
  /// photos it does nothing, because others wait to write meanwhile.
  public func indexContents(limit: Int64 = .max) throws {
    guard nextPhotoID <= limit, try !reader.hasIndexedContents() else { return }
    try connection.execute(
      """
      CREATE INDEX photo_by_samples ON photo (samples, size) WHERE samples IS NOT NULL;
      CREATE INDEX photo_by_head ON photo (fingerprint, size) WHERE fingerprint IS NOT NULL
      """)
  }
}
