internal import Geography
internal import Grid
internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

/// What a request for items of STAC asks for.
struct ItemSearch: Sendable {
  let fields: ItemFields
  private(set) var paging: Paging
  private let filter: PhotoFilter
  private let place: ViewedPlace?

  init(_ parameters: Parameters) throws {
    fields = parameters["fields"].map { ItemFields($0) } ?? .all
    paging = try parameters.paging(order: Self.order)
    var filter = try parameters.filter(in: .items)
    if let time = filter.time, time.from == nil, time.through == nil {
      throw Problem.badRequest("datetime has two open ends; give one of them, or leave it out.")
    }
    if let ids = parameters["ids"] {
      // The id of no photo is a text of another kind.
      let numbers = ids.split(separator: ",").compactMap { Int64($0) }
      filter.require(numbers.isEmpty ? .any([]) : .oneOf(.id, numbers.map { .integer($0) }))
    }
    if let collections = parameters["collections"],
      !collections.split(separator: ",").contains("photos")
    {
      filter.require(.any([]))
    }
    if let geometry = parameters["intersects"] {
      guard filter.box == nil else {
        throw Problem.badRequest("bbox and intersects exclude each other; give one of them.")
      }
      filter.require(try FilterJSON.intersects(geometry))
    }
    self.filter = filter
    place = try ViewedPlace(parameters)
  }

  /// The order, by the time alone.
  private static func order(_ text: String) throws -> PhotoOrder {
    // A plus sign in a query stands for a space.
    let isDescending = text.hasPrefix("-")
    let name =
      isDescending || text.hasPrefix("+") || text.hasPrefix(" ") ? text.dropFirst() : text[...]
    guard ItemSearch.times.contains(String(name)) else {
      throw QueryError("sortby", text, "is not properties.datetime or -properties.datetime")
    }
    return isDescending ? .newestFirst : .oldestFirst
  }

  static let times = ["properties.datetime", "datetime", "properties.takenAt", "takenAt"]

  /// The photos of a page.
  struct Page {
    var pins: [Pin]

    /// How many there are on all pages; nil if it is unknown.
    var matched: Int?

    var next: PageCursor?
  }

  func find(_ reader: VisibleReader) throws -> Page {
    if let place {
      return Page(pins: try place.photos(filter, limit: paging.limit, reader))
    }
    let page = try reader.pins(
      filter, in: paging.order, after: paging.cursor, skipping: paging.offset,
      limit: paging.limit)
    let isWhole = page.next == nil && paging.cursor == nil && paging.offset == 0
    return Page(
      pins: page.elements, matched: isWhole ? page.elements.count : try reader.count(filter),
      next: page.next)
  }
}

/// A place of which pictures are requested, in the way of Panoramax's API.
private struct ViewedPlace: Sendable {
  private let position: Coordinate
  private let metres: ClosedRange<Double>

  /// How far a photo may face away from the place.
  private let tolerance: Double

  /// The photos that are looked at, nearest first.
  private static let most = 1_000

  init?(_ parameters: Parameters) throws {
    let distance = parameters["place_distance"] ?? "3-15"
    let ends = distance.split(separator: "-", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1], ends[1].isFinite else {
      throw QueryError("place_distance", distance, "is not a range of metres such as 3-15")
    }
    metres = ends[0]...ends[1]
    tolerance = Double(
      try parameters["place_fov_tolerance"].map {
        try PhotoQuery.whole("place_fov_tolerance", $0, in: 2...180)
      } ?? 30)
    guard let text = parameters["place_position"] else { return nil }
    guard let numbers = PhotoQuery.numbers(text), numbers.count == 2,
      let position = Coordinate(latitude: numbers[1], longitude: numbers[0])
    else { throw QueryError("place_position", text, "is not a longitude and a latitude") }
    self.position = position
  }

  /// The photos at that distance that face the place, or whose direction is unknown.
  func photos(_ filter: PhotoFilter, limit: Int, _ reader: VisibleReader) throws -> [Pin] {
    var pins: [Pin] = []
    for neighbour in try reader.nearest(
      to: position, count: Self.most, within: metres.upperBound, filter)
    where metres.contains(neighbour.line.distance) && pins.count < limit {
      let photo = try reader.photo(of: neighbour.pin, withNames: false)
      let direction = photo?.facts.place.location?.direction
      if direction.map({ faces($0, against: neighbour.line.bearing) }) ?? true {
        pins.append(neighbour.pin)
      }
    }
    return pins
  }

  /// Whether a photo looks back along the line that leads from the place to it.
  private func faces(_ direction: Double, against bearing: Double) -> Bool {
    let away = (direction - bearing).truncatingRemainder(dividingBy: 360)
    return abs(180 - abs(away)) <= tolerance
  }
}

/// The content of a search by POST.
struct SearchContent: Sendable {
  private let members: [JSONValue.Member]

  /// The same as parameters of GET.
  let parameters: [QueryItem]

  /// All names of members.
  static let names = Parameter.ofSearch.map(\.name)
    .filter { $0 != FilterParameter.view.name && $0 != Parameter.language.name }

