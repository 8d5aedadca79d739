/// A change that a person makes to the words of photos.
public struct WordsChange: Hashable, Sendable {
  /// New texts, ratings and truth values; nil removes what is known.
  public var set: [PhotoProperty: PropertyValue?] = [:]

  /// The names that lists gain.
  public var added: [PhotoProperty: [String]] = [:]

  /// The names that lists lose.
  public var removed: [PhotoProperty: [String]] = [:]

  /// No change.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { properties.isEmpty }

  /// The properties that change, in the order of features.
  public var properties: [PhotoProperty] {
    let changed = Set(set.keys).union(added.keys).union(removed.keys)
    return PhotoProperty.ofWords.filter(changed.contains)
  }

  /// The words after the change.
  ///
  /// A name is removed before another is added. Flat names follow the ends of hierarchies.
  public func applied(to words: PhotoWords) -> PhotoWords {
    var words = words
    for (property, value) in set { words[property] = value }
    for (property, names) in removed { words.remove(names, from: property) }
    for (property, names) in added { words.add(names, to: property) }
    return words.bounded
  }
}

extension WordsChange {
  /// The properties that are texts, numbers or truth values, in the order of features.
  public static let settable = PhotoProperty.ofWords.filter { $0.kind != .list }

  /// The properties that are lists.
  public static let lists = PhotoProperty.ofWords.filter { $0.kind == .list }

  /// Why a person may not enter this; nil if he may.
  public var problem: String? {
    for property in properties {
      if case let value?? = set[property], let problem = Self.problem(value, of: property) {
        return "\(property.name) \(problem)"
      }
      for name in (added[property] ?? []) + (removed[property] ?? []) {
        guard let problem = Self.problem(.text(name), of: property) else { continue }
        return "a name in \(property.name) \(problem)"
      }
      if (added[property] ?? []).count + (removed[property] ?? []).count > PhotoWords.mostNames {
        return "\(property.name) has more than \(PhotoWords.mostNames) names"
      }
    }
    return nil
  }

  private static func problem(_ value: PropertyValue, of property: PhotoProperty) -> String? {
    switch (property.kind, value) {
    case (.integer(let range), .integer(let number)):
      return range.contains(number) ? nil : "is not from \(range.lowerBound) to \(range.upperBound)"
    case (.truth, .truth): return nil
    case (.text, .text(let text)), (.list, .text(let text)):
      let longest = PhotoWords.longest(property)
      if text.utf8.count > longest { return "is longer than \(longest) bytes" }
      if text.allSatisfy(\.isWhitespace) { return "is empty" }
      let allowed: Set<UInt8> = property == .caption ? [0x09, 0x0A] : []
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || allowed.contains($0) }
      return isPlain ? nil : "has a control character"
    default: return "is not of its type"
    }
  }
}

extension WordsChange {
  /// A name in place of which photos get another.
  public struct Renaming: Hashable, Sendable {
    /// The list that has the name.
    public var property: PhotoProperty

    /// The name, or a hierarchy with all that lies below it.
    public var old: String

    /// The name in its place.
    public var new: String

    /// Makes one.
    public init(_ property: PhotoProperty, from old: String, to new: String) {
      (self.property, self.old, self.new) = (property, old, new)
    }

    /// Why a person may not enter this; nil if he may.
    public var problem: String? {
      var change = WordsChange()
      change.added[property] = [new]
      return change.problem ?? (old == new ? "the old name is the new one" : nil)
    }
  }

  /// Adds what a renaming changes in words.
  ///
  /// A keyword is renamed where it is flat, at the end of hierarchies, and where others lie below it.
  public mutating func add(_ renaming: Renaming, in words: PhotoWords) {
    let (property, old, new) = (renaming.property, renaming.old, renaming.new)
    if property != .keywordPaths, words[property]?.list?.contains(old) == true {
      replace(old, by: new, in: property)
    }
    guard property != .people else { return }
    let isFlat = property == .keywords && !old.contains("/")
    for path in words.keywordPaths {
      var renamed = path
      if path == old || path.hasPrefix(old + "/") { renamed = new + path.dropFirst(old.count) }
      if isFlat, renamed.leaf == old {
        renamed = new.contains("/") ? new : renamed.dropLast(old.count) + new
      }
      if renamed != path { replace(path, by: renamed, in: .keywordPaths) }
    }
  }

  private mutating func replace(_ old: String, by new: String, in property: PhotoProperty) {
    removed[property, default: []].append(old)
    added[property, default: []].append(new)
  }
}

extension WordsChange {
  /// The change with its texts as a file keeps them: without space around them and around their lines.
  var tidied: WordsChange {
    var change = self
    change.set = set.mapValues { value in
      value.map { value in value.text.map { .text($0.tidied) } ?? value }
    }
    change.added = added.mapValues { $0.map(\.tidied) }
    change.removed = removed.mapValues { $0.map(\.tidied) }
    return change
  }
}

extension String {
  fileprivate var tidied: String {
    guard utf8.contains(where: { $0 <= 0x20 }) else { return self }
    let plain: String = replacing("\t", with: " ")
    let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map(\.trimmed)
    let last = lines.lastIndex { !$0.isEmpty } ?? 0
    return lines[...last].drop { $0.isEmpty }.joined(separator: "\n")
  }
}

extension Substring {
  /// The text without spaces around it.
  var trimmed: Substring {
    let end = lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
    return self[..<end].drop { $0 == " " }
  }
}

extension PhotoWords {
  /// Whether a property has the same value; the order of a list does not count.
  public func agrees(with other: PhotoWords, in property: PhotoProperty) -> Bool {
    guard property.kind == .list else { return self[property] == other[property] }
    return Set(self[property]?.list ?? []) == Set(other[property]?.list ?? [])
  }

  /// The value of a property; nil if it is unknown.
  public subscript(_ property: PhotoProperty) -> PropertyValue? {
    get {
      var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil))
      facts.words = self
      return property.get(FileFacts(), facts)
    }
    set {
      var (file, facts) = (FileFacts(), PhotoFacts(place: .unlocated(.noGPS, detail: nil)))
      facts.words = self
      // An empty list is no value of any kind.
      property.apply(newValue ?? .list([]), to: &file, &facts)
      self = facts.words
    }
  }

  fileprivate mutating func add(_ names: [String], to property: PhotoProperty) {
    let known = self[property]?.list ?? []
    self[property] = PropertyValue(known + names)
    if property == .keywordPaths { keywords = PropertyValue(keywords + names.leaves)?.list ?? [] }
  }

  fileprivate mutating func remove(_ names: [String], from property: PhotoProperty) {
    let gone = Set(names)
    self[property] = PropertyValue((self[property]?.list ?? []).filter { !gone.contains($0) })
    switch property {
    case .keywords: keywordPaths.removeAll { gone.contains($0.leaf) }
    case .keywordPaths:
      let lost = Set(names.leaves).subtracting(keywordPaths.leaves)
      keywords.removeAll(where: lost.contains)
    default: break
    }
  }
}
