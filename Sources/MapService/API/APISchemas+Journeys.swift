internal import JSON
internal import PhotoExchange

extension APISchemas {
  /// The schemas of homes and trips.
  static let ofJourneys: [JSONValue.Member] = [
    .of(CorrectedTrips.self),
    .of(TripAnswer.self),
    .of(HomesAnswer.self),
    .init(name: "tripOrder", value: order),
    .of(DiaryAnswer.self),
    .init(name: "diaryOrder", value: diaryOrder),
    .of(DiaryResult.self),
    .of(TripResult.self),
  ]

  private static let diaryOrder = object(
    ["day": date, "trip": date, "longitude": number, "latitude": number, "text": text],
    optional: ["day", "trip", "longitude", "latitude"])

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
