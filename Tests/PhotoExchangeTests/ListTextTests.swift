import TestSupport
import Testing

@testable import PhotoExchange

/// Lists of texts as one text.
@Suite struct ListTextTests {
  private func texts(_ text: String) -> [String]? { ListText.texts(Array(text.utf8)[...]) }

  @Test(arguments: [
    (["lake"], "lake"), (["lake", "Zürich"], "lake; Zürich"), (["a;b", "c"], "\"a;b\"; c"),
    (["say \"hello\""], "\"say \"\"hello\"\"\""), ([" a "], "\" a \""), ([], ""),
  ])
  func aListIsWrittenForPeople(list: [String], text: String) {
    #expect(ListText.text(list) == text)
    #expect(texts(text) == list)
  }

  /// As people and other programs write them.
  @Test(arguments: [
    ("lake;sea", ["lake", "sea"]), (" lake ;  sea;", ["lake", "sea"]), (";;", []),
    ("a\"b; c", ["a\"b", "c"]), ("\"\"; a", ["", "a"]),
  ])
  func spacesAndEmptyTextsDoNotCount(text: String, list: [String]) {
    #expect(texts(text) == list)
  }

  @Test(arguments: ["\"a", "\"a\"b", "\"a\" b; c", "a; \"", "\"a\"\""])
  func aQuotationMarkWithoutAPartnerIsRefused(text: String) { #expect(texts(text) == nil) }

  @Test func anyListCanBeReadAgain() {
    var random = SeededRandom(seed: 3)
    let letters = Array("a; \"é,\n")
    for _ in 0..<20_000 {
      let list = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 1..<5, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
      }
      #expect(texts(ListText.text(list)) == list)
    }
  }
}
