internal import JSON
internal import PhotoExchange

extension APISchemas {
  /// The schemas of doubts about positions.
  static let ofDoubts: [JSONValue.Member] = [
    .of(DoubtPage.self),
    .init(
      name: "doubtOrder",
      value: object(
        [
          "photos": list(whole), "accept": ["type": "boolean", "enum": [true]],
          "correct": ["type": "string", "enum": ["suggestion"]], "key": actKey,
        ], optional: ["accept", "correct", "key"])),
    .init(name: "doubtResult", value: ChangeResult.shape.schema),
  ]
}
