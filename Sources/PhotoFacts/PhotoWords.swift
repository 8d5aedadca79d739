/// What people and programs have written about a photo.
public struct PhotoWords: Hashable, Sendable {
  /// The numbers of stars; −1 means rejected.
  public static let ratings: ClosedRange<Int> = -1...5

  /// A short name.
  public var title: String?

  /// A description, which may have several lines.
  public var caption: String?

  /// What the photo shows; each of them once.
  public var keywords: [String] = []

  /// Keywords in hierarchies, from the root on: `Places/Sea/Baltic`.
  public var keywordPaths: [String] = []

  /// The names of the people in the photo; each of them once.
  public var people: [String] = []

  /// The number of stars, 0 … 5, or −1 if the photo is rejected.
  public var rating: Int?

  /// The name of a colour or another mark that an editor has set.
  public var label: String?

  /// Whether it is one of the favourites.
  public var isFavourite: Bool?

  /// The photographer.
  public var creator: String?

  /// The note of copyright.
  public var copyright: String?

  /// No words.
  public init() {}

  /// Whether nothing is known.
  public var isEmpty: Bool {
    title == nil && caption == nil && keywords.isEmpty && keywordPaths.isEmpty && people.isEmpty
      && rating == nil && label == nil && isFavourite == nil && creator == nil && copyright == nil
  }

  /// Takes what is known elsewhere in place of what is known here.
  public mutating func take(_ other: PhotoWords) {
    title = other.title ?? title
    caption = other.caption ?? caption
    if !other.keywords.isEmpty { keywords = other.keywords }
    if !other.keywordPaths.isEmpty { keywordPaths = other.keywordPaths }
    if !other.people.isEmpty { people = other.people }
    rating = other.rating ?? rating
    label = other.label ?? label
    isFavourite = other.isFavourite ?? isFavourite
    creator = other.creator ?? creator
    copyright = other.copyright ?? copyright
  }

  /// Takes what is known elsewhere where nothing is known here.
  public mutating func complete(by other: PhotoWords) {
    if title == nil { title = other.title }
    if caption == nil { caption = other.caption }
    if keywords.isEmpty { keywords = other.keywords }
    if keywordPaths.isEmpty { keywordPaths = other.keywordPaths }
    if people.isEmpty { people = other.people }
    if rating == nil { rating = other.rating }
    if label == nil { label = other.label }
    if isFavourite == nil { isFavourite = other.isFavourite }
    if creator == nil { creator = other.creator }
    if copyright == nil { copyright = other.copyright }
  }

  /// Words on the heap: most photos have none, and facts are copied often.
  final class Box: Hashable, Sendable {
    let value: PhotoWords

    init(_ value: PhotoWords) { self.value = value }

    static func == (one: Box, other: Box) -> Bool { one === other || one.value == other.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
}

extension [String] {
  /// The last names of paths, each once.
  package var leaves: [String] {
    reduce(into: []) { names, path in
      if !names.contains(path.leaf) { names.append(path.leaf) }
    }
  }
}

extension String {
  /// The last name of a path.
  package var leaf: String { split(separator: "/").last.map(String.init) ?? self }
}

extension PhotoWords {
  /// How many keywords or names are kept.
  package static let mostNames = 1_000

  /// The most bytes of a property, or of each of its names.
  package static func longest(_ property: PhotoProperty) -> Int {
    switch property {
    case .caption: 8_192
    case .label: 256
    default: property.kind == .list ? 256 : 1_024
    }
  }

  /// The words, with long texts cut and long lists shortened.
  package var bounded: PhotoWords {
    var words = self
    words.caption = caption?.cut(to: Self.longest(.caption))
    words.title = title?.cut(to: Self.longest(.title))
    words.label = label?.cut(to: Self.longest(.label))
    words.creator = creator?.cut(to: Self.longest(.creator))
    words.copyright = copyright?.cut(to: Self.longest(.copyright))
    words.keywords = Self.bounded(keywords)
    words.keywordPaths = Self.bounded(keywordPaths)
    words.people = Self.bounded(people)
    return words
  }

  private static func bounded(_ names: [String]) -> [String] {
    names.isEmpty ? names : names.prefix(mostNames).map { $0.cut(to: longest(.keywords)) }
  }
}

extension String {
  /// The text, cut at the end of a character if it has more bytes.
  fileprivate func cut(to count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(startIndex, offsetBy: count)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
