/// How a language joins names, as in the lists of CLDR.
struct JoiningWords {
  /// Between all names but the last two.
  private let comma: String

  /// Before the last name.
  private let and: String

  /// After the names if there are more; `{}` stands for their number.
  private let more: String

  /// Between a country and an area in it.
  let colon: String

  /// The first part of the tag, in lower case.
  private let language: String

  /// Finds the words of a language; those of English if the language is not known.
  init(_ tag: String) {
    language = tag.prefix { $0 != "-" }.lowercased()
    (comma, and, more, colon) = Self.all[language] ?? (", ", " & ", " and {} more", ": ")
  }

  private static let all = [
    "de": (", ", " und ", " und {} mehr", ": "),
    "fr": (", ", " et ", " et {} de plus", " : "),
    "es": (", ", " y ", " y {} más", ": "),
    "it": (", ", " e ", " e altri {}", ": "),
    "pt": (", ", " e ", " e mais {}", ": "),
    "nl": (", ", " en ", " en nog {}", ": "),
    "ja": ("、", "、", "、ほか{}か所", "："),
    "ko": (", ", " 및 ", " 외 {}곳", ": "),
    "zh": ("、", "和", "等，另有{}处", "："),
    "ar": (" و", " و", " و{} غيرها", ": "),
  ]

  /// All names.
  func join(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let isBeforeI = language == "es" && Self.soundsLikeI(last)
    return names.dropLast().joined(separator: comma) + (isBeforeI ? " e " : and) + last
  }

  /// Some names, and how many more there are.
  func join(_ names: [String], andMore count: Int) -> String {
    names.joined(separator: comma) + more.replacing("{}", with: String(count))
  }

  /// Whether a Spanish name begins with the sound of “y”, which is “e” before it: “Francia e Italia”.
  private static func soundsLikeI(_ name: String) -> Bool {
    let start = name.lowercased().drop { $0 == "h" }
    guard let first = start.first, first == "i" || first == "í" else { return false }
    // In “hielo” and “Iowa” the “i” is no vowel of its own.
    return start.dropFirst().first.map { !"aeo".contains($0) } ?? true
  }
}
