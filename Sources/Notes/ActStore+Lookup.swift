package import Geography
internal import PhotoFacts
public import PhotoIndex
internal import SQLite

/// A row of the table of placements, which has notes of all kinds.
struct StoredPlacement {
  var id: Int64
  var act: Int64
  var note: Note

  /// The last act that undid it.
  var undoneBy: Int64?

  var isUndone: Bool { undoneBy != nil }
}

/// A note about a place, undone or not.
struct PlacedNote {
  var noted: NotedPlace
  var isUndone: Bool

  /// Nil if the note is about something else.
  init?(_ placement: StoredPlacement) {
    guard let noted = placement.note.place else { return nil }
    (self.noted, isUndone) = (noted, placement.isUndone)
  }
}

/// A photo of the index whose newest note is not undone.
public struct NotedPhoto {
  /// The photo in the index.
  public var photo: PhotoRecord

  /// What the note says.
  public var noted: NotedPlace

  /// The act of the note.
  public var act: Int64

  /// Whether the file states another position than the note and was changed later, so that its position is
  /// shown.
  public var isContradicted: Bool
}

extension ActStore {
  /// The acts of a kind about a photo that are not undone for it, the newest first.
  public func acts(
    _ kind: Note.Kind, about photo: PhotoIdentity, in reader: IndexReader
  ) throws -> [Act] {
    var numbers: [Int64] = []
    for placement in try placements(about: photo, in: reader)
    where !placement.isUndone && placement.note.kind == kind {
      if !numbers.contains(placement.act) { numbers.append(placement.act) }
    }
    return try numbers.flatMap { try acts($0...$0) }
  }

  /// All photos of an index whose place is noted, in the order of their ids.
  public func notedPhotos(_ reader: IndexReader) throws -> [NotedPhoto] {
    let rows = try connection.statement(
      "\(Self.selection) WHERE words IS NULL AND journey IS NULL AND id NOT IN (SELECT placement FROM undo)"
    )
    let photos = try rows.map { Self.placement($0).note.photo }
    return try photoIDs(of: photos, in: reader).compactMap { id in
      guard let photo = try reader.photo(id),
        let newest = try placements(about: PhotoIdentity(photo), in: reader)
          .first(where: { !$0.isUndone && $0.note.kind == .place }),
        let noted = newest.note.place
      else { return nil }
      let own = photo.place.location?.coordinate
      let isContradicted =
        try own != nil && own != noted.location?.coordinate
        && !reader.isImported(id)
      return NotedPhoto(
        photo: photo, noted: noted, act: newest.act, isContradicted: isContradicted)
    }
  }

  /// The notes about the place of a photo, the most relevant first.
  func places(about photo: PhotoIdentity, in reader: IndexReader?) throws -> [PlacedNote] {
    try placements(about: photo, in: reader).compactMap(PlacedNote.init)
  }

  /// The place of a photo without notes, given the place that an index shows and the notes about the photo's place.
  ///
  /// If the index shows the place of a note, undone or not, the index or else the note has the place without
  /// notes.
  static func base(
    _ shown: StoredPlace, of photo: Int64, _ notes: [PlacedNote], in reader: IndexReader
  ) throws -> StoredPlace {
    guard let note = notes.first(where: { $0.noted.place == shown.place }) else { return shown }
    return try reader.ownPlace(of: photo) ?? note.noted.base
  }

  /// All notes about a photo, the most relevant first; the order is the same on all machines.
  ///
  /// Those of its content precede those with an alias, and each kind begins with the newest. Only a photo that
  /// has neither is looked up by its path and time: two photos of one date may have exchanged their names. An
  /// imported photo may have neither content nor time, only its path. `reader` is nil until a scan has found where
  /// all photos are; then a photo with a content is not looked up by its path.
  func placements(
    about photo: PhotoIdentity, in reader: IndexReader?
  ) throws -> [StoredPlacement] {
    let known = try placements(ofContentOf: photo) + placements(withAliasOf: photo)
    if !known.isEmpty { return known }
    guard photo.content != nil else { return try placements(atPathOf: photo) }
    guard let reader else { return [] }
    return try placements(atPathOf: photo).filter { placement in
      let contents = placement.note.photo.content.map { [$0] } ?? []
      return try !reader.hasPhoto(
        with: Set(contents + aliases(of: placement.id)), besides: photo.id)
    }
  }

  /// Whether only the path and the time of a photo lead to notes.
  public func knowsOnlyPath(of photo: PhotoIdentity) throws -> Bool {
    try photo.content != nil && !placements(atPathOf: photo).isEmpty
      && placements(about: photo, in: nil).isEmpty
  }

  /// The placements of the path and time of a photo, the newest first.
  private func placements(atPathOf photo: PhotoIdentity) throws -> [StoredPlacement] {
    let rows = try connection.statement(
      """
      \(Self.selection) WHERE path = ?1 AND taken IS ?2 AND (taken IS NOT NULL OR fingerprint IS NULL)
        \(Self.newestFirst)
      """)
    return try rows.bind(photo.path, photo.taken).map(Self.placement)
  }

