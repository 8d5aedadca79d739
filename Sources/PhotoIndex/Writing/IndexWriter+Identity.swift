internal import Files
internal import PhotoFacts
internal import SQLite

extension IndexWriter {
  /// The photos of `missing` whose content is back under a new id, as pairs of old and new id.
  ///
  /// A file that was copied to another file system and deleted is recognised by its fingerprint. Only photos
  /// from `first` on are compared: those that this scan added, or an unfinished one before it.
  public func reappeared(_ missing: Set<Int64>, since first: Int64) throws -> [Int64: Int64] {
    let columns = "SELECT id, size, fingerprint, samples FROM photo"
    var wanted: [Head: [(id: Int64, print: Fingerprint)]] = [:]
    for id in missing.sorted() {
      let row = try connection.statement("\(columns) WHERE id = ?1")
      try row.bind(id).forEachRow { row in
        guard let file = ReadContent(row) else { return }
        wanted[file.head, default: []].append((id, file.print))
      }
    }
    var pairs: [Int64: Int64] = [:]
    let added = try connection.statement("\(columns) WHERE id >= ?1 AND fingerprint IS NOT NULL")
    try added.bind(first).forEachRow { row in
      guard let file = ReadContent(row), !missing.contains(file.id),
        let found = wanted[file.head]?.firstIndex(where: { $0.print.agrees(with: file.print) }),
        let old = wanted[file.head]?.remove(at: found)
      else { return }
      pairs[old.id] = file.id
    }
    return pairs
  }

  /// Gives the photo `new` the id `old`, because both are the same photo.
  public func rename(_ new: Int64, to old: Int64) throws {
    let imported = try importedLocation(of: old)
    try remove(old)
    try connection.statement("UPDATE photo SET id = ?2 WHERE id = ?1").bind(new, old).run()
    try renameOwnFacts(of: new, to: old)
    if let imported, try reader.photo(old)?.place.location == nil {
      try setPlace(StoredPlace(.located(imported), isImported: true), of: old)
    }
  }

  /// The greatest number of tombstones; the oldest are removed.
  private static let greatestTombstoneCount: Int64 = 50_000

  /// Removes a photo whose file is gone, and keeps a tombstone with its id.
  ///
  /// A file that moves during a scan, or between roots, is missing before it is found. If a file with the same
  /// content is added later, it gets the id back.
  public func removeKeepingTombstone(_ id: Int64) throws {
    let location = PlaceColumn.ofLocations
    let remember = try connection.statement(
      """
      INSERT INTO departed (photo, fingerprint, samples, size, inode, \(location.list()))
      SELECT id, fingerprint, samples, size, inode,
        iif(imported, latitude, NULL), \(location.dropFirst().list())
      FROM photo WHERE id = ?1 AND fingerprint IS NOT NULL
      """)
    try remember.bind(id).run()
    let forget = try connection.statement(
      "DELETE FROM departed WHERE id <= (SELECT max(id) FROM departed) - ?1")
    try forget.bind(Self.greatestTombstoneCount).run()
    hasTombstones = nil
    try remove(id)
  }

  /// The id and the imported position in the tombstone of a file's content.
  ///
  /// Of several tombstones, chooses the one with the same inode, or else the latest. Ignores an id that was
  /// never assigned: the index may be damaged.
  func returning(_ file: ReadFile) throws -> (id: Int64, imported: Location?)? {
    guard let print = file.facts.fingerprint, try knowsTombstones() else { return nil }
    let find = try connection.statement(
      """
      SELECT id, photo, \(PlaceColumn.ofLocations.list()) FROM departed
      WHERE fingerprint = ?1 AND size = ?2 AND photo > 0 AND photo < ?4
        AND samples IS coalesce(?5, samples, ?5)
        AND NOT EXISTS (SELECT 1 FROM photo WHERE photo.id = departed.photo)
      ORDER BY inode = ?3 DESC, id DESC LIMIT 1
      """)
    let found = try find.bind(
      print.storedHead, file.size, Int64(bitPattern: file.stamp?.inode ?? 0), nextPhoto,
      print.storedSamples
    ).first { row in
      (row.integer(0), id: row.integer(1), imported: row.location(from: 2))
    }
    guard let found else { return nil }
    try connection.statement("DELETE FROM departed WHERE id = ?1").bind(found.0).run()
    return (found.id, found.imported)
  }

  /// Whether there are tombstones.
  ///
  /// Most libraries have none when they are scanned, and then this saves one query per photo.
  private func knowsTombstones() throws -> Bool {
    if let known = hasTombstones { return known }
    let known = try connection.integer("SELECT EXISTS (SELECT 1 FROM departed)") == 1
    hasTombstones = known
    return known
  }

  /// The id that the next photo to be added will have.
  public var nextPhotoID: Int64 { nextPhoto }
}

/// What files that may have the same content have in common.
private struct Head: Hashable {
  var sum: UInt64
  var size: Int64
}

/// A row of a photo whose file has been read.
private struct ReadContent {
  let id: Int64
  let head: Head
  let print: Fingerprint

  init?(_ row: Statement) {
    guard
      let print = Fingerprint(head: row.optionalInteger(2), samples: row.optionalInteger(3))
    else { return nil }
    (id, head) = (row.integer(0), Head(sum: print.head, size: row.integer(1)))
    self.print = print
  }
}
