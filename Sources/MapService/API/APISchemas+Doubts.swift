internal import JSON
internal import PhotoFacts

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

  private static let reason: JSONValue = [
    "type": "string", "enum": .list(DoubtReason.allCases.map { .text($0.rawValue) }),
  ]

  private static let doubt = object(
    [
      "id": whole, "path": text, "filename": text, "longitude": number, "latitude": number,
      "reason": reason, "evidence": text,
      "suggestion": ["type": "array", "minItems": 2, "maxItems": 2, "items": number],
      "device": text,
    ], optional: ["suggestion", "device"])
}
