public import PhotoFacts

/// Words, or what changes in them, as one text of a table: a list of items such as `=title=Beach`.
package enum StoredWords {
  /// What an item says of its property.
  package enum Verb: UInt8 {
    /// It has this value, or none.
    case set = 0x3D
    /// A list gains this name.
    case add = 0x2B
    /// A list loses this name.
    case remove = 0x2D
    /// It had this value before.
    case before = 0x3C
  }

  /// One of the items.
  package struct Item: Hashable, Sendable {
    /// What it says.
    package var verb: Verb

    /// The property.
    package var property: PhotoProperty

    /// Its value, which is one name of a list; nil if there is none.
    package var value: PropertyValue?

    package init(_ verb: Verb, _ property: PhotoProperty, _ value: PropertyValue?) {
      (self.verb, self.property, self.value) = (verb, property, value)
    }
  }

  /// The text of the items.
  package static func text(_ items: [Item]) -> String {
    StoredList.text(
      items.map { item in
        let sign = String(UnicodeScalar(item.verb.rawValue))
        return sign + item.property.name + (item.value.map { "=" + text($0) } ?? "")
      })
  }

  /// The items of a text, without those of properties that a later version has.
  package static func items(_ text: String) -> [Item] {
    StoredList.texts(text).compactMap { text in
      guard let verb = text.utf8.first.flatMap(Verb.init) else { return nil }
      let parts = text.dropFirst().split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let property = PhotoProperty.ofWords.first(where: { parts[0] == $0.name }) else {
        return nil
      }
      guard parts.count > 1 else { return Item(verb, property, nil) }
      return value(String(parts[1]), of: property).map { Item(verb, property, $0) }
    }
  }

  /// Items that say what is known.
  package static func items(_ verb: Verb, _ words: PhotoWords, of properties: [PhotoProperty])
    -> [Item]
  {
    properties.flatMap { property in
      guard let value = words[property] else { return [Item]() }
      return (value.list.map { $0.map(PropertyValue.text) } ?? [value])
        .map { Item(verb, property, $0) }
    }
  }

  /// The words that items of one verb say.
  package static func words(_ verb: Verb, _ items: [Item]) -> PhotoWords {
    var words = PhotoWords()
    for item in items where item.verb == verb {
      guard item.property.kind == .list else {
        words[item.property] = item.value
        continue
      }
      let known = words[item.property]?.list ?? []
      words[item.property] = PropertyValue(known + [item.value?.text].compactMap { $0 })
    }
    return words
  }

  private static func text(_ value: PropertyValue) -> String {
    switch value {
    case .integer(let number): String(number)
    case .truth(let truth): truth ? "1" : "0"
    default: value.text ?? ""
    }
  }

  private static func value(_ text: String, of property: PhotoProperty) -> PropertyValue? {
    switch property.kind {
    case .integer(let range):
      Int64(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .truth: .truth(text == "1")
    default: .text(text)
    }
  }
}

/// The words that a photo would have without notes, where notes change them.
public struct OwnWords: Hashable, Sendable {
  /// The words.
  public var words: PhotoWords

  /// What the file says, if it has words of acts, undone or not: its sidecar was written from them.
  public var seen: PhotoWords?

  /// Makes them.
  public init(_ words: PhotoWords, seen: PhotoWords? = nil) {
    (self.words, self.seen) = (words, seen)
  }
}
