internal import Grid
internal import JSON
internal import PhotoExchange
internal import Query
internal import Sharing

// Visitors, links, zones and saved views.
extension APISchemas {
  static let ofSharing: [JSONValue.Member] = [
    .of(VisitorAnswer.self),
    .of(SharesAnswer.self),
    .of(ShareAnswer.self),
    .init(name: "shareOrder", value: ["type": "object", "properties": shareTerms]),
    .of(ZonesAnswer.self),
    .of(PrivacyZone.self),
    .init(name: "zoneOrder", value: PrivacyZone.shape.schema),
    .of(ViewsAnswer.self),
    .of(SavedView.self),
    .init(name: "savedViewOrder", value: savedViewOrder),
  ]

  private static let shareTerms: JSONValue = [
    "bbox": text, "datetime": text, "path": text, "precision": text, "paths": ShareTerms.yes,
    "no-names": ShareTerms.yes, "no-words": ShareTerms.yes, "trip": text,
    "no-times": ShareTerms.yes, "diary": ShareTerms.yes, "expires": text,
    "filter": ["type": "string", "maxLength": 2048],
  ]

  private static let savedViewOrder = object(
    ["name": text, "filters": SavedView.filters, "address": text], optional: ["name", "address"])
}