  init(_ content: [UInt8]) throws {
    let json: JSONValue
    do throws(InputProblem) {
      json = try JSONValue(parsing: content)
    } catch {
      throw Problem.badRequest("The content must be a JSON object: \(error.reason).")
    }
    guard let members = json.members else {
      throw Problem.badRequest("The content must be a JSON object such as {\"limit\": 10}.")
    }
    self.members = members
    var parameters: [QueryItem] = []
    for member in members {
      if let schema = APISchemas.itemSearchMembers[member.name], !member.value.fits(schema) {
        throw Problem.badRequest(
          "\(member.name) has a value of another type; see /api.html, or leave it out.")
      }
      parameters.append(QueryItem(name: member.name, value: try Self.text(member)))
    }
    if json["filter"]?.members != nil || json["filter"]?.truth != nil, json["filter-lang"] == nil {
      parameters.append(QueryItem(name: "filter-lang", value: "cql2-json"))
    }
    self.parameters = parameters
  }

  /// The content of the request for the next page.
  func continued(at cursor: String) -> JSONValue {
    let rest = members.filter { $0.name != "cursor" && $0.name != "offset" }
    return .object(rest + [.init(name: "cursor", value: .text(cursor))])
  }

  /// A value as that of a parameter.
  private static func text(_ member: JSONValue.Member) throws -> String {
    switch (member.name, member.value) {
    case ("sortby", .list(let fields)):
      return try fields.map { field in
        let direction = field["direction"]?.text ?? "asc"
        guard let name = field["field"]?.text, ["asc", "desc"].contains(direction) else {
          throw Problem.badRequest(
            "sortby is a list such as [{\"field\": \"properties.datetime\", \"direction\": \"desc\"}]."
          )
        }
        return (direction == "desc" ? "-" : "") + name
      }.joined(separator: ",")
    case ("fields", .object):
      func names(_ list: String, _ sign: String) throws -> [String] {
        guard let value = member.value[list], value != .null else { return [] }
        guard value.fits(["type": "array", "items": APISchemas.text]) else {
          throw Problem.badRequest(
            "fields has something else than names; write it as {\"include\": [\"id\"]}.")
        }
        return (value.elements ?? []).compactMap(\.text).map { sign + $0 }
      }
      let excluded = try names("exclude", "-")
      // A list of exclusions alone excludes from everything, and one beside an empty list from the least parts.
      let isAlone = member.value["include"] == nil && !excluded.isEmpty
      let included = try isAlone ? ["*"] : names("include", "")
      return (included + excluded).joined(separator: ",")
    case (_, .list(let elements)):
      return elements.map(\.shown).joined(separator: ",")
    default: return member.value.shown
    }
  }
}

extension Parameter {
  /// The filters of items: those of photos, with the names of STAC.
  private static let itemFilters =
    filters.filter { !["filter", "filter-lang"].contains($0.name) } + [
      itemFilter, itemFilterLanguage,
    ]

  private static let itemPaging = [limit, cursor, itemOrder, fields]

  /// The parameters of the items of the collection.
  static let ofItems = itemFilters + itemPaging + [language]

  /// The parameters of a search.
  static let ofSearch =
    [ids, collections, geometry] + itemFilters + itemPaging
    + [placePosition, placeDistance, placeTolerance, language]

  private static let itemFilter = Parameter(
    "filter",
    "Only photos for which this condition holds: CQL2 over the names that `/stac/queryables` lists.",
    ["type": "string", "minLength": 1], example: "datetime > TIMESTAMP('2024-01-01T00:00:00Z')")

  private static let itemFilterLanguage = Parameter(
    "filter-lang", "The language of `filter`.",
    ["type": "string", "enum": ["cql2-text", "cql2-json"], "default": "cql2-text"])

  private static let itemOrder = Parameter(
    "sortby",
    "The order: by time, oldest or newest first, undated photos last; by default, by place.",
    [
      "type": "string",
      "enum": .list(ItemSearch.times.flatMap { [$0, "-" + $0] }.map(JSONValue.text)),
    ], example: "-properties.datetime")

  private static let fields = Parameter(
    "fields",
    "Only these parts of items, separated by commas; `*` is everything, and `-` excludes. The most specific one decides.",
    ["type": "string"], example: "properties.title,-links")

  private static let ids = Parameter(
    "ids", "Only the photos with these ids, separated by commas.", ["type": "string"],
    example: "1,2,3")

  private static let collections = Parameter(
    "collections", "Only photos of these collections; there is one, `photos`.",
    ["type": "string"], example: "photos")

  private static let geometry = Parameter(
    "intersects",
    "Only photos in this geometry of GeoJSON, edges included; of any type. Excludes `bbox`.",
    ["type": "string", "minLength": 1],
    example: "{\"type\":\"Point\",\"coordinates\":[2.2916,48.8568]}")

  private static let placePosition = Parameter(
    "place_position",
    """
    Only photos that show this longitude and latitude, by their distance and direction, nearest first. The response is \
    one page of the thousand nearest.
    """,
    ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]],
    example: [2.2945, 48.8584])

  private static let placeDistance = Parameter(
    "place_distance",
    "With `place_position`, the least and the greatest distance from it in metres.",
    ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?-[0-9]+(\\.[0-9]+)?$", "default": "3-15"],
    example: "0-500")

  private static let placeTolerance = Parameter(
    "place_fov_tolerance",
    "With `place_position`, how many degrees a photo may face away from it, if its direction is known.",
    ["type": "integer", "minimum": 2, "maximum": 180, "default": 30])
}

extension JSONValue {
  /// Whether the value has the type that a schema declares, and its elements those of their schema.
  fileprivate func fits(_ schema: JSONValue) -> Bool {
    switch schema["type"]?.text {
    case "string": text != nil
    case "integer": whole != nil
    case "number": number != nil
    case "boolean": truth != nil
    case "object": members != nil
    case "array":
      elements?.allSatisfy { element in schema["items"].map { element.fits($0) } ?? true } ?? false
    default: true
    }
  }
}
