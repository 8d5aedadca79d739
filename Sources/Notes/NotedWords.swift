public import PhotoFacts
internal import PhotoIndex

/// What a person has changed in the words of a photo.
public struct NotedWords: Hashable, Sendable {
  /// The change.
  public var change: WordsChange

  /// What was known without notes of the properties that it changes, and of keywords with their hierarchies.
  public var before: PhotoWords

  /// Makes one; `own` are the words without notes at the time of the act.
  public init(_ change: WordsChange, own: PhotoWords) {
    self.change = change
    before = PhotoWords()
    for property in properties { before[property] = own[property] }
  }

  /// The properties that it changes, and keywords with their hierarchies.
  var properties: [PhotoProperty] {
    let changed = change.properties
    let hierarchies: [PhotoProperty] = [.keywords, .keywordPaths]
    return changed.contains(where: hierarchies.contains) ? changed + hierarchies : changed
  }

  /// Changes words, given those without notes.
  ///
  /// The newer statement wins: a text that the file did not have at the time of the act is newer than the act. Lists
  /// are merged.
  func apply(to words: PhotoWords, own: PhotoWords) -> PhotoWords {
    var change = change
    change.set = change.set.filter { property, value in
      [before[property], value].contains(own[property])
    }
    return change.applied(to: words)
  }

  /// The words of a file without those that it has only from this note, which is undone.
  ///
  /// The sidecar of the photo was written from the note.
  func removed(from own: PhotoWords) -> PhotoWords {
    var own = own
    for (property, value) in change.set where own[property] == value {
      own[property] = before[property]
    }
    let after = change.applied(to: before)
    for list in WordsChange.lists {
      let (then, noted) = (Set(before[list]?.list ?? []), Set(after[list]?.list ?? []))
      let kept = (own[list]?.list ?? []).filter { then.contains($0) || !noted.contains($0) }
      let back = (before[list]?.list ?? []).filter { !noted.contains($0) }
      own[list] = PropertyValue(kept + back)
    }
    return own
  }
}

extension NotedWords {
  /// The note in a column of the table.
  init(stored text: String) {
    let items = StoredWords.items(text)
    var change = WordsChange()
    for item in items {
      let name = item.value?.text
      switch item.verb {
      case .set: change.set.updateValue(item.value, forKey: item.property)
      case .add: change.added[item.property, default: []] += [name].compactMap { $0 }
      case .remove: change.removed[item.property, default: []] += [name].compactMap { $0 }
      case .before: break
      }
    }
    (self.change, before) = (change, StoredWords.words(.before, items))
  }

  /// The text for that column.
  var stored: String {
    var items: [StoredWords.Item] = []
    for property in change.properties {
      if let value = change.set[property] { items.append(.init(.set, property, value)) }
      for (verb, names) in [
        (StoredWords.Verb.add, change.added[property]), (.remove, change.removed[property]),
      ] {
        items += (names ?? []).map { .init(verb, property, .text($0)) }
      }
    }
    return StoredWords.text(
      items + StoredWords.items(.before, before, of: PhotoProperty.ofWords))
  }
}
