internal import JSON
internal import Geography
internal import Glibc
public import Grid
internal import HTTPServer
public import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Sharing

struct ZoneRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/zones", id: "getZones", chapter: .sharing,
        summary: "The zones that hide their photos from guests, and one that is proposed",
        details: """
          A zone is a `circle` (latitude, longitude and radius in metres) or a `bbox`. With `coarse` its \
          photos are shown at positions that are rounded to cells of so many metres; without, they are \
          hidden. `proposal` is a circle around the place with photos of most days. Its centre is \
          shifted at random, because the middle of a gap would tell where the place is.
          """,
        formats: [.json("zones")], isOpenToOtherSites: false, example: "/zones",
        handler: .owners(zones)),
      Operation(
        method: .post, path: "/zones", id: "addZone", chapter: .sharing,
        summary: "Adds a zone, which applies to every guest from the next request on",
        details: "The members are those of a zone in the answer to GET, as text.",
        content: [Content(type: "application/json", schema: .schema("zoneOrder"))],
        responses: SharingRequest.responses(
          201, "The zone; a DELETE of `Location` removes it", schema: "zone"),
        isOpenToOtherSites: false, handler: .owners(add)),
      Operation(
        method: .delete, path: "/zones/{name}", id: "removeZone", chapter: .sharing,
        summary: "Removes a zone: guests see its photos again",
        parameters: [.zoneName],
        responses: [DocumentedResponse(status: 204, summary: "It is removed."), .notFound]
          + SharingRequest.refusals,
        isOpenToOtherSites: false, handler: .owners(remove)),
    ]
  }

  private func zones(_ call: Call, _ index: PhotoIndex) -> EventualResponse {
    .later {
      try SharingRequest.reporting(service) {
        let zones = try service.zones.entries()
        // Zones are listed also if the photos take too long to count.
        let home = try? index.read { try $0.mostVisitedSpot() }
        return .json(
          ZonesAnswer(
            zones: zones,
            proposal: home.map { ZoneProposal(around: $0.centre, days: $0.days) }))
      }
    }
  }

  private func add(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let members = try call.request.order(PrivacyZone.order.read)
    let zone = try PrivacyZone(
      name: members["name"] ?? "", circle: members["circle"], box: members["bbox"],
      coarse: members["coarse"])
    return .later {
      try SharingRequest.reporting(service) {
        guard try service.zones.add(zone) else {
          throw Problem(
            status: 409, detail: "There is a zone of that name already; choose another name."
          ).of(.nameTaken)
        }
        var response = Response.json(zone, status: 201)
        response.headers.append(
          "Location", "\(service.baseURL(call.request))/zones/\(zone.name.percentEncoded)")
        return response
      }
    }
  }

  private func remove(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let name = call.path["name"] ?? ""
    return .later {
      try SharingRequest.reporting(service) {
        guard try service.zones.remove(name) else {
          throw Problem.notFound("There is no zone of that name; it may be removed already.")
        }
        return Response(status: 204)
      }
    }
  }
}

struct ZonesAnswer: Answer {
  static let shape = AnswerShape<ZonesAnswer>("zones") {
    AnswerMember("zones") { $0.zones }
    AnswerMember("proposal") { $0.proposal }
  }

  let zones: [PrivacyZone]
  let proposal: ZoneProposal?
}

/// A zone as the API and the command line write it.
extension PrivacyZone: Answer {
  /// Its members.
  public static let shape = AnswerShape<PrivacyZone>("zone") {
    AnswerMember("name") { $0.name }
    AnswerMember("circle") { $0.areaText.kind == "circle" ? $0.areaText.value : nil }
    AnswerMember("bbox") { $0.areaText.kind == "circle" ? nil : $0.areaText.value }
    AnswerMember("coarse") { $0.coarseMetres }
  }

  /// The same as an owner asks for it.
  static let order = OrderShape<[String: String]>("zoneOrder", into: [:], absent: [.null, false]) {
    OrderMember.option("name", isOptional: false)
    OrderMember.option("circle")
    OrderMember.option("bbox")
    OrderMember.option("coarse", Double.schema)
  }
}

/// A circle that hides a place without being centred on it.
struct ZoneProposal: Answer {
  static let shape = AnswerShape<ZoneProposal> {
    AnswerMember("circle") { $0.circle }
    AnswerMember("days", .count) { $0.days }
  }

  private static let radius = 600.0

  /// How far its centre is from the place, in metres.
  private static let shift = 150.0...350.0

  /// The degrees of latitude in a metre.
  private static let degreesPerMetre = 1 / 111_320.0

  /// Latitude, longitude and radius, as `PrivacyZone` reads them.
  let circle: String

  /// How many days have photos of the place.
  let days: Int

  init(around place: Coordinate, days: Int) {
    var random = SystemRandomNumberGenerator()
    self.init(around: place, days: days, using: &random)
  }

  init(around place: Coordinate, days: Int, using random: inout some RandomNumberGenerator) {
    self.days = days
    let bearing = Double.random(in: 0..<2 * .pi, using: &random)
    let metres = Double.random(in: Self.shift, using: &random)
    let north = metres * cos(bearing) * Self.degreesPerMetre
    let width = max(0.01, cos(place.latitude * .pi / 180))
    let east = metres * sin(bearing) * Self.degreesPerMetre / width
    let latitude = min(90, max(-90, place.latitude + north))
    var longitude = place.longitude + east
    if abs(longitude) > 180 { longitude -= longitude > 0 ? 360 : -360 }
    circle = "\(Self.rounded(latitude)),\(Self.rounded(longitude)),\(Int(Self.radius))"
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}

extension IndexReader {
  /// The zoom at which a cell is about as wide as a block of houses.
  private static let blockZoom = 15

  /// How many of the densest cells are compared by their days.
  private static let candidates = 6

  /// The centre of the cell with photos of the most days, and how many days; nil without photos.
  func mostVisitedSpot() throws -> (centre: Coordinate, days: Int)? {
    var filter = PhotoFilter()
    while true {
      let found = try marks(filter, zoom: Self.blockZoom)
      let clusters = found.marks.compactMap { mark in
        if case .cluster(let cluster) = mark { cluster } else { nil }
      }
      let densest = clusters.sorted { $0.count > $1.count }.prefix(Self.candidates)
      let visited = try densest.map { cluster in
        var inside = PhotoFilter()
        inside.box = cluster.extent
        return (cluster, days: try days(inside, on: .local).buckets.count)
      }
      guard let (cluster, days) = visited.max(by: { $0.days < $1.days }), days > 1 else {
        return nil
      }
      // In a large library the cells of the world are wider than those of the block.
      guard found.zoom < Self.blockZoom, filter.box != cluster.extent else {
        return (cluster.centre, days)
      }
      filter.box = cluster.extent
    }
  }
}

extension Parameter {
  fileprivate static let zoneName = Parameter(
    "name", "The name of the zone.", ["type": "string"], location: .path, example: "home")
}
