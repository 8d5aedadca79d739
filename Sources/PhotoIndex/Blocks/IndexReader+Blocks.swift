internal import SQLite

extension IndexReader {
  /// Returns the blocks that have changed since a version of this index, in order; nil if reading all of them
  /// is no more work.
  func blocks(changedSince version: Int64) throws -> [Int64]? {
    let most = try blockCount() / 4 + 1
    let rows = try connection.statement(
      "SELECT id FROM photo_block WHERE version > ?1 LIMIT ?2"
    ).bind(version, Int64(most + 1))
    var numbers: [Int64] = []
    try rows.forEachRow { row in
      guard let number = row.integer(0, within: 0...PhotoBlock.greatestNumber) else {
        throw damaged()
      }
      numbers.append(number)
    }
    return numbers.count > most ? nil : numbers.sorted()
  }

  /// The number of blocks that have photos.
  func blockCount() throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM photo_block") ?? 0)
  }

  /// Visits the ids of a block, or of all blocks; an id without a photo has the group `.none`.
  func forEachPhoto(ofBlock number: Int64?, _ body: (Int64, PhotoGroup) throws -> Void)
    throws
  {
    let rows =
      if let number {
        try connection.statement("SELECT id, photos FROM photo_block WHERE id = ?1").bind(number)
      } else {
        try connection.statement("SELECT id, photos FROM photo_block ORDER BY id")
      }
    try rows.forEachRow { row in
      blocksRead &+= 1
      guard let number = row.integer(0, within: 0...PhotoBlock.greatestNumber),
        try unsafe row.withBytes(
          1,
          { bytes in
            try unsafe PhotoBlock.forEachPhoto(of: number, bytes, body)
          })
      else { throw damaged() }
    }
  }

  /// Compares the blocks with the table of photos, both sorted by id; returns at most `limit` errors.
  func blockProblems(limit: Int) throws -> [String] {
    var problems: [String] = []
    let rows = try connection.statement(
      "SELECT id, directory, camera, locality FROM photo WHERE id >= 0 ORDER BY id")
    defer { rows.reset() }
    var hasRow = try rows.step()
    func next(before end: Int64) throws {
      while hasRow, rows.integer(0) < end {
        if problems.count < limit { problems.append("photo \(rows.integer(0)) is in no block") }
        hasRow = try rows.step()
      }
    }
    try forEachPhoto(ofBlock: nil) { id, group in
      try next(before: id)
      var stored = PhotoGroup.none
      if hasRow, rows.integer(0) == id {
        stored = PhotoGroup(
          directory: rows.integer(1), camera: rows.optionalInteger(2),
          locality: rows.optionalInteger(3))
        hasRow = try rows.step()
      }
      guard stored != group, problems.count < limit else { return }
      problems.append("photo \(id) does not match its block")
    }
    try next(before: .max)
    let version = try version()
    if let newest = try connection.integer("SELECT max(version) FROM photo_block"),
      newest > version
    {
      problems.append("a block is of version \(newest), later than the index, \(version)")
    }
    return problems
  }
}
