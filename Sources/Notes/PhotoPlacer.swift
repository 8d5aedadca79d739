public import PhotoFacts
public import PhotoIndex

/// Records what people say of the places of photos, and shows it in the index.
///
/// The notes file is written first. If the program ends before the index is, the next scan shows the rest.
public struct PhotoPlacer {
  /// Where a photo of the index is to be shown.
  public struct Wanted: Hashable, Sendable {
    /// The photo.
    public var id: Int64

    /// Its position; nil takes the position away.
    public var location: Location?

    /// For an interpolated position: the seconds to the nearer of the two fixes.
    public var gap: Double?

    /// Makes one.
    public init(id: Int64, location: Location?, gap: Double? = nil) {
      self.id = id
      self.location = location
      self.gap = gap
    }
  }

  private let index: PhotoIndex
  private let notes: NotesFile

  /// Opens the notes of an index that is open for writing.
  public init(_ index: PhotoIndex) throws {
    self.index = index
    notes = try NotesFile(of: index.path)
  }

  /// Places photos in one act, and returns its number.
  public func place(_ wanted: [Wanted], by author: String) throws -> Int64 {
    let places = try index.read { reader in
      try wanted.compactMap { wanted -> NotedPlace? in
        guard let photo = try reader.photo(wanted.id) else { return nil }
        let identity = PhotoIdentity(photo)
        let shown = BasePlace(photo.place, isImported: try reader.isImported(photo.id))
        return NotedPlace(
          photo: identity, location: wanted.location, gap: wanted.gap,
          base: try notes.base(shown, of: identity))
      }
    }
    let act = try notes.record(places, by: author)
    try show(places.map(\.photo))
    return act
  }

  /// Undoes an act, for some of its photos or for all, and returns how many photos that concerned.
  public func undo(_ act: Int64, only photos: Set<FilePath>? = nil, by author: String) throws -> Int
  {
    let changed = try notes.undo(act, only: photos, by: author)
    try show(changed)
    return changed.count
  }

  /// Shows in the index what the notes say since the act up to which it shows them.
  ///
  /// Does nothing if the index is up to date with the notes.
  public static func catchUp(_ index: PhotoIndex, with notes: NotesFile) throws {
    let last = try notes.lastAct()
    let shown = try index.read { try $0.shownAct() } ?? 0
    guard shown != last else { return }
    let placer = PhotoPlacer(index: index, notes: notes)
    // A number greater than the last is of another notes file.
    try placer.show(try notes.photos(after: shown < last ? shown : 0))
  }

  private init(index: PhotoIndex, notes: NotesFile) {
    self.index = index
    self.notes = notes
  }

  /// Shows some photos as the notes have them, in one transaction.
  private func show(_ photos: [PhotoIdentity]) throws {
    try index.write { writer in
      var ids = Set(try writer.reader.photoIDs(with: Set(photos.compactMap(\.content))))
      for photo in photos {
        if let id = try writer.reader.photoID(at: photo.path) { ids.insert(id) }
      }
      for id in ids.sorted() {
        guard let photo = try writer.reader.photo(id) else { continue }
        let identity = PhotoIdentity(photo)
        let now = BasePlace(photo.place, isImported: try writer.reader.isImported(id))
        let wanted = try notes.shown(notes.base(now, of: identity), of: identity)
        guard wanted != now else { continue }
        try writer.setPlace(wanted.place, isImported: wanted.isImported, of: id)
      }
      try writer.setShownAct(try notes.lastAct())
    }
  }
}
