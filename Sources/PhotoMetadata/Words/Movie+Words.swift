internal import PhotoFacts

extension Movie {
  /// The words in Apple's keys, in the item list and in the user data.
  var words: PhotoWords {
    var words = PhotoWords()
    words.title = written(anyOf: "title", "©nam")
    words.caption = written(anyOf: "description", "©des", "desc", "©cmt")
    words.keywords = written(anyOf: "keywords", "keyw", "©key")?.utf8.names(separatedBy: ",") ?? []
    words.creator = written(anyOf: "author", "artist", "©ART", "©aut")
    words.copyright = written(anyOf: "copyright", "cprt", "©cpy")
    words.rating = written(anyOf: "rating.user").flatMap { Double($0) }
      .flatMap { Int(exactly: $0.rounded()) }
      .flatMap { PhotoWords.ratings.contains($0) ? $0 : nil }
    return words
  }

  /// The text of the first of some keys, as Apple or another program names them.
  private func written(anyOf keys: String...) -> String? {
    for key in keys {
      if let text = written("com.apple.quicktime." + key) ?? written(key) { return text }
    }
    return nil
  }
}
