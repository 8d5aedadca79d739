import JSON
import Testing

@testable import PhotoExchange

/// Answers of the API are written as their schemas say.
@Suite struct AnswerShapeTests {
  private struct Part: Answer {
    static let shape = AnswerShape<Part>("part") { AnswerMember("name") { $0.name } }

    let name: String
  }

  private struct Whole: Answer {
    static let shape = AnswerShape<Whole> {
      AnswerMember("count", .count) { $0.parts.count }
      AnswerMember("remark") { $0.remark }
      AnswerMember(nullable: "until", .date) { $0.until }
      AnswerMember("parts") { $0.parts }
      AnswerMember("same", each: Part.shape) { $0.parts }
      AnswerMember.all(of: Part.shape) { _ in Part(name: "inner") }
    }

    var parts: [Part]
    var remark: String?
    var until: String?
  }

  private func text(_ answer: some Answer) -> String {
    String(decoding: answer.bytes, as: UTF8.self)
  }

  @Test func membersWithoutValuesAreAbsentOrNull() {
    #expect(
      text(Whole(parts: [])) == #"{"count":0,"until":null,"parts":[],"same":[],"name":"inner"}"#)
    let full = Whole(parts: [Part(name: "a\"")], remark: "r", until: "2024-01-02")
    #expect(
      text(full)
        == #"{"count":1,"remark":"r","until":"2024-01-02","parts":[{"name":"a\""}],"same":[{"name":"a\""}],"name":"inner"}"#
    )
  }

  @Test func theSchemaSaysWhichMembersAreOptionalOrNull() throws {
    let schema = Whole.shape.schema
    #expect(
      schema["required"]
        == .list(["count", "until", "parts", "same", "name"].map(JSONValue.text)))
    let properties = try #require(schema["properties"])
    #expect(
      properties.members?.map(\.name) == ["count", "remark", "until", "parts", "same", "name"])
    #expect(properties["until"]?["nullable"] == .truth(true))
    #expect(properties["count"]?["minimum"] == .whole(0))
    #expect(properties["remark"] == ["type": "string"])
    // An answer whose schema has a name is referred to by it.
    #expect(properties["parts"]?["items"] == .schema("part"))
    #expect(properties["same"]?["items"] == Part.shape.schema)
  }
}
