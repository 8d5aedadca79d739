internal import Geography
public import PhotoFacts
internal import SQLite

/// Positions that people have given to photos; the notes file stores them, and the index shows them.
extension IndexWriter {
  /// Shows a photo at a position, or as unlocated, whatever its file states.
  ///
  /// With `isImported` the position counts as that of an import.
  public func setPlace(_ place: Place, isImported: Bool, of id: Int64) throws {
    freshDirectory = nil
    let location = place.location
    let change = try connection.statement(
      """
      UPDATE photo SET reason = ?2, detail = ?3, latitude = ?4, longitude = ?5, altitude = ?6,
        direction = ?7, accuracy = ?8, source = ?9, imported = ?10
      WHERE id = ?1
      """)
    try change.bind(
      id, place.reason.map { Int64($0.rawValue) }, place.detail,
      location.map { Int64($0.coordinate.latitudeE7) },
      location.map { Int64($0.coordinate.longitudeE7) }, location?.altitude, location?.direction,
      location?.accuracy, location.map { Int64($0.source.rawValue) },
      isImported ? 1 as Int64 : nil
    ).run()
    try updateNames(of: id)
  }

  /// Stores the last act and the last alias of the notes that the index shows; this is not a new version of the
  /// index.
  public func setShownAct(_ act: Int64, alias: Int64) throws {
    try setState("shown_act", act)
    try setState("shown_alias", alias)
  }
}

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
}

extension IndexWriter {
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
