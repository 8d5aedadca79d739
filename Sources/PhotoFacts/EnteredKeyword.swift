/// A keyword as a person enters it: a name, or with slashes a hierarchy.
///
/// The map page, HTTP and the command line decide with this alone. Files are read as they are: a flat keyword with a
/// slash, such as `AC/DC`, stays one.
public struct EnteredKeyword: Hashable, Sendable {
  /// The name, or the names of the hierarchy with slashes between them.
  public let name: String

  /// The list that has it: `keywords`, or `keywordPaths`.
  public let property: PhotoProperty

  /// Parses a text; spaces around names, and empty names, do not count.
  public init(_ text: String) {
    let names = text.split(separator: "/").map(\.trimmed).filter { !$0.isEmpty }
    name = names.isEmpty ? text : names.joined(separator: "/")
    property = names.count > 1 ? .keywordPaths : .keywords
  }
}

extension WordsChange {
  /// The change as it is recorded about a photo that shows some words; `own` are those of its file.
  ///
  /// Texts lose the space around them and around their lines, and keywords with slashes are hierarchies. A hierarchy
  /// replaces a flat keyword of that name. A flat one that the file has, and that was removed, can be added again.
  public func entered(about words: PhotoWords, own: PhotoWords) -> WordsChange {
    var change = tidied
    let (added, removed) = (change.added, change.removed)
    for list in [PhotoProperty.keywords, .keywordPaths] {
      (change.added[list], change.removed[list]) = (nil, nil)
    }
    for name in removed[.keywords] ?? [] { change.remove(keyword: name, words, own) }
    for name in removed[.keywordPaths] ?? [] { change.removed.append(name, to: .keywordPaths) }
    for name in added[.keywords] ?? [] { change.add(keyword: name, words, own) }
    for name in added[.keywordPaths] ?? [] { change.add(EnteredKeyword(name), words) }
    return change
  }

  private mutating func add(keyword text: String, _ words: PhotoWords, _ own: PhotoWords) {
    if own.keywords.contains(text), !words.keywords.contains(text) {
      added.append(text, to: .keywords)
    } else {
      add(EnteredKeyword(text), words)
    }
  }

  private mutating func add(_ keyword: EnteredKeyword, _ words: PhotoWords) {
    added.append(keyword.name, to: keyword.property)
    if keyword.property == .keywordPaths, words.keywords.contains(keyword.name) {
      removed.append(keyword.name, to: .keywords)
    }
  }

  private mutating func remove(keyword text: String, _ words: PhotoWords, _ own: PhotoWords) {
    let keyword = EnteredKeyword(text)
    let isFlat = words.keywords.contains(text) || own.keywords.contains(text)
    if isFlat { removed.append(text, to: .keywords) }
    guard !isFlat || words.keywordPaths.contains(keyword.name) else { return }
    removed.append(keyword.name, to: keyword.property)
  }
}

extension [PhotoProperty: [String]] {
  /// Adds a name to a list, once.
  fileprivate mutating func append(_ name: String, to list: PhotoProperty) {
    if self[list]?.contains(name) != true { self[list, default: []].append(name) }
  }
}
