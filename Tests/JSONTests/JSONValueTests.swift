import Foundation
import JSON
import TestSupport
import Testing

/// Small documents, compared with Foundation.
@Suite struct JSONValueTests {
  @Test(arguments: 0..<200 as Range<UInt64>) func aDocumentIsReadAsFoundationReadsIt(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let document = Self.document(&random, depth: 4)
    let bytes = try JSONSerialization.data(withJSONObject: document, options: .fragmentsAllowed)
    let value = try JSONValue(parsing: Array(bytes))
    #expect(
      NSDictionary(object: Self.object(value), forKey: "a" as NSString)
        == NSDictionary(object: document, forKey: "a" as NSString))
  }

  private static func document(_ random: inout SeededRandom, depth: Int) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return NSNull()
    case 1: return Bool.random(using: &random)
    case 2: return Int.random(in: -1 << 52...1 << 52, using: &random)
    case 3: return Double.random(in: -1e6...1e6, using: &random)
    case 4: return ["", "a", "é\n\"\\/\u{1}", "😀\u{FFFD}"].randomElement(using: &random) ?? ""
    case 5:
      return (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        document(&random, depth: depth - 1)
      }
    default:
      return Dictionary(
        uniqueKeysWithValues: (0..<Int.random(in: 0..<4, using: &random)).map {
          ("\($0)\"é", document(&random, depth: depth - 1))
        })
    }
  }

  private static func object(_ value: JSONValue) -> Any {
    switch value {
    case .text(let text): text
    case .whole(let number): number
    case .number(let number): number
    case .truth(let truth): truth
    case .null: NSNull()
    case .list(let elements): elements.map(object)
    case .object(let members):
      Dictionary(uniqueKeysWithValues: members.map { ($0.name, object($0.value)) })
    }
  }

  @Test func numbersKeepTheirKindAndTheirSize() throws {
    let value = try JSONValue(
      parsing: Array("[1, 1.0, 1.5, -2e3, 1e999, -1e999, 9223372036854775807]".utf8))
    #expect(
      value == [
        1, 1, 1.5, -2000, .number(.infinity), .number(-.infinity), .whole(Int(Int64.max)),
      ])
    #expect(value.elements?.last?.whole == Int.max)
    #expect(value.elements?[4].whole == nil)
  }

  @Test func ofTwoMembersOfANameTheLastCounts() throws {
    let value = try JSONValue(parsing: Array(#"{"a": 1, "b": null, "a": 2}"#.utf8))
    #expect(value["a"] == 2)
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(value.members?.count == 3)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "nul", "nullx", "01", "+1", "1.",
    ".5",
    "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"", "1 1", "[1]]", " \u{FEFF}1", "\u{FEFF}",
  ])
  func whatIsNotJSONIsRefused(text: String) {
    #expect(throws: InputProblem.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try JSONValue(parsing: Array("\u{FEFF} {}".utf8)) == [:])
  }

  @Test func textThatIsNotUTF8IsRefused() {
    #expect(throws: InputProblem.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
  }

  @Test func nestingIsLimited() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONValue(parsing: nested(64))
    #expect(throws: InputProblem.self) { try JSONValue(parsing: nested(65)) }
    #expect(throws: InputProblem.self) { try JSONValue(parsing: nested(1_000_000)) }
  }
}
