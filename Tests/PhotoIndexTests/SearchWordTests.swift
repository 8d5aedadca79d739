import Testing

@testable import Query

@Suite struct SearchWordTests {
  @Test(arguments: [
    ("lake", "A lake", true), ("LAKE", "a lake", true), ("oat", "A boat", false),
    ("lak", "A lake", true), ("zurich", "Zürich", true), ("Zürich", "ZURICH", true),
    ("zürich", "Zu\u{308}rich", true), ("strasse", "Straße", true), ("straße", "STRASSE", true),
    ("lodz", "Łódź", true), ("angstrom", "Ångström", true), ("istanbul", "İstanbul", true),
    ("1234", "IMG_1234.jpg", true), ("234", "IMG_1234.jpg", false), ("1234", "IMG1234", true),
    ("new york", "In New  York", false), ("new york", "In New York", true),
    ("two", "one\ntwo", true), ("one two", "one\ntwo", true),
    ("京都", "古い京都の寺", true), ("都", "京都", true), ("がく", "かく", false),
    ("กรุงเทพ", "ไปกรุงเทพมหานคร", true), ("서울", "남서울", true), ("ＩＭＧ", "img", true),
    ("москва", "Москва", true), ("ωσ", "Ως", true), ("é", "e", true), ("#1", "a#1", true),
    ("", "a", false), ("  ", "a b", false), ("longer than the text", "longer", false),
    ("a", "", false), ("x", "a\u{1F}x", true),
  ])
  func wordsAreFoundByTheirBeginnings(word: String, text: String, isFound: Bool) {
    #expect((SearchWord(word)?.occurs(in: text) ?? false) == isFound)
  }

  /// The quick search for bytes compares sixteen positions at once.
  @Test func wordsAreFoundAtEveryPosition() {
    for before in 0..<80 {
      for length in [1, 2, 5, 17] {
        let word = String(repeating: "q", count: length - 1) + "z"
        let text = String(repeating: "q", count: before) + " " + word + " "
        #expect(SearchWord(word)?.occurs(in: text) == true, "\(before) \(length)")
        #expect(SearchWord(word + "y")?.occurs(in: text) == false)
      }
    }
  }
}
