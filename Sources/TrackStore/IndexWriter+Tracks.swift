public import Files
internal import Geography
public import PhotoFacts
public import PhotoIndex
internal import SQLite
internal import TrackLines

/// The rows of `track` and `track_chunk`.
extension IndexWriter {
  /// The tracks of a directory in the index, in the byte order of their names.
  public func tracks(in directory: DirectoryID) throws -> [KnownTrack] {
    try connection.statement(
      """
      SELECT id, name, size, modified, inode, changed FROM track INDEXED BY track_by_file
      WHERE directory = ?1 ORDER BY name
      """
    ).bind(directory).map(KnownTrack.init)
  }

  /// Whether the index has a track of the file with this name.
  public func hasTrack(named name: [UInt8], in directory: DirectoryID) throws -> Bool {
    try connection.statement("SELECT 1 FROM track WHERE directory = ?1 AND name = ?2")
      .bind(directory, name).first { _ in true } ?? false
  }

  /// Track files in the index with this inode, size and modification time: one may be this file before it moved.
  public func trackMoveCandidates(for stamp: FileStamp) throws -> [(
    file: FilePath, known: KnownTrack
  )] {
    try connection.statement(
      """
      SELECT track.id, name, size, modified, inode, changed, root.path, directory.path
      FROM track INDEXED BY track_by_inode
      JOIN directory ON directory.id = track.directory JOIN root ON root.id = directory.root
      WHERE inode = ?1 AND size = ?2 AND modified = ?3
      """
    ).bind(Int64(bitPattern: stamp.inode), stamp.size, stamp.modified).map { row in
      let known = KnownTrack(row)
      let folder = FilePath(bytes: row.bytes(6)).appending(row.bytes(7))
      return (folder.appending(known.name), known)
    }
  }

  /// Adds a track, or replaces one; without a directory it counts as added by hand, and its name is its path.
  ///
  /// Takes time proportional to the number of fixes.
  @discardableResult
  public func store(
    _ track: ReadTrack, named name: [UInt8], in directory: DirectoryID?, as known: Int64? = nil
  ) throws -> Int64 {
    let id = try known ?? allotTrack()
    // A file has only one row.
    try delete(
      connection.statement("SELECT id FROM track WHERE id = ?1 OR (directory IS ?2 AND name = ?3)")
        .bind(id, directory, name))
    let fixes = track.fixes.filter { $0.instant.magnitude <= UInt64(Fix.latestInstant) }
    let box = BoundingBox(around: fixes)
    let insert = try connection.statement(
      """
      INSERT INTO track (id, directory, name, size, modified, inode, changed, kind, reason,
        count, first, last, west, south, east, north)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """)
    try insert.bind(
      id, directory, name, track.stamp.size, track.stamp.modified,
      Int64(bitPattern: track.stamp.inode), track.stamp.changed, track.kind, track.reason,
      Int64(fixes.count), fixes.first?.instant, fixes.last?.instant,
      box.map { Int64($0.westE7) }, box.map { Int64($0.southE7) }, box.map { Int64($0.eastE7) },
      box.map { Int64($0.northE7) }
    ).run()
    for (level, points) in TrackLevels.levels(of: TrackPoint.points(of: fixes)).enumerated() {
      for chunk in TrackChunk.chunks(of: points) { try add(chunk, level, to: id) }
    }
    return id
  }

  private func allotTrack() throws -> Int64 {
    let id = try state("next_track")
    try setState("next_track", id + 1)
    return id
  }

  private func add(_ chunk: TrackChunk, _ level: Int, to track: Int64) throws {
    let insert = try connection.statement(
      """
      INSERT INTO track_chunk (track, level, cell, west, south, east, north, first, last, count,
        repeats, fixes)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """)
    guard let box = BoundingBox(around: chunk.points.lazy.map(\.fix)) else { return }
    try insert.bind(
      track, Int64(level), TrackCell(box).number, Int64(box.westE7), Int64(box.southE7),
      Int64(box.eastE7), Int64(box.northE7), chunk.points.first?.fix.instant,
      chunk.points.last?.fix.instant, Int64(chunk.points.count), chunk.repeatsOne ? 1 : 0 as Int64)
    try insert.bind(blob: PackedFixes.bytes(of: chunk.points), at: 12)
    try insert.run()
  }

  /// Records that a track file has another directory, name or stamp.
  public func moveTrack(
    _ id: Int64, to directory: DirectoryID, name: [UInt8], stamp: FileStamp
  ) throws {
    try delete(
      connection.statement("SELECT id FROM track WHERE directory = ?1 AND name = ?2 AND id <> ?3")
        .bind(directory, name, id))
    try connection.statement(
      """
      UPDATE track SET directory = ?2, name = ?3, size = ?4, modified = ?5, inode = ?6, changed = ?7
      WHERE id = ?1
      """
    ).bind(
      id, directory, name, stamp.size, stamp.modified, Int64(bitPattern: stamp.inode),
      stamp.changed
    ).run()
  }

  /// Removes a track.
  public func removeTrack(_ id: Int64) throws {
    try delete(connection.statement("SELECT id FROM track WHERE id = ?1").bind(id))
  }

  /// Deletes tracks with their chunks.
  ///
  /// No trigger does this: it would also run when a replica replaces a row of `track`.
  private func delete(_ ids: Statement) throws {
    for id in try ids.map({ $0.integer(0) }) {
      try connection.statement("DELETE FROM track_chunk WHERE track = ?1").bind(id).run()
      try connection.statement("DELETE FROM track WHERE id = ?1").bind(id).run()
    }
  }
}

extension KnownTrack {
  /// A row of id, name, size, modified, inode and changed.
  init(_ row: Statement) {
    id = row.integer(0)
    name = row.bytes(1)
    stamp = FileStamp(
      size: row.integer(2), modified: row.integer(3), inode: UInt64(bitPattern: row.integer(4)),
      changed: row.optionalInteger(5))
  }
}

extension BoundingBox {
  /// The smallest box around all fixes; nil if there are none.
  ///
  /// For a track across the antimeridian, it spans all longitudes.
  init?(around fixes: some Sequence<Fix>) {
    var box: BoundingBox?
    for fix in fixes {
      let place = fix.coordinate
      box = box ?? BoundingBox(around: place)
      box?.formUnion(longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
    }
    guard let box else { return nil }
    self = box
  }
}
