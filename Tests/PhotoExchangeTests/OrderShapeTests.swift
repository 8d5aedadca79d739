import Geography
import JSON
import Journeys
import Testing

@testable import PhotoExchange

/// The content of requests is read as its schema says.
@Suite struct OrderShapeTests {
  private struct Part: Sendable {
    static let shape = OrderShape(into: Part()) {
      OrderMember("size", .number(in: 0...9), \.size)
    }

    var size = 0.0
  }

  private struct Order: Sendable {
    static let shape = OrderShape("order", into: Order(), choice: \Order.day) {
      OrderMember("name", .text, \.name)
      OrderMember("born", .day, \.day)
      OrderMember("died", .day.orNull, \.day)
      OrderMember("parts", .list(of: .object(Part.shape) { $0.size }), \.sizes)
      OrderMember.position(\.position.longitude, \.position.latitude)
      OrderMember("kind", .word(["a", "b"]) { $0 }, \.kind)
      OrderMember("key", .actKey, \.key)
      OrderMember("photo", .photo, \.photo)
      OrderMember("isOpen", .truth, \.isOpen)
    }

    static let lenient = OrderShape(into: Order(), absent: [.null, false]) {
      OrderMember("name", .text, \.name)
      OrderMember("kind", .text, \.kind)
    }

    var name = ""
    var day: LocalDay?
    var sizes: [Double]?
    var position = OrderPosition()
    var kind, key: String?
    var photo: Int64?
    var isOpen: Bool?
  }

  private static func read(_ json: String) throws(InputProblem) -> Order {
    try Order.shape.read(Array(json.utf8))
  }

  @Test func theSchemaSaysWhichMembersAreOptionalOrNull() throws {
    let schema = Order.shape.schema
    #expect(schema["required"] == ["name"])
    let properties = try #require(schema["properties"])
    #expect(
      properties.members?.map(\.name) == [
        "name", "born", "died", "parts", "longitude", "latitude", "kind", "key", "photo", "isOpen",
      ])
    #expect(properties["died"] == ["type": "string", "format": "date", "nullable": true])
    #expect(properties["kind"] == ["type": "string", "enum": ["a", "b"]])
    #expect(properties["parts"] == ["type": "array", "items": Part.shape.schema])
    #expect(
      Part.shape.schema
        == [
          "type": "object", "properties": ["size": ["type": "number"]], "required": ["size"],
        ])
  }

  @Test func everyMemberIsRead() throws {
    let order = try Self.read(
      """
      {"name":"n","died":"2021-02-03","parts":[{"size":1},{"size":9}],"longitude":12.5,"latitude":-3,\
      "kind":"b","key":"k","photo":7.0,"isOpen":false}
      """)
    #expect(order.name == "n")
    #expect(order.day.map { "\($0)" } == "2021-02-03")
    #expect(order.sizes == [1, 9])
    #expect(try order.position.coordinate?.longitude == 12.5)
    #expect(order.kind == "b")
    #expect(order.key == "k")
    #expect(order.photo == 7)
    #expect(order.isOpen == false)
    let least = try Self.read(#"{"name":"n","born":"2021-02-03","died":null}"#)
    #expect(try least.position.coordinate == nil)
    #expect(least.sizes == nil)
  }

  @Test(arguments: [
    ("[]", "it is not a JSON object"), ("null", "it is not a JSON object"),
    (#"{"born":"2021-02-03"}"#, "name is missing"), (#"{"name":"n"}"#, "it has none of born, died"),
    (#"{"name":"n","died":null}"#, "it has none of born, died"),
    (#"{"name":"n","born":"2021-02-03","died":"2021-02-03"}"#, "died does not go with born"),
    (#"{"name":"n","name":"n"}"#, "name is given twice"),
    (#"{"died":null,"died":null}"#, "died is given twice"),
    (#"{"Name":"n"}"#, "there is no member \"Name\", only name, born, died, parts, longitude"),
    (#"{"name":null}"#, "name is not a text"), (#"{"name":7}"#, "name is not a text"),
    (#"{"born":null}"#, "born is not a date such as 2019-06-14"),
    (#"{"born":"2021-02-30"}"#, "born is not a date such as 2019-06-14"),
    (#"{"parts":{}}"#, "parts is not a list"), (#"{"parts":[]}"#, "parts: it is empty"),
    (#"{"parts":[{"size":1},7]}"#, "parts: element 2: it is not a JSON object"),
    (#"{"parts":[{"size":10}]}"#, "parts: element 1: size is not a number from 0 to 9"),
    (#"{"parts":[{"size":-1e999}]}"#, "parts: element 1: size is not a number from 0 to 9"),
    (#"{"parts":[{}]}"#, "parts: element 1: size is missing"),
    (#"{"longitude":"1"}"#, "longitude is not a number"),
    (#"{"kind":"c"}"#, "kind is not one of a, b"), (#"{"kind":1}"#, "kind is not one of a, b"),
    (#"{"key":""}"#, "key is not a text of 1 to 200 bytes"),
    (#"{"photo":1.5}"#, "photo is not the id of a photo"),
    (#"{"isOpen":1}"#, "isOpen is not true or false"),
  ])
  func whatIsWrongIsNamed(_ json: String, _ reason: String) {
    #expect { try Self.read(json) } throws: { error in
      (error as? InputProblem)?.reason.hasPrefix(reason) ?? false
    }
  }

  @Test func aKeyIsCountedInBytes() throws {
    func key(_ text: String) throws(InputProblem) -> String? {
      try Self.read(#"{"name":"n","born":"2021-02-03","key":"\#(text)"}"#).key
    }
    let longest = String(repeating: "ä", count: 100)
    #expect(try key(longest) == longest)
    #expect(throws: InputProblem.self) { try key(longest + "a") }
  }

  @Test(arguments: [
    #""longitude":1"#, #""latitude":1"#, #""longitude":1,"latitude":91"#,
    #""longitude":1e999,"latitude":1"#,
  ])
  func halfAPositionOrOneBeyondTheEarthIsNone(_ members: String) throws {
    let order = try Self.read(#"{"name":"n","born":"2021-02-03",\#(members)}"#)
    #expect(throws: InputProblem("longitude and latitude are not a position on Earth")) {
      try order.position.coordinate
    }
  }

  @Test func onlyOptionalMembersMayBeSaidToBeAbsent() throws {
    let order = try Order.lenient.read(["name": "n", "kind": false])
    #expect(order.kind == nil)
    #expect(throws: InputProblem("name is not a text")) {
      try Order.lenient.read(["name": .null])
    }
    #expect(throws: InputProblem("kind is not a text")) {
      try Order.lenient.read(["name": "n", "kind": true])
    }
  }
}
