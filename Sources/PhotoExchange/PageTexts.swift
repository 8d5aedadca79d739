package import Places

/// The words of a page that needs no script, in a language of its reader.
package struct PageTexts<Words: Sendable>: Sendable {
  /// The words by the tags of their languages, English first.
  package typealias Table = [(tag: String, words: Words)]

  /// The tag of their language.
  package let tag: String

  /// The words.
  package let words: Words

  /// Whether they are written from right to left.
  package var isFromRight: Bool { tag == "ar" }

  /// The words in the first of some languages that a table has, else in English.
  package init(_ languages: [Language], of table: Table) {
    let known = languages.lazy.compactMap { language in
      table.first { language.includes($0.tag) }
    }
    (tag, words) = known.first ?? table[0]
  }
}

extension XMLWriter {
  /// Writes the start of a page in the language of its texts, up to the end of the first tag.
  package mutating func startPage<Words>(_ texts: PageTexts<Words>) {
    raw("<!doctype html>\n<html")
    attribute("lang", texts.tag)
    attribute("dir", texts.isFromRight ? "rtl" : "ltr")
    raw(">")
  }
}
