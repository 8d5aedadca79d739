internal import JSON
internal import PhotoExchange
internal import PhotoFacts

extension APISchemas {
  /// The schemas of what people write about photos.
  static let ofWords: [JSONValue.Member] = [
    .of(WordsAnswer.self),
    .init(name: "wordsOrder", value: wordsOrder),
    .init(name: "wordsResult", value: ChangeResult.shape.schema),
    .init(name: "keywords", value: NamesAnswer.shape("keywords").schema),
    .init(name: "people", value: NamesAnswer.shape("people").schema),
  ]

  /// What a part of a change of words may be.
  static func wordsChange(_ part: WordsChange.Part) -> JSONValue {
    part == .set ? settable : nameLists
  }

  private static let settable = object(
    .object(
      WordsChange.settable.map { property in
        let member = PropertySchema.openAPIMember(property)
        return .init(name: member.name, value: member.value.adding("nullable", true))
      }), optional: WordsChange.settable.map(\.name))

  private static let nameLists = object(
    .object(WordsChange.lists.map(PropertySchema.openAPIMember)),
    optional: WordsChange.lists.map(\.name))

  private static let renamings = object(
    .object(
      WordsChange.lists.map { property in
        .init(name: property.name, value: ["type": "object", "additionalProperties": text])
      }), optional: WordsChange.lists.map(\.name))

  private static let wordsOrder = object(
    JSONValue.object([.init(name: "photos", value: list(whole))])
      .adding(WordsChange.Part.allCases.map { .init(name: $0.rawValue, value: wordsChange($0)) })
      .adding("rename", renamings).adding("key", actKey),
    optional: ["photos", "set", "add", "remove", "rename", "key"])
}