  /// The placements of the content of a photo, the newest first.
  func placements(ofContentOf photo: PhotoIdentity) throws -> [StoredPlacement] {
    guard photo.content != nil else { return [] }
    let rows = try connection.statement(
      "\(Self.selection) WHERE fingerprint IN (?1, ?5) AND size = ?2 \(Self.newestFirst)")
    return try Self.bind(photo, to: rows).map(Self.placement)
  }

  /// The placements of photos that had this content after an edit, the newest first.
  ///
  /// Earlier versions gave aliases to photos that had exchanged their names. An alias is wrong if its content had
  /// a placement before, or if it and the content of its placement are aliases of each other.
  private func placements(withAliasOf photo: PhotoIdentity) throws -> [StoredPlacement] {
    guard photo.content != nil else { return [] }
    let rows = try connection.statement(
      """
      \(Self.selection)
      WHERE id IN (SELECT placement FROM alias WHERE fingerprint IN (?1, ?5) AND size = ?2)
        AND NOT EXISTS (
          SELECT 1 FROM placement AS other
          WHERE other.fingerprint IN (?1, ?5) AND other.size = ?2 AND other.id <> placement.id
            AND ((SELECT made FROM act WHERE act.id = other.act)
                < (SELECT made FROM act WHERE act.id = placement.act)
              OR EXISTS (
                SELECT 1 FROM alias
                WHERE alias.placement = other.id AND alias.fingerprint = placement.fingerprint
                  AND alias.size = placement.size)))
        \(Self.newestFirst)
      """)
    return try Self.bind(photo, to: rows).map(Self.placement)
  }

  private static let newestFirst = """
    ORDER BY (SELECT made FROM act WHERE act.id = placement.act) DESC,
      (SELECT uuid FROM act WHERE act.id = placement.act) DESC, id DESC
    """

  /// The ids of all placements that may be about a photo: by its content, by its path and time, or by an alias.
  static let about = """
    SELECT id FROM placement WHERE fingerprint IN (?1, ?5) AND size = ?2
    UNION SELECT id FROM placement WHERE path = ?3 AND taken = ?4
    UNION SELECT placement FROM alias WHERE fingerprint IN (?1, ?5) AND size = ?2
    """

  /// Binds the parameters of `about`: the content, the path, the time, and the sum by which earlier versions knew
  /// the content.
  static func bind(_ photo: PhotoIdentity, to statement: Statement) throws -> Statement {
    try statement.bind(
      photo.content.map { Int64(bitPattern: $0.fingerprint) }, photo.content?.size, photo.path,
      photo.taken, photo.headContent.map { Int64(bitPattern: $0.fingerprint) })
  }

  /// The photos of an index with the content or path of one of these, in the order of their ids.
  ///
  /// Finds edited photos by their aliases. `contents` are further ones.
  func photoIDs(
    of photos: [PhotoIdentity], contents: Set<FileContent> = [], in reader: IndexReader
  ) throws -> [Int64] {
    let known = try contents.union(photos.flatMap(\.contents)).union(aliases(of: photos))
    var ids = try reader.photoIDs(with: known)
    for photo in photos {
      if let id = try reader.photoID(at: photo.path) { ids.insert(id) }
    }
    return ids.sorted()
  }

  /// The columns of a placement.
  private enum Column: Int32, RowColumn {
    case id, act, path, fingerprint, size, taken, gap, undoneBy, words, journey, location
    // `location` is several columns.
    case base = 16

    var expression: String {
      switch self {
      case .location: PlaceColumn.ofLocations.list()
      case .base: PlaceColumn.allCases.list("base_")
      case .undoneBy: "(SELECT max(act) FROM undo WHERE undo.placement = placement.id)"
      default: snakeCase
      }
    }
  }

  static let selection = "SELECT \(Column.list) FROM placement"

  /// The placement in a row of `selection`.
  static func placement(_ statement: Statement) -> StoredPlacement {
    let row = Row<Column>(statement)
    let file = row.optionalInteger(.fingerprint).map {
      FileContent(fingerprint: UInt64(bitPattern: $0), size: row.integer(.size))
    }
    let photo = PhotoIdentity(
      path: FilePath(bytes: row.bytes(.path)), content: file,
      taken: row.optionalInteger(.taken))
    let content: Note.Content =
      if let words = row.text(.words) {
        .words(NotedWords(stored: words))
      } else if let journey = row.text(.journey) {
        Note.Content(text: journey)
      } else {
        .place(
          NotedPlace(
            location: row.location(from: .location), gap: row.optionalDouble(.gap),
            base: row.place(from: .base)))
      }
    return StoredPlacement(
      id: row.integer(.id), act: row.integer(.act), note: Note(photo: photo, content: content),
      undoneBy: row.optionalInteger(.undoneBy))
  }
}

extension ActStore {
  /// Every position in the acts about a photo, undone or not: where it was placed, and where it was before.
  package func positions(
    about photo: PhotoIdentity, in reader: IndexReader
  ) throws -> [Coordinate] {
    try placements(about: photo, in: reader).compactMap(\.note.place).flatMap { noted in
      [noted.location, noted.base.place.location].compactMap { $0?.coordinate }
    }
  }
}
