internal import Geography
public import PhotoFacts
public import PhotoIndex
internal import SQLite

/// A photo of the index whose notes no longer give it a position: they are undone, or the newest removes it.
public struct FormerlyPlacedPhoto {
  /// The photo in the index.
  public var photo: PhotoRecord

  /// The positions that its notes have given it.
  public var former: [Location]

  /// The position that its sidecar had before; nil if it had none.
  public var original: Location?
}

/// A photo of the index about whose words there are notes, undone or not.
public struct WordedPhoto {
  /// The photo in the index.
  public var photo: PhotoRecord

  /// The properties that the notes change, and keywords with their hierarchies.
  public var properties: [PhotoProperty]

  /// Whether a note is not undone.
  public var isNoted: Bool

  let placements: [StoredPlacement]

  /// What the index has kept of the words without notes.
  let kept: OwnWords?

  /// The words to show if the file says these.
  public func shown(over words: PhotoWords) -> PhotoWords {
    ActStore.merged(file: words, placements, kept: kept).shown
  }

  /// What the index has to keep once the file says words that it has from the notes; nil if the index has it already.
  ///
  /// `before` is what the file has said so far. So the copies do not count as the file's own, also if the act is undone
  /// before the next scan.
  public func owned(before: PhotoWords, after: PhotoWords) -> KeptWords? {
    let own = ActStore.own(of: before, kept: kept)
    let new = ActStore.merged(
      OwnWords(own.words, seen: own.words == after ? nil : after), of: placements, isUndone: false)
    return new.own == kept ? nil : KeptWords(photo: photo.id, own: new.own)
  }
}

/// What the index keeps of the words of a photo without notes.
public struct KeptWords {
  let photo: Int64
  let own: OwnWords?
}

/// Sidecars that geoindex has written from notes.
extension ActStore {
  /// The place in the file of a photo, without a position that its sidecar has from a note.
  ///
  /// Such a position is a copy and no newer statement. After the note is undone or replaced, the file has the
  /// place that it had before the note.
  static func withoutCopy(_ base: StoredPlace, of placements: [PlacedNote]) -> StoredPlace {
    guard let location = base.place.location, location.source == .sidecar, !base.isImported,
      let note = placements.first(where: { $0.noted.isSource(of: location) })
    else { return base }
    guard !placements.contains(where: { !$0.isUndone }),
      case .unlocated(.noGPS, _) = note.noted.base.place
    else { return note.noted.base }
    return StoredPlace(
      .unlocated(.noGPS, detail: "its sidecar has the position of an act that was undone"))
  }

  /// The photos about whose words there are notes, in the order of their ids.
  public func wordedPhotos(_ reader: IndexReader) throws -> [WordedPhoto] {
    let rows = try connection.statement("\(Self.selection) WHERE words IS NOT NULL")
    let photos = try rows.map { Self.placement($0).note.photo }
    return try photoIDs(of: photos, in: reader).compactMap { id in
      guard let photo = try reader.photo(id) else { return nil }
      let placements = try placements(about: PhotoIdentity(photo), in: reader)
        .filter { $0.note.kind == .words }
      let changed = Set(placements.compactMap(\.note.words).flatMap(\.properties))
      guard !changed.isEmpty else { return nil }
      return WordedPhoto(
        photo: photo, properties: PhotoProperty.ofWords.filter(changed.contains),
        isNoted: placements.contains { !$0.isUndone }, placements: placements,
        kept: try reader.ownWords(of: id))
    }
  }

  /// The photos whose sidecars may have a position that their notes no longer give, in the order of their ids.
  public func formerlyPlacedPhotos(_ reader: IndexReader) throws -> [FormerlyPlacedPhoto] {
    let rows = try connection.statement("\(Self.selection) WHERE latitude IS NOT NULL")
    let photos = try rows.map { Self.placement($0).note.photo }
    return try photoIDs(of: photos, in: reader).compactMap { id in
      guard let photo = try reader.photo(id) else { return nil }
      let placements = try places(about: PhotoIdentity(photo), in: reader)
      let newest = placements.first { !$0.isUndone }
      guard newest?.noted.location == nil else { return nil }
      let former = placements.filter { $0.noted.location != nil }.map(\.noted)
      // The oldest note was made before all sidecars.
      let original = former.last?.base.place.location
      return FormerlyPlacedPhoto(
        photo: photo, former: former.compactMap(\.location),
        original: original?.source == .sidecar ? original : nil)
    }
  }
}

extension NotedPlace {
  /// Whether a position in a sidecar is a copy of this note.
  fileprivate func isSource(of sidecar: Location) -> Bool {
    location?.coordinate == sidecar.coordinate && base.ownCoordinate != sidecar.coordinate
  }
}
