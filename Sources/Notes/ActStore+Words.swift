public import PhotoFacts
public import PhotoIndex
internal import SQLite

/// The words of a photo, merged from its notes and its file.
public struct MergedWords: Hashable, Sendable {
  /// The words to show.
  public var shown: PhotoWords

  /// The words without notes, if the index has to keep them: others are shown, or the file says more.
  public var own: OwnWords?
}

/// Notes about words are merged with files here only.
extension ActStore {
  /// The words to show for a photo with these words in its file; `kept` is what the index has kept so far.
  ///
  /// With `isNew`, the index does not have the photo yet. Then words that are those of an act that was undone are copies
  /// in a sidecar.
  static func merged(
    file words: PhotoWords, _ placements: [StoredPlacement], kept: OwnWords?, isNew: Bool = false
  ) -> MergedWords {
    merged(own(of: words, kept: kept), of: placements, isUndone: isNew)
  }

  /// The words without notes of a photo with these words in its file.
  ///
  /// As long as the file says the same, words that it has from acts stay hidden.
  static func own(of words: PhotoWords, kept: OwnWords?) -> OwnWords {
    kept.flatMap { ($0.seen ?? $0.words) == words ? $0 : nil } ?? OwnWords(words)
  }

  /// The same after an act; with `isUndone`, an act about the photo was undone just now.
  static func merged(_ own: OwnWords, of placements: [StoredPlacement], isUndone: Bool)
    -> MergedWords
  {
    guard isUndone else { return merged(own, placements) }
    var rest = own.words
    for placement in placements where placement.isUndone {
      if let words = placement.note.words { rest = words.removed(from: rest) }
    }
    let seen = own.seen ?? own.words
    return merged(OwnWords(rest, seen: rest == seen ? nil : seen), placements)
  }

  /// The words without notes after another program has described the photo to an import.
  static func own(_ own: OwnWords, imported: PhotoWords, of placements: [StoredPlacement])
    -> OwnWords
  {
    let shown = merged(own, placements).shown
    var result = own
    for property in PhotoProperty.ofWords where imported[property] != shown[property] {
      result.words[property] = imported[property]
    }
    return result
  }

  private static func merged(_ own: OwnWords, _ placements: [StoredPlacement]) -> MergedWords {
    var shown = own.words
    // The newest come first.
    for placement in placements.reversed() where !placement.isUndone {
      if let words = placement.note.words { shown = words.apply(to: shown, own: own.words) }
    }
    return MergedWords(shown: shown, own: shown == own.words && own.seen == nil ? nil : own)
  }

  /// What acts change in the words of a photo, or of the first of their photos; nil for one that only undoes others.
  public func changes(
    by acts: some Sequence<Act>, of photo: PhotoIdentity?, in reader: IndexReader
  ) throws -> [WordsChange?] {
    if let photo {
      let known = try placements(about: photo, in: reader).map { ($0.act, $0.note.words?.change) }
      let changes = Dictionary(known) { first, _ in first }
      return acts.map { changes[$0.number] ?? nil }
    }
    let row = try connection.statement("\(Self.selection) WHERE act = ?1 AND ordinal = 0")
    return try acts.map { act in
      try row.bind(act.number).first { Self.placement($0).note.words?.change } ?? nil
    }
  }
}
