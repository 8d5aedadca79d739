/// A language for names, as a BCP 47 tag such as `de` or `pt-BR`.
public struct Language: Hashable, Sendable {
  /// The default language.
  public static let english = Language("en")

  /// The tag of the language, with `-` between its parts.
  public let tag: String

  /// Whether the index itself has the names in this language.
  public let isEnglish: Bool

  /// Whether a text has the form of a tag: letters and digits with hyphens between them.
  public static func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// Makes a language from a tag or from a locale such as `de_AT.UTF-8`.
  public init(_ text: String) {
    let stem = text.prefix { $0 != "." && $0 != "@" }
    tag = String(stem.map { $0 == "_" ? "-" : $0 })
    // Determined once, because each photo needs it.
    isEnglish = tag.drop { $0 == "-" }.prefix { $0 != "-" }.lowercased() == "en"
  }

  /// Whether its readers read texts in another language, given as its shortest tag; `zh` has simplified characters.
  public func includes(_ tag: String) -> Bool {
    let tags = self.tags
    guard tags.last == tag else { return false }
    let parts = Set((tags.first ?? "").split(separator: "-"))
    return tag != "zh" || parts.contains("hans")
      || parts.isDisjoint(with: ["hant", "tw", "hk", "mo"])
  }

  /// The tag and its shorter forms in lower case, the most specific first.
  var tags: [String] {
    var parts = tag.lowercased().split(separator: "-")
    var result: [String] = []
    while !parts.isEmpty {
      result.append(parts.joined(separator: "-"))
      parts.removeLast()
    }
    return result
  }
}

/// Names of countries, regions and settlements in other languages.
struct Languages: Sendable {
  private let names: Section
  private let strings: Section
  private let lists: [String: Range<Int>]

  init(table: Section, names: Section, strings: Section) throws(PlacesError) {
    self.names = names
    self.strings = strings
    var lists: [String: Range<Int>] = [:]
    let rows = try names.records(of: 8)
    for index in 0..<(try table.records(of: 12)) {
      let tag = try strings.text(at: Int(table.number(12 * index, as: UInt32.self)))
      let first = Int(try table.number(12 * index + 4, as: UInt32.self))
      let count = Int(try table.number(12 * index + 8, as: UInt32.self))
      guard first + count <= rows else { throw .damaged }
      lists[tag.lowercased()] = first..<first + count
    }
    self.lists = lists
  }

  /// The lists to search, best first: those of the language, then English.
  func lists(for language: Language) -> [Range<Int>] {
    (language.tags + ["en"]).compactMap { lists[$0] }
  }

  /// The name of an entity in a list.
  ///
  /// O(log n).
  func name(of entity: Int, in list: Range<Int>) throws(PlacesError) -> String? {
    var low = list.lowerBound
    var high = list.upperBound
    while low < high {
      let middle = (low + high) / 2
      let found = Int(try names.number(8 * middle, as: UInt32.self))
      if found == entity {
        return try strings.text(at: Int(names.number(8 * middle + 4, as: UInt32.self)))
      }
      if found < entity { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
