internal import JSON

// Visitors, links, zones and saved views.
extension APISchemas {
  static let ofSharing: [JSONValue.Member] = [
    .init(name: "visitor", value: visitor),
    .init(name: "shares", value: shares),
    .init(name: "share", value: share),
    .init(name: "shareOrder", value: ["type": "object", "properties": shareTerms]),
    .init(name: "zones", value: zones),
    .init(name: "zone", value: zone),
    .init(name: "zoneOrder", value: zone),
    .init(name: "savedViews", value: savedViews),
    .init(name: "savedView", value: savedView),
    .init(name: "savedViewOrder", value: savedViewOrder),
  ]

  private static let visitor = object(
    [
      "role": ["type": "string", "enum": ["owner", "editor", "viewer", "guest"]], "name": text,
      "scope": scope, "by": text, "expires": moment, "precision": number,
      "users": ["type": "boolean"], "session": ["type": "boolean"],
    ], optional: ["name", "scope", "by", "expires", "precision", "users", "session"])

  private static let scope = object(
    ["path": list(text), "area": list(text), "bbox": list(text), "keyword": list(text)],
    optional: ["path", "area", "bbox", "keyword"])

  private static let yes: JSONValue = ["type": "string", "enum": ["yes"]]

  private static let shareTerms: JSONValue = [
    "bbox": text, "datetime": text, "path": text, "precision": text, "paths": yes,
    "no-names": yes, "no-words": yes, "trip": text, "no-times": yes, "diary": yes, "expires": text,
    "filter": ["type": "string", "maxLength": 2048],
  ]

  private static let shares = object([
    "asksForPassword": ["type": "boolean"], "shares": list(.schema("share")),
  ])

  private static let share = object(
    [
      "id": text, "expires": moment, "bbox": text, "by": text, "datetime": text, "no-names": yes,
      "no-words": yes, "no-times": yes, "diary": yes, "path": text, "paths": yes, "precision": text,
      "trip": text, "filter": text,
      "url": text, "photos": count,
    ],
    optional: [
      "bbox", "by", "datetime", "no-names", "no-words", "no-times", "diary", "path", "paths",
      "precision", "trip", "filter",
    ])

  private static let zones = object(
    ["zones": list(.schema("zone")), "proposal": object(["circle": text, "days": count])],
    optional: ["proposal"])

  private static let zone = object(
    ["name": text, "circle": text, "bbox": text, "coarse": number],
    optional: ["circle", "bbox", "coarse"])

  private static let savedViews = object(["views": list(.schema("savedView"))])

  private static let savedView = object(
    ["name": text, "filters": filters, "address": text], optional: ["address"])

  private static let savedViewOrder = object(
    ["name": text, "filters": filters, "address": text], optional: ["name", "address"])

  private static let filters: JSONValue = ["type": "object", "additionalProperties": text]
}
