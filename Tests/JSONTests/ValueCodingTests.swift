import Foundation
import JSON
import Testing

/// Values of types that are decoded, compared with Foundation's coders.
@Suite struct ValueCodingTests {
  private struct Trip: Codable, Hashable {
    struct Stay: Codable, Hashable {
      var place: String?
      var nights: Int8
      var box: [Double]
    }
    enum Kind: String, Codable { case day, long }
    var id: String
    var kind: Kind
    var distance: Double
    var isOver: Bool?
    var stays: [Stay]
    var counts: [String: UInt64]
    var words: [[String?]]
    var more: JSONValue
  }

  private static let trip = Trip(
    id: "\u{1}\"\\ü🐎\n", kind: .long, distance: -1.5e-7, isOver: nil,
    stays: [.init(place: nil, nights: -3, box: [1, 2.5]), .init(place: "", nights: 127, box: [])],
    counts: ["a": 7, "ä": 0], words: [["x", nil], []],
    more: ["z": [1, 2.5, true, .null, "t"], "a": ["b": [:]]])

  @Test func whatIsEncodedIsDecodedHereAndByFoundation() throws {
    let value = try JSONValue(encoding: Self.trip)
    #expect(try value.decoded(as: Trip.self) == Self.trip)
    #expect(try JSONValue(parsing: value.bytes).decoded(as: Trip.self) == Self.trip)
    var foreign = try JSONDecoder().decode(Trip.self, from: Data(value.bytes))
    // Foundation does not keep the order of members.
    #expect(foreign.more["z"] == Self.trip.more["z"])
    foreign.more = Self.trip.more
    #expect(foreign == Self.trip)
    let encoded = Array(try JSONEncoder().encode(Self.trip))
    var back = try JSONValue(parsing: encoded).decoded(as: Trip.self)
    back.more = Self.trip.more
    #expect(back == Self.trip)
  }

  @Test func membersKeepTheirOrder() throws {
    let value = try JSONValue(encoding: Self.trip)
    #expect(
      value.members?.map(\.name) == ["id", "kind", "distance", "stays", "counts", "words", "more"])
    #expect(value["more"]?.members?.map(\.name) == ["z", "a"])
  }

  @Test(arguments: [
    (#"{}"#, "id is missing"), (#"[]"#, "the document is not an object"),
    (
      #"{"id":"a","kind":"long","distance":1,"stays":[{"nights":1,"box":[1,"2"]}]}"#,
      "stays[0].box[1] is not a number"
    ),
    (
      #"{"id":"a","kind":"long","distance":1,"stays":[{"nights":128,"box":[]}]}"#,
      "stays[0].nights is not a whole number"
    ),
    (#"{"id":"a","kind":"long","distance":1,"stays":{}}"#, "stays is not a list"),
    (#"{"id":null}"#, "id is not a text"),
  ])
  func aProblemNamesTheMember(text: String, reason: String) throws {
    #expect(throws: InputProblem(reason)) {
      try JSONValue(parsing: Array(text.utf8)).decoded(as: Trip.self)
    }
  }

  @Test func numbersThatJSONDoesNotHaveAreNull() throws {
    let value: JSONValue = [.number(.infinity), .number(.nan), .number(1e300), .whole(.min)]
    #expect(
      String(decoding: value.bytes, as: UTF8.self) == "[null,null,1e+300,-9223372036854775808]")
  }
}
