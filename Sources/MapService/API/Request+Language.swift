internal import JSON
internal import HTTPServer
internal import Places

extension Request {
  /// The language of names: that of `lang`, or the one that `Accept-Language` prefers.
  var language: Language {
    if let requestedLanguage { return requestedLanguage }
    var best: (tag: Substring, quality: Double)?
    forEachAcceptedLanguage { tag, quality in
      if quality > (best?.quality ?? 0) { best = (tag, quality) }
    }
    return best.map { Language(String($0.tag)) } ?? .english
  }

  /// The languages of the reader, the preferred one first: that of `lang` alone, or those of `Accept-Language`.
  var languages: [Language] {
    if let requestedLanguage { return [requestedLanguage] }
    var accepted: [(tag: Substring, quality: Double)] = []
    forEachAcceptedLanguage { tag, quality in
      if quality > 0 { accepted.append((tag, quality)) }
    }
    // The sort is stable.
    return accepted.sorted { $0.quality > $1.quality }.map { Language(String($0.tag)) }
  }

  /// The language of `lang`.
  var requestedLanguage: Language? {
    guard let tag = query.first(where: { $0.name == Parameter.language.name })?.value,
      Language.isTag(tag)
    else { return nil }
    return Language(tag)
  }

  private func forEachAcceptedLanguage(_ body: (Substring, Double) -> Void) {
    guard let field = headers.list(of: "Accept-Language") else { return }
    for entry in field.split(separator: ",").prefix(100) {
      let parts = entry.split(separator: ";").map { $0.drop { $0 == " " } }
      guard let tag = parts.first, Language.isTag(String(tag)) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) }
      body(tag, quality ?? 1)
    }
  }
}

extension Parameter {
  private static let tag: JSONValue = [
    "type": "string", "pattern": "^[0-9A-Za-z]{1,8}(-[0-9A-Za-z]{1,8})*$",
  ]
  static let language = Parameter(
    "lang", "The language of names, such as `de`; else that of `Accept-Language`.", tag,
    isShared: true, example: "en")
  /// Read by the page itself.
  static let languageOfPage = Parameter(
    "lang", "The language of the page, such as `de`; else that of the browser.", tag,
    example: "en")
}
