package import PhotoFacts
public import PhotoIndex

/// The place of a photo, merged from its notes and its file.
public struct MergedPlace: Hashable, Sendable {
  /// The place to show.
  public var shown: StoredPlace

  /// The place without notes, if the index has to keep it: neither is it shown nor do the notes have it.
  public var own: StoredPlace?
}

/// Notes are merged with files here only, so that undoing an act finds the place that a file has now.
extension ActStore {
  /// The place to show for a photo with this place in its file or an import.
  ///
  /// - Parameters:
  ///   - base: The place without notes; that of a file may be from a sidecar that was written from a note.
  ///   - kept: The place without notes that the index has kept so far.
  public func merged(
    _ base: StoredPlace, of photo: PhotoIdentity, kept: StoredPlace?, in reader: IndexReader?
  ) throws -> MergedPlace {
    let placements = try placements(about: photo, in: reader)
    let original = Self.withoutCopy(base, of: placements)
    // The sidecar hides the place in the file, which the last scan without the sidecar has seen.
    if original != base, let kept { return Self.merged(kept, placements, hides: true) }
    return Self.merged(original, placements, hides: original != base)
  }

  /// The place to show for a photo with this place in its file.
  ///
  /// An imported position stays if the file has none.
  package func merged(
    file place: Place, of photo: PhotoIdentity, kept: StoredPlace?, in reader: IndexReader?
  ) throws -> MergedPlace {
    let placements = try placements(about: photo, in: reader)
    guard let note = placements.first(where: { !$0.isUndone }), place.location == nil else {
      return try merged(StoredPlace(place), of: photo, kept: kept, in: reader)
    }
    let last = kept ?? note.noted.base
    return Self.merged(last.isImported ? last : StoredPlace(place), placements, hides: false)
  }

  private static func merged(
    _ base: StoredPlace, _ placements: [StoredPlacement], hides: Bool
  ) -> MergedPlace {
    guard let note = placements.first(where: { !$0.isUndone })?.noted else {
      return MergedPlace(shown: base, own: hides ? base : nil)
    }
    let shown = note.shown(over: base)
    let isKept = hides || shown.place == note.place
    return MergedPlace(shown: shown, own: isKept && base != note.base ? base : nil)
  }
}
