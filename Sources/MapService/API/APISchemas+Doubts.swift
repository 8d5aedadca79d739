internal import JSON
internal import PhotoFacts
internal import Plausibility

extension APISchemas {
  /// The schemas of doubts about positions.
  static let ofDoubts: [JSONValue.Member] = [
    .init(
      name: "doubts",
      value: object([
        "numberMatched": count, "numberReturned": count,
        "reasons": list(object(["reason": reason, "count": count])),
        "devices": list(object(["device": text, "count": count])),
        "doubts": list(doubt),
        "flights": list(object(["flight": text, "photos": list(whole)])),
        "acts": list(
          object([
            "act": whole, "made": moment, "by": text, "photos": count, "undone": count,
            "undoes": count,
          ])),
      ])),
    .init(
      name: "doubtOrder",
      value: object(
        [
          "photos": list(whole), "accept": ["type": "boolean", "enum": [true]],
          "correct": ["type": "string", "enum": ["suggestion"]], "key": actKey,
        ], optional: ["accept", "correct", "key"])),
    .init(name: "doubtResult", value: object(["id": whole, "photos": count])),
  ]

  private static let reason = word(DoubtReason.allCases.map(\.rawValue))

  /// The values of the evidence, which depend on the finding.
  private static let facts = Evidence.Fact.allCases.map { fact in
    JSONValue.Member(name: fact.rawValue, value: fact.words.map(word) ?? whole)
  }

  private static let doubt = object(
    JSONValue.object(
      [
        .init(name: "id", value: whole), .init(name: "path", value: text),
        .init(name: "filename", value: text), .init(name: "longitude", value: number),
        .init(name: "latitude", value: number), .init(name: "reason", value: reason),
        .init(name: "evidence", value: text),
        .init(name: "finding", value: word(Evidence.Finding.allCases.map(\.rawValue))),
      ] + facts + [
        .init(
          name: "suggestion",
          value: ["type": "array", "minItems": 2, "maxItems": 2, "items": number]),
        .init(name: "device", value: text),
      ]), optional: facts.map(\.name) + ["suggestion", "device"])

  private static func word(_ words: [String]) -> JSONValue {
    ["type": "string", "enum": .list(words.map(JSONValue.text))]
  }
}
