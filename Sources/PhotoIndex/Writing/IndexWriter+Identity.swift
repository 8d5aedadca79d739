internal import PhotoFacts

extension IndexWriter {
  /// The photos among these whose content came back under a new id, by that id: a file that was
  /// copied to another file system and deleted is known by its fingerprint.
  ///
  /// Only photos from `first` on, which are the ones this scan added, are looked at.
  public func reappeared(_ missing: Set<Int64>, since first: Int64) throws -> [Int64: Int64] {
    var wanted: [Fingerprint: Int64] = [:]
    for id in missing.sorted() {
      let row = try connection.statement("SELECT fingerprint, size FROM photo WHERE id = ?1")
      try row.bind(id).forEachRow { row in
        guard let hash = row.optionalInteger(0) else { return }
        wanted[Fingerprint(hash: hash, size: row.integer(1))] = id
      }
    }
    var pairs: [Int64: Int64] = [:]
    let added = try connection.statement(
      "SELECT id, fingerprint, size FROM photo WHERE id >= ?1 AND fingerprint IS NOT NULL")
    try added.bind(first).forEachRow { row in
      let print = Fingerprint(hash: row.integer(1), size: row.integer(2))
      if let old = wanted.removeValue(forKey: print) { pairs[old] = row.integer(0) }
    }
    return pairs
  }

  /// Gives the photo `new` the id of the one it turned out to be.
  public func rename(_ new: Int64, to old: Int64) throws {
    try remove(old)
    try removePoint(of: new)
    try connection.statement("UPDATE photo SET id = ?2 WHERE id = ?1").bind(new, old).run()
    guard let photo = try reader.photo(old),
      let point = IndexedPoint(id: old, photo.place, photo.time, photo.format)
    else { return }
    gridChanges.append(.insert(point))
  }

  /// The id that the next photo to be added will have.
  public var nextPhotoID: Int64 { nextPhoto }
}

private struct Fingerprint: Hashable {
  var hash: Int64
  var size: Int64
}
