internal import JSON
internal import PhotoExchange
internal import PhotoFacts

extension APISchemas {
  /// The schemas of what people write about photos.
  static let ofWords: [JSONValue.Member] = [
    .init(name: "words", value: words),
    .init(name: "wordsOrder", value: wordsOrder),
    .init(name: "wordsResult", value: object(["id": whole, "photos": count])),
    .init(
      name: "keywords", value: object(["numberMatched": count, "keywords": list(namedPhotos)])),
    .init(name: "people", value: object(["numberMatched": count, "people": list(namedPhotos)])),
  ]

  private static let namedPhotos = object(
    [
      "name": text, "above": text, "count": count, "unlocated": count, "cover": whole,
      "from": moment, "to": moment,
    ], optional: ["above", "unlocated", "from", "to"])

  private static let wordsChange: JSONValue = [
    "set": object(
      .object(
        WordsChange.settable.map { property in
          let member = PropertySchema.openAPIMember(property)
          return .init(name: member.name, value: member.value.adding("nullable", true))
        }), optional: WordsChange.settable.map(\.name)),
    "add": nameLists, "remove": nameLists,
  ]

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
      .adding(wordsChange.members ?? []).adding("rename", renamings).adding("key", actKey),
    optional: ["photos", "set", "add", "remove", "rename", "key"])

  private static let words = object(
    [
      "numberMatched": count,
      "acts": list(
        object(
          JSONValue.object([
            .init(name: "act", value: whole), .init(name: "made", value: moment),
            .init(name: "by", value: text), .init(name: "photos", value: count),
            .init(name: "undone", value: count), .init(name: "undoes", value: count),
          ]).adding(wordsChange.members ?? []), optional: ["set", "add", "remove"])),
      "shown": ["type": "object"], "file": ["type": "object"],
    ], optional: ["shown", "file"])
}
