internal import JSON

extension APISchemas {
  /// The schemas of homes and trips.
  static let ofJourneys: [JSONValue.Member] = [
    .init(
      name: "trips",
      value: object([
        "trips": list(.schema("trip")), "dayTrips": list(.schema("trip")), "acts": list(act),
      ])),
    .init(name: "trip", value: trip),
    .init(name: "homes", value: object(["homes": list(home)])),
    .init(name: "tripOrder", value: order),
    .init(
      name: "diary",
      value: object([
        "entries": list(entry),
        "acts": list(
          object([
            "act": whole, "made": moment, "by": text, "entries": list(entry), "undone": count,
            "undoes": count,
          ])),
      ])),
    .init(name: "diaryOrder", value: diaryOrder),
    .init(name: "diaryResult", value: object(["id": whole])),
    .init(name: "tripResult", value: object(["id": whole, "correction": text])),
  ]

  private static let act = object([
    "act": whole, "made": moment, "by": text, "corrections": list(text), "undone": count,
    "undoes": count,
  ])

  /// `html` is the text, whose Markdown is a small part of the usual one.
  private static let entry = object(
    [
      "day": date, "trip": date, "to": date, "longitude": number, "latitude": number, "text": text,
      "html": text,
    ], optional: ["day", "trip", "to", "longitude", "latitude"])

  private static let diaryOrder = object(
    ["day": date, "trip": date, "longitude": number, "latitude": number, "text": text],
    optional: ["day", "trip", "longitude", "latitude"])

  private static let date: JSONValue = ["type": "string", "format": "date"]

  private static let trip = object(
    [
      "id": date, "name": text, "from": date, "to": date, "days": count, "nights": count,
      "photos": count, "countries": list(text), "countryCodes": list(text), "places": list(text),
      "longitude": number, "latitude": number, "distance": count, "farthest": count, "bbox": box,
      "cover": whole, "home": text, "homeSince": date, "isMade": ["type": "boolean"],
      "reason": text, "stays": list(stay),
    ],
    optional: [
      "longitude", "latitude", "bbox", "cover", "home", "homeSince", "isMade", "stays",
    ])

  private static let stay = object(
    [
      "date": date, "place": text, "country": text, "longitude": number, "latitude": number,
      "photos": count, "isNight": ["type": "boolean"],
    ], optional: ["place", "country"])

  private static let home = object(
    [
      "place": text, "longitude": number, "latitude": number, "from": date,
      "to": date.adding("nullable", true), "days": count, "nights": count, "radius": count,
      "reason": text,
    ], optional: ["place"])

  private static let position: JSONValue = [
    "longitude": number, "latitude": number, "from": date, "to": date.adding("nullable", true),
  ]

  private static let order = object(
    [
      "rename": date, "name": text.adding("nullable", true), "merge": list(date), "split": date,
      "at": date, "dismiss": date,
      "make": object(
        ["from": date, "to": date, "name": text.adding("nullable", true)],
        optional: ["to", "name"]),
      "home": object(position.adding("radius", number), optional: ["to", "radius"]),
      "notHome": object(position, optional: ["to"]),
    ],
    optional: [
      "rename", "name", "merge", "split", "at", "dismiss", "make", "home", "notHome",
    ])
}
