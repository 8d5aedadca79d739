internal import JSON
internal import HTTPServer
internal import Places

extension Request {
  /// The language of names: that of `lang`, or the one that `Accept-Language` prefers.
  var language: Language {
    if let tag = query.first(where: { $0.name == Parameter.language.name })?.value,
      Language.isTag(tag)
    {
      return Language(tag)
    }
    guard let field = headers.list(of: "Accept-Language") else { return .english }
    var best: (tag: Substring, quality: Double)?
    for entry in field.split(separator: ",").prefix(100) {
      let parts = entry.split(separator: ";").map { $0.drop { $0 == " " } }
      guard let tag = parts.first, Language.isTag(String(tag)) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) }
      if (quality ?? 1) > (best?.quality ?? 0) { best = (tag, quality ?? 1) }
    }
    return best.map { Language(String($0.tag)) } ?? .english
  }
}

extension Parameter {
  static let language = Parameter(
    "lang", "The language of names, such as `de`; else that of `Accept-Language`.",
    ["type": "string", "pattern": "^[0-9A-Za-z]{1,8}(-[0-9A-Za-z]{1,8})*$"], isShared: true,
    example: "en")
}
