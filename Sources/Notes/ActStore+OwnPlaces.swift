package import Geography
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
  /// What to show for a photo with these facts in its file, and what the index has to keep; `kept` is what it has kept
  /// so far.
  ///
  /// An imported position stays if the file has none.
  package func merged(
    file facts: PhotoFacts, of photo: PhotoIdentity, kept: (place: StoredPlace?, words: OwnWords?),
    in reader: IndexReader?
  ) throws -> (place: MergedPlace, words: MergedWords, accepted: Coordinate?) {
    let placements = try placements(about: photo, in: reader)
    return (
      Self.merged(file: facts.place, placements.compactMap(PlacedNote.init), kept: kept.place),
      Self.merged(file: facts.words, placements, kept: kept.words, isNew: photo.id == nil),
      Self.accepted(placements)
    )
  }

  /// The position that was accepted last.
  static func accepted(_ placements: [StoredPlacement]) -> Coordinate? {
    placements.lazy.filter { !$0.isUndone }.compactMap(\.note.accepted).first
  }

  private static func merged(
    file place: Place, _ placements: [PlacedNote], kept: StoredPlace?
  ) -> MergedPlace {
    guard let note = placements.first(where: { !$0.isUndone }), place.location == nil else {
      return merged(StoredPlace(place), placements, kept: kept)
    }
    let last = kept ?? note.noted.base
    return merged(last.isImported ? last : StoredPlace(place), placements, hides: false)
  }

  /// The place to show for a photo with these notes about its place.
  ///
  /// - Parameters:
  ///   - base: The place without notes; that of a file may be from a sidecar that was written from a note.
  ///   - kept: The place without notes that the index has kept so far.
  static func merged(
    _ base: StoredPlace, _ placements: [PlacedNote], kept: StoredPlace?
  ) -> MergedPlace {
    let original = withoutCopy(base, of: placements)
    // The sidecar hides the place in the file, which the last scan without the sidecar has seen.
    if original != base, let kept { return merged(kept, placements, hides: true) }
    return merged(original, placements, hides: original != base)
  }

  private static func merged(
    _ base: StoredPlace, _ placements: [PlacedNote], hides: Bool
  ) -> MergedPlace {
    guard let note = placements.first(where: { !$0.isUndone })?.noted else {
      return MergedPlace(shown: base, own: hides ? base : nil)
    }
    let shown = note.shown(over: base)
    let isKept = hides || shown.place == note.place
    return MergedPlace(shown: shown, own: isKept && base != note.base ? base : nil)
  }
}
