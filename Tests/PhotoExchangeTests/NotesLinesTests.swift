import Geography
import Notes
import PhotoFacts
import PhotoIndex
import Testing

@testable import PhotoExchange

/// Notes as lines of JSON come back as they were, and broken lines are named.
@Suite struct NotesLinesTests {
  private static func acts(_ lines: String) throws -> [WholeAct] {
    var pieces = [Array(lines.utf8), []]
    return try NotesLines.acts { pieces.removeFirst() }
  }

  private static let identities = [
    PhotoIdentity(
      path: FilePath(bytes: Array("/p/caf".utf8) + [0xE9]),
      content: FileContent(fingerprint: .max - 6, size: 5_000_000_000), taken: -86_399_999),
    PhotoIdentity(path: FilePath("/p/\"quoted\"\n.jpg"), content: nil, taken: nil),
  ]

  private static func act() throws -> WholeAct {
    let here = Location(
      try #require(Coordinate(latitudeE7: -899_999_999, longitudeE7: 1_799_999_999)),
      altitude: -3.25, direction: 359.5, accuracy: 7.125, source: .track)
    var (words, own) = (WordsChange(), PhotoWords())
    words.set = [.title: .text("\"a\"\u{3B1}"), .rating: .integer(-1), .favourite: .truth(false)]
    words.set.updateValue(nil, forKey: .caption)
    words.added = [.keywords: ["Sea = Lake", "-"], .people: ["Zoë"]]
    words.removed = [.keywordPaths: ["Places/Sea"]]
    own.caption = "one\ntwo"
    own.keywords = ["Sea"]
    own.keywordPaths = ["Places/Sea"]
    own.rating = 3
    var notes = [
      Note(
        photo: identities[0],
        content: .place(
          NotedPlace(
            location: here, gap: 12.5,
            base: StoredPlace(.unlocated(.nullIsland, detail: "GPSLatitude 0"))))),
      Note(
        photo: identities[1],
        content: .place(
          NotedPlace(location: nil, base: StoredPlace(.located(here), isImported: true)))),
      Note(photo: identities[1], content: .words(NotedWords(words, own: own))),
    ]
    notes[0].aliases = [
      FileContent(fingerprint: 1, size: 2), FileContent(fingerprint: .max, size: 3),
    ]
    return WholeAct(
      uuid: "ab", time: 1_700_000_000_123, author: "Zoë", notes: notes,
      undoes: [WholeAct.Undone(act: "cd", photo: 7)])
  }

  @Test func everyActIsReadAsWritten() throws {
    let act = try Self.act()
    let empty = WholeAct(uuid: "ef", time: 0, author: "")
    let lines = NotesLines.lines(of: act) + NotesLines.lines(of: empty)
    #expect(lines.count { $0 == 0x0A } == 6)
    #expect(try Self.acts(String(decoding: lines, as: UTF8.self)) == [act, empty])
  }

  @Test func aFileThatWasCutOffIsRefused() throws {
    let lines = NotesLines.lines(of: try Self.act()).split(separator: 0x0A)
    for count in 1..<lines.count {
      let text = lines.prefix(count).map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
      let problem = #expect(throws: BrokenDocument.self) { try Self.acts(text) }
      #expect(problem?.line == count)
    }
    #expect(try Self.acts("").isEmpty)
  }

  private static let head =
    #"{"act":"ab","made":"2024-05-01T12:00:00Z","by":"","photos":1,"undoes":0}"#

  @Test(arguments: [
    (1, "null"), (1, "{"), (1, #"{"act":"ab"}"#), (1, #"{"made":"2024","act":"ab","by":""}"#),
    (1, head.replacing("1,\"undoes", with: "-1,\"undoes")),
    (1, head.replacing("1,\"undoes", with: "1.5,\"undoes")),
    (2, head + "\n[]"), (2, head + "\n" + head), (2, head + #"\#n{"path":"/a"}"#),
    (2, head + #"\#n{"path":"/a","before":{"reason":"none"}}"#),
    (2, head + #"\#n{"path":"/a","size":1,"fingerprint":"x","before":{"reason":"no-gps"}}"#),
    (2, head + #"\#n{"path":"/a","fingerprint":"1","before":{"reason":"no-gps"}}"#),
    (2, head + #"\#n{"path":"/a","aliases":[1],"before":{"reason":"no-gps"}}"#),
    (2, head + #"\#n{"path":"/a","aliases":[{}],"before":{"reason":"no-gps"}}"#),
    (
      2,
      head + #"\#n{"path":"/a","aliases":[{"fingerprint":"1"}],"before":{"reason":"no-gps"}}"#
    ),
    (2, head + #"\#n{"path":"/a","taken":1e99,"before":{"reason":"no-gps"}}"#),
    (2, head + #"\#n{"path":"/a","pathBytes":"%G","before":{"reason":"no-gps"}}"#),
    (2, head + #"\#n{"path":"/a","words":{},"before":{}}"#),
    (2, head + #"\#n{"path":"/a","words":{"set":{"keywords":["a"]}},"before":{}}"#),
    (2, head + #"\#n{"path":"/a","words":{"set":{"rating":6}},"before":{}}"#),
    (2, head + #"\#n{"path":"/a","words":{"add":{"people":"a"}},"before":{}}"#),
    (2, head + #"\#n{"path":"/a","words":{"set":{"title":"a"}},"before":{"rating":"x"}}"#),
    (
      2,
      head
        + #"\#n{"path":"/a","latitude":91,"longitude":1,"locationSource":"manual","before":{"reason":"no-gps"}}"#
    ),
    (
      2,
      head
        + #"\#n{"path":"/a","latitude":9,"longitude":1,"locationSource":"x","before":{"reason":"no-gps"}}"#
    ),
  ])
  func aBrokenLineIsNamed(line: Int, text: String) throws {
    let problem = #expect(throws: BrokenDocument.self) { try Self.acts(text) }
    #expect(problem?.line == line)
  }
}
