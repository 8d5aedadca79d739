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

/// Sidecars that geoindex has written from notes.
extension ActStore {
  /// The place in the file of a photo, without a position that its sidecar has from a note.
  ///
  /// Such a position is a copy and no newer statement. After the note is undone or replaced, the file has the
  /// place that it had before the note.
  static func withoutCopy(_ base: StoredPlace, of placements: [StoredPlacement]) -> StoredPlace {
    guard let location = base.place.location, location.source == .sidecar, !base.isImported,
      let note = placements.first(where: { $0.noted.isSource(of: location) })
    else { return base }
    guard !placements.contains(where: { !$0.isUndone }),
      case .unlocated(.noGPS, _) = note.noted.base.place
    else { return note.noted.base }
    return StoredPlace(
      .unlocated(.noGPS, detail: "its sidecar has the position of an act that was undone"))
  }

  /// The photos whose sidecars may have a position that their notes no longer give, in the order of their ids.
  public func formerlyPlacedPhotos(_ reader: IndexReader) throws -> [FormerlyPlacedPhoto] {
    let rows = try connection.statement("\(Self.selection) WHERE latitude IS NOT NULL")
    let photos = try rows.map { Self.placement($0).noted.photo }
    return try photoIDs(of: photos, in: reader).compactMap { id in
      guard let photo = try reader.photo(id) else { return nil }
      let placements = try placements(about: PhotoIdentity(photo), in: reader)
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
