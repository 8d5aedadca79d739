import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONWalkTests {
  /// All values of a document with their paths, as the walk gives them.
  private func walk(_ document: String) -> [String]? { values(JSONWalk(Array(document.utf8))) }

  private func values(_ walk: JSONWalk) -> [String]? {
    var walk = walk
    var found: [String] = []
    while let event = walk.next() {
      if case .value(let value) = event { found.append("\(walk.names) \(value)") }
    }
    return walk.isWhole ? found : nil
  }

  @Test(arguments: [
    "", "{", "[", "{]", "[}", "[1,]", "{\"a\":1,}", "{\"a\"}", "{1:2}", "[1 2]", "{,}", "[,1]",
    "1 2", "[1]]", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "01x", "tru", "[\"\u{1}\"]",
    "{\"a\":}", "-", "[-]", "[{},,{}]", "{\"a\":{}\"b\":1}",
  ])
  func invalidJSONIsNotWhole(document: String) {
    #expect(walk(document) == nil)
  }

  @Test(
    arguments: [
      ("{}", []), ("[]", []), ("[[],{},[{}]]", []), (" 1 ", ["[] number(1.0)"]),
      ("\u{FEFF}[1e400]", ["[\"\"] word(\"1e400\")"]),
      ("\"\\ud83d\\u0041\\ud83d\\ude00\\ud83d\"", ["[] text(\"\u{FFFD}A😀\u{FFFD}\")"]),
      (
        "{\"a\":{\"b\":[true,{\"c\":null}]},\"d\":\"\\u00e9\\ud83d\\ude00\\n\"}",
        [
          "[\"a\", \"b\", \"\"] word(\"true\")",
          "[\"a\", \"b\", \"\", \"c\"] word(\"null\")", "[\"d\"] text(\"é😀\\n\")",
        ]
      ),
    ] as [(String, [String])])
  func valuesComeWithTheNamesThatLeadToThem(document: String, values: [String]) {
    #expect(walk(document) == values)
  }

  @Test func randomDocumentsAreAcceptedExactlyWherePythonAcceptsThem() throws {
    var random = SeededRandom(seed: 20_261_121)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u0041\"", "1", "-2.5e3", "true", "null", " ",
    ]
    let documents = (0..<60_000).map { _ in
      let count = Int.random(in: 1...9, using: &random)
      return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    let folder = try TemporaryDirectory()
    try Data(documents.joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: folder.file("documents")))
    let judge = """
      import json, sys
      def ok(text):
        try: json.loads(text)
        except ValueError: return "0"
        return "1"
      print("".join(ok(line.rstrip("\\n")) for line in open(sys.argv[1])))
      """
    let answer = try Program.run("python3", ["-c", judge, folder.file("documents")])
    let verdicts = answer.output.filter { $0 == "0" || $0 == "1" }
    #expect(verdicts.count == documents.count)
    #expect(verdicts.contains("1"))
    for (document, verdict) in zip(documents, verdicts) {
      #expect((walk(document) != nil) == (verdict == "1"), "\(document)")
    }
  }

  @Test func objectsAndListsBeginAndEndAtTheirNames() {
    var walk = JSONWalk(Array("{\"a\":[{\"b\":1}],\"c\":{}}".utf8))
    var events: [String] = []
    while let event = walk.next() { events.append("\(event) \(walk.names)") }
    #expect(
      events == [
        "start []", "start [\"a\"]", "start [\"a\", \"\"]",
        "value(JSON.JSONWalk.Value.number(1.0)) [\"a\", \"\", \"b\"]", "end [\"a\", \"\"]",
        "end [\"a\"]", "start [\"c\"]", "end [\"c\"]", "end []",
      ])
    #expect(walk.isWhole)
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func valuesDoNotDependOnThePieces(length: Int) {
    let document = """
      \u{FEFF}{"a": {"b": [true, {"c": null, "l\\u0041ng": "\\ud83d\\ude00 and more"}]},
       "d": -12.5e3, "e": [[], {}, "\\\\"]}
      """
    var rest = Array(document.utf8)[...]
    let pieces = JSONWalk(reading: {
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    })
    #expect(values(pieces) == walk(document))
    #expect(walk(document) != nil)
  }

  @Test func anErrorOfTheSourceEndsTheWalk() {
    struct Failed: Error {}
    var isFirst = true
    var walk = JSONWalk(reading: {
      defer { isFirst = false }
      guard isFirst else { throw Failed() }
      return Array("[1".utf8)
    })
    while walk.next() != nil {}
    #expect(walk.failure is Failed)
    #expect(!walk.isWhole)
  }

  @Test func longTextIsTruncated() {
    let text = String(repeating: "a", count: 1 << 20)
    var walk = JSONWalk(Array("\"\(text)\"".utf8))
    guard case .value(.text(let read)) = walk.next() else {
      Issue.record("no text")
      return
    }
    #expect(read.utf8.count == JSONWalk.longestText)
  }

  @Test func deepAndLongDocumentsEnd() {
    #expect(walk(String(repeating: "[", count: 1 << 20)) == nil)
    #expect(walk(String(repeating: "{\"a\":", count: 1 << 18)) == nil)
    #expect(walk("[" + String(repeating: "1,", count: 1 << 19) + "1]")?.count == 1 << 19 + 1)
  }
}
