import Geography
import Journeys
import Testing

/// Corrections as acts store them.
@Suite struct CorrectionTextTests {
  private static let all: [(String, Correction)] = {
    let (first, last) = (LocalDay(number: 18_061), LocalDay(number: 18_067))
    guard let place = Coordinate(latitude: -17.8, longitude: 179.999) else { return [] }
    return [
      (
        "rename 2019-06-14 2019-06-20 Iceland & more",
        .rename(first...last, name: "Iceland & more")
      ),
      ("rename 2019-06-14 2019-06-20", .rename(first...last, name: nil)),
      ("merge 2019-06-14 2019-06-20", .merge(first...last)),
      ("split 2019-06-14", .split(at: first)),
      ("dismiss 2019-06-14 2019-06-14", .dismiss(first...first)),
      ("made 2019-06-14 2019-06-20 Summer", .made(first...last, name: "Summer")),
      ("home 179.999 -17.8 - 2019-06-14 -", .home(place, radius: nil, from: first, to: nil)),
      (
        "home 179.999 -17.8 2.5 2019-06-14 2019-06-20",
        .home(place, radius: 2.5, from: first, to: last)
      ),
      ("notHome 179.999 -17.8 2019-06-14 2019-06-20", .notHome(place, first...last)),
    ]
  }()

  @Test func eachKindIsReadAsItIsWritten() {
    #expect(Self.all.count == 9)
    for (text, correction) in Self.all {
      #expect(correction.text == text)
      #expect(Correction(text) == correction)
    }
  }

  @Test func aTextThatEndsEarlyIsOfNoOtherKind() {
    for (text, correction) in Self.all {
      for length in 0..<text.count {
        guard let read = Correction(String(text.prefix(length))) else { continue }
        let kind = text.prefix { $0 != " " }
        #expect(read.text.hasPrefix(kind), "\(text.prefix(length))")
        #expect(correction.text.hasPrefix(kind))
      }
    }
  }

  @Test(arguments: [
    "", "rename", "rename 2019-06-20 2019-06-14", "rename 2019-02-30 2019-06-14", "rename x y",
    "of-the-future 2019-06-14", "split", "home 200 0 - 2019-06-14 -", "home 1 2 - 2019-06-14",
    "home 1 2 - 2019-06-14 soon", "home nan 2 - 2019-06-14 -", "notHome 1 2 2019-06-14",
  ])
  func damagedTextsAreNone(_ text: String) { #expect(Correction(text) == nil) }
}
