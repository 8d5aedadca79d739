import Foundation
import PhotoFacts

/// Answers to questions about words, by Foundation's comparison of texts.
enum WordOracle {
  /// Whether a list of a photo has an item of a name.
  static func isNamed(_ photo: Gallery.Photo, _ property: PhotoProperty, _ name: String) -> Bool {
    let paths = property == .people ? [] : photo.lists[.keywordPaths] ?? []
    return ((photo.lists[property] ?? []) + paths).contains(name)
      || paths.contains { $0.hasPrefix(name + "/") }
  }

  /// Whether a text of a photo mentions a word; the name of the file does not count as a part of the path.
  static func isMentioned(
    _ photo: Gallery.Photo, _ properties: [PhotoProperty], _ word: String
  ) -> Bool {
    properties.contains { property in
      let texts = photo.texts[property].map { [$0] } ?? photo.lists[property] ?? []
      return texts.contains { text in
        mentions(property == .path ? (text as NSString).deletingLastPathComponent : text, word)
      }
    }
  }

  /// Whether a word of a text begins with another text.
  private static func mentions(_ text: String, _ word: String) -> Bool {
    let (text, word) = (Array(folded(text)), Array(folded(word)))
    guard text.count >= word.count else { return false }
    return (0...text.count - word.count).contains { start in
      guard Array(text[start..<start + word.count]) == word, let first = word.first else {
        return false
      }
      guard start > 0 else { return true }
      let before = text[start - 1]
      return !(first.isLetter && before.isLetter || first.isNumber && before.isNumber)
    }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .replacing("\n", with: " ")
  }
}
