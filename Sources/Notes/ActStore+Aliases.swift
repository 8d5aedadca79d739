internal import PhotoFacts
public import PhotoIndex
internal import SQLite

/// A content that the file of a noted photo has had after the act.
public struct ContentAlias: Hashable, Sendable {
  /// The row of the placement.
  let placement: Int64

  /// The content.
  let content: FileContent
}

/// Edited photos: an alias adds the new content of a file to the placements of its photo.
///
/// Without it, a photo that is edited and then moved would match neither content nor path.
extension ActStore {
  /// The aliases that a file lacks after an edit.
  ///
  /// `earlier` is the photo that the index has had at the same path. Another time means another photo. A content
  /// with placements of its own needs no alias.
  public func missingAliases(
    of photo: PhotoIdentity, replacing earlier: PhotoIdentity?, in reader: IndexReader?
  ) throws -> [ContentAlias] {
    guard let content = photo.content else { return [] }
    var noted = try placements(about: photo, in: reader)
    if let earlier, earlier.path == photo.path, earlier.taken != nil, earlier.taken == photo.taken {
      noted += try placements(about: earlier, in: reader)
    }
    // Those at its path were made when it had other contents, which may have placements made at other paths.
    noted += try noted.flatMap { try placements(about: $0.note.photo, in: nil) }
    guard try !noted.isEmpty && placements(ofContentOf: photo).isEmpty else { return [] }
    let known = try connection.statement(
      "SELECT 1 FROM alias WHERE placement = ?1 AND fingerprint = ?2 AND size = ?3")
    return try noted.filter { placement in
      try !known.bind(placement.id, Int64(bitPattern: content.fingerprint), content.size).hasRow()
    }.map { ContentAlias(placement: $0.id, content: content) }
  }

  /// Appends aliases, all or none.
  public func record(_ aliases: [ContentAlias]) throws {
    guard !aliases.isEmpty else { return }
    try atomically("BEGIN IMMEDIATE") {
      for alias in aliases { try add(alias.content, to: alias.placement) }
    }
  }

  /// Adds a content to a placement; returns false if the placement has it already.
  @discardableResult
  func add(_ content: FileContent, to placement: Int64) throws -> Bool {
    let row = try connection.statement(
      "INSERT OR IGNORE INTO alias (placement, fingerprint, size) VALUES (?1, ?2, ?3) RETURNING 1")
    return try row.bind(placement, Int64(bitPattern: content.fingerprint), content.size).hasRow()
  }

  /// The contents that a placement has gained.
  func aliases(of placement: Int64) throws -> [FileContent] {
    let rows = try connection.statement(
      "SELECT fingerprint, size FROM alias WHERE placement = ?1 ORDER BY fingerprint, size")
    return try rows.bind(placement).map(Self.content)
  }

  /// The contents that the placements about some photos have gained.
  func aliases(of photos: [PhotoIdentity]) throws -> Set<FileContent> {
    guard try connection.statement("SELECT 1 FROM alias LIMIT 1").bind().hasRow() else { return [] }
    let rows = try connection.statement(
      "SELECT fingerprint, size FROM alias WHERE placement IN (\(Self.about))")
    return try photos.reduce(into: []) { contents, photo in
      contents.formUnion(try Self.bind(photo, to: rows).map(Self.content))
    }
  }

  /// The number of the newest alias; 0 if there is none.
  func lastAlias() throws -> Int64 {
    try connection.integer("SELECT coalesce(max(id), 0) FROM alias") ?? 0
  }

  /// The contents of all aliases after one.
  func contents(afterAlias alias: Int64) throws -> Set<FileContent> {
    let rows = try connection.statement("SELECT fingerprint, size FROM alias WHERE id > ?1")
    return Set(try rows.bind(alias).map(Self.content))
  }

  private static func content(_ row: Statement) -> FileContent {
    FileContent(fingerprint: UInt64(bitPattern: row.integer(0)), size: row.integer(1))
  }
}
