internal import JSON
internal import PhotoExchange
internal import Rooms

// Rooms and their messages.
extension APISchemas {
  static let ofRooms: [JSONValue.Member] = [
    .of(RoomsAnswer.self),
    .of(RoomAnswer.self),
    .of(MemberAnswer.self),
    .of(RoomView.self),
    .init(name: "roomOrder", value: roomOrder),
    .init(name: "roomMessage", value: roomMessage),
    .of(RoomResult.self),
  ]

  private static let flag: JSONValue = ["type": "boolean"]

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
