internal import JSON

// Rooms and their messages.
extension APISchemas {
  static let ofRooms: [JSONValue.Member] = [
    .init(name: "rooms", value: object(["rooms": list(.schema("room"))])),
    .init(name: "room", value: room),
    .init(name: "roomMember", value: roomMember),
    .init(name: "roomView", value: view),
    .init(name: "roomOrder", value: roomOrder),
    .init(name: "roomMessage", value: roomMessage),
    .init(name: "roomResult", value: object(["id": count])),
  ]

  private static let flag: JSONValue = ["type": "boolean"]

  private static let room = object(
    [
      "id": text, "name": text, "by": text, "opened": moment, "leader": count,
      "view": .schema("roomView"), "members": list(.schema("roomMember")),
    ], optional: ["name", "by", "leader", "view"])

  private static let roomMember = object(
    [
      "member": count, "name": text, "colour": text, "guest": flag, "creator": flag, "away": flag,
      "view": .schema("roomView"),
    ], optional: ["away", "view"])

  private static let view = object([
    "longitude": number, "latitude": number, "zoom": number, "bearing": number,
  ])

  private static let place: [JSONValue.Member] = [
    .init(name: "longitude", value: number), .init(name: "latitude", value: number),
    .init(name: "zoom", value: number), .init(name: "bearing", value: number),
  ]

  private static let roomOrder: JSONValue = [
    "type": "object", "properties": .object([.init(name: "name", value: text)] + place),
  ]

  private static let roomMessage = object(
    .object(
      [
        .init(name: "member", value: count), .init(name: "key", value: text),
        .init(
          name: "kind",
          value: ["type": "string", "enum": ["text", "view", "point", "photo", "lead", "leave"]]),
        .init(name: "text", value: text), .init(name: "photo", value: whole),
        .init(name: "lead", value: flag),
      ] + place),
    optional: ["text", "photo", "lead", "longitude", "latitude", "zoom", "bearing"])
}
