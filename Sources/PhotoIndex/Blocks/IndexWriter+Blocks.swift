internal import SQLite

/// A photo whose row in `photo` has changed, with its new group.
struct ChangedPhoto {
  var id: Int64
  var group: PhotoGroup
}

extension IndexWriter {
  /// Writes the new groups of changed photos, each block once.
  ///
  /// Readers update all that they have cached by reading the photos of changed blocks again.
  func applyBlockChanges() throws {
    if derived.hasOtherPaths {
      try connection.statement("UPDATE photo_block SET version = ?1").bind(nextVersion()).run()
    }
    guard !derived.photos.isEmpty else { return }
    var changes = derived.photos
    derived.photos.removeAll(keepingCapacity: true)
    // The last of several changes to a photo counts. Bulk loads are already in order.
    if !zip(changes, changes.dropFirst()).allSatisfy({ $0.id <= $1.id }) {
      let order = changes.indices.sorted { (changes[$0].id, $0) < (changes[$1].id, $1) }
      changes = order.map { changes[$0] }
    }
    let version = try nextVersion()
    var rest = changes[...]
    while let first = rest.first {
      // Only a damaged file has negative ids.
      guard first.id >= 0 else {
        rest.removeFirst()
        continue
      }
      let number = PhotoBlock.number(of: first.id)
      let (stored, isNew) = try block(number)
      var block = stored
      while let change = rest.first, PhotoBlock.number(of: change.id) == number {
        block.set(change.group, of: change.id)
        rest.removeFirst()
      }
      try write(block, version: version, isNew: isNew)
    }
  }

  /// Makes all blocks of an index that has none yet.
  func makeBlocks() throws {
    let version = try state("version")
    var block: PhotoBlock?
    let rows = try connection.statement(
      "SELECT id, directory, camera, locality FROM photo ORDER BY id")
    try rows.forEachRow { row in
      let id = row.integer(0)
      guard id >= 0 else { return }
      let number = PhotoBlock.number(of: id)
      if let full = block, full.number != number {
        try write(full, version: version, isNew: true)
        block = nil
      }
      block = block ?? PhotoBlock(number: number)
      block?.set(
        PhotoGroup(
          directory: row.integer(1), camera: row.optionalInteger(2),
          locality: row.optionalInteger(3)
        ), of: id)
    }
    if let block { try write(block, version: version, isNew: true) }
  }

  private func nextVersion() throws -> Int64 { try state("version") + 1 }

  private func block(_ number: Int64) throws -> (PhotoBlock, isNew: Bool) {
    let find = try connection.statement("SELECT photos FROM photo_block WHERE id = ?1")
    defer { find.reset() }
    guard try find.bind(number).step() else { return (PhotoBlock(number: number), true) }
    let block = unsafe find.withBytes(0) { unsafe PhotoBlock(number: number, $0) }
    guard let block else { throw reader.damaged() }
    return (block, false)
  }

  /// A block without photos stays too, so that readers see that it has changed.
  private func write(_ block: PhotoBlock, version: Int64, isNew: Bool) throws {
    // Not REPLACE: with it, SQLite would copy each page that it writes.
    let write = try connection.statement(
      isNew
        ? "INSERT INTO photo_block (id, version, photos) VALUES (?1, ?2, ?3)"
        : "UPDATE photo_block SET version = ?2, photos = ?3 WHERE id = ?1")
    try write.bind(block.number, at: 1)
    try write.bind(version, at: 2)
    try write.bind(blob: block.bytes, at: 3)
    try write.run()
  }
}
