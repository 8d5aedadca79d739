import Geography
import Journeys
import Testing

/// Texts about days, trips and places, as acts store them.
@Suite struct DiaryEntryTests {
  private static let day = LocalDay(number: 18_792)
  private static let place = Coordinate(latitude: -33.5, longitude: 151.25)
  private static let subjects: [DiaryEntry.Subject] =
    [.day(day), .trip(day...LocalDay(number: 18_796))] + (place.map { [.place($0)] } ?? [])

  @Test(arguments: subjects) func entriesAreStoredWithAllTheirLines(subject: DiaryEntry.Subject)
    throws
  {
    let text = "# A day\n\n  two  spaces\tand a tab\n- 海"
    let entry = try #require(DiaryEntry(subject, text + " \n\n"))
    #expect(entry.text == text)
    #expect(DiaryEntry(stored: entry.stored) == entry)
    // It is no correction, and a correction is no entry.
    #expect(Correction(entry.stored) == nil)
    #expect(DiaryEntry(stored: "dismiss 2021-06-14 2021-06-18") == nil)
    let emptied = try #require(DiaryEntry(subject, " \n"))
    #expect(emptied.text.isEmpty)
    #expect(DiaryEntry(stored: emptied.stored) == emptied)
  }

  @Test func allLineBreaksBecomeOnes() throws {
    #expect(try #require(DiaryEntry(.day(Self.day), "a\r\nb\rc")).text == "a\nb\nc")
  }

  @Test(arguments: ["a\u{0}b", "\u{1B}[31m", "\u{7F}", String(repeating: "x", count: 65_537)])
  func controlCharactersAndTextsThatAreTooLongAreRefused(text: String) {
    #expect(DiaryEntry(.day(Self.day), text) == nil)
  }

  @Test func onlyTheLastTextAboutSomethingIsCurrent() {
    let stored = [
      "diary day 2021-06-14 one", "split 2021-06-16", "diary day 2021-06-15 two",
      "diary day 2021-06-14 three", "diary day 2021-06-15",
    ]
    #expect(DiaryEntry.current(stored) == ["split 2021-06-16", "diary day 2021-06-14 three"])
  }

  @Test func atEveryByteATextIsCutItIsAnEntryOrNone() {
    let stored = "diary trip 2021-06-14 2021-06-18 Five days – in the south"
    for length in 0...stored.utf8.count {
      let cut = String(decoding: Array(stored.utf8.prefix(length)), as: UTF8.self)
      if let entry = DiaryEntry(stored: cut) {
        #expect(entry.subject == .trip(Self.day...LocalDay(number: 18_796)))
      }
    }
  }
}
