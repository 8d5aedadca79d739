internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import Thumbnails
internal import Query

// Parameters that several operations share. The ranges are those of the types that parse the values.
extension Parameter {
  /// The filters, the same for every operation that counts or lists photos.
  static let filters: [Parameter] = [
    bbox, datetime, datetimeLocal, month, camera, media, source, path, country, region, place, area,
    filter,
    filterLanguage, filterCRS,
  ]

  /// Which part of a listing, and in which order.
  static let paging: [Parameter] = [limit, offset, cursor, sortby]

  static let bbox = Parameter(
    "bbox",
    """
    Only photos in this box of degrees (CRS84): west, south, east, north, edges included. West \
    greater than east crosses the antimeridian. Six numbers (with heights, which are \
    ignored) are accepted too: west, south, lowest, east, north, highest.
    """,
    [
      "type": "array", "minItems": 4, "maxItems": 6,
      "items": ["type": "number"],
    ],
    isShared: true, example: [2.2, 48.8, 2.5, 48.9])

  static let datetime = Parameter(
    "datetime",
    """
    Only photos taken at this time: a year, a month or a date (all of it in UTC), a date-time, or two of \
    them with `/` between; an end that is `..` or missing is open. Undated photos never match. If \
    only the camera's clock is known, it is read as UTC.
    """,
    ["type": "string"], isShared: true, example: "2024-05-01T00:00:00Z/..")

  static let datetimeLocal = Parameter(
    "datetime-local",
    """
    Only photos whose camera showed this time (`takenAtLocal`): a date, a date-time without an \
    offset, or two of them with `/` between; an end that is `..` or missing is open. Undated photos \
    never match. If only the instant is known, it is compared as UTC.
    """,
    ["type": "string"], isShared: true, example: "2024-05-01/2024-05-07")

  static let month = Parameter(
    "month",
    """
    Only photos whose camera showed one of these months, in any year: `12,1,2`. Undated photos never \
    match. If only the instant is known, it is read as UTC.
    """,
    ["type": "string", "pattern": "^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$"], example: "12,1,2")

  static let camera = Parameter(
    "camera", "Only photos whose maker, model or lens contains this text, ignoring case.",
    ["type": "string", "minLength": 1], example: "aster")

  static let media = Parameter(
    "media", "Only images, only videos, or only files of a MIME type.",
    ["type": "string", "enum": .list(PhotoQuery.mediaNames.map(JSONValue.text))])

  static let source = Parameter(
    "source", "Only photos whose location is from this source.",
    ["type": "string", "enum": .list(LocationSource.allCases.map { .text($0.name) })])

  static let path = Parameter(
    "path",
    "Only photos whose path below the scanned folder matches this pattern in the syntax of SQLite's GLOB.",
    ["type": "string", "minLength": 1], example: "2024/*")

  static let country = Parameter(
    "country", "Only photos in this country: its code, or its name in any language.",
    ["type": "string", "minLength": 1], example: "FR")

  static let region = Parameter(
    "region", "Only photos in this state or province: its code, or its name in any language.",
    ["type": "string", "minLength": 1], example: "Bavaria")

  static let place = Parameter(
    "place", "Only photos of this place: GeoNames' number, or its name in any language.",
    ["type": "string", "minLength": 1], example: "Paris")

  static let area = Parameter(
    "area",
    "Only photos whose smallest polygon of the boundaries has this name; see `geoindex places --boundaries`.",
    ["type": "string", "minLength": 1], example: "Bavarian Forest")

  static let filter = Parameter(
    "filter",
    """
    Only photos for which this condition holds: CQL2 text over the properties that \
    `/collections/photos/queryables` lists.
    """,
    ["type": "string", "minLength": 1], isShared: true,
    example: "cameraMake IS NOT NULL AND NOT altitude > 2000")

  static let filterLanguage = Parameter(
    "filter-lang", "The language of `filter`.",
    ["type": "string", "enum": ["cql2-text"], "default": "cql2-text"], isShared: true)

  static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

  static let filterCRS = Parameter(
    "filter-crs", "The coordinate system of `filter`.",
    ["type": "string", "enum": [.text(crs84)], "default": .text(crs84)], isShared: true)

  static let sortby = Parameter(
    "sortby",
    """
    The order: by time, oldest or newest first, undated photos last; by default, by place. A cursor \
    belongs to its order.
    """,
    ["type": "string", "enum": ["takenAt", "-takenAt"]], isShared: true)

  static let limit = Parameter(
    "limit", "The number of photos on a page; greater numbers mean the maximum.",
    [
      "type": "integer", "minimum": 1, "maximum": .whole(Paging.maximum),
      "default": .whole(Paging.standard),
    ],
    isShared: true, example: 10)

  static let offset = Parameter(
    "offset", "How many photos to skip. Following `next` is faster.",
    ["type": "integer", "minimum": 0, "default": 0], isShared: true)

  static let cursor = Parameter(
    "cursor",
    "The position to continue from, taken from a `next` link; it may be used with another `limit`.",
    ["type": "string", "pattern": "^[0-9a-z]+(-[0-9a-z]+)+$"], isShared: true)

  static let properties = Parameter(
    "properties",
    """
    Only these properties: names separated by commas. An empty list gives positions only, \
    which is fastest. GPX and KML always have all properties that they support.
    """,
    [
      "type": "array",
      "items": ["type": "string", "enum": .list(PropertySelection.names.map(JSONValue.text))],
    ],
    isShared: true, example: ["filename", "takenAt"])

  static let photoID = Parameter(
    "id", "The number of the photo, which does not change when its file is moved.",
    ["type": "integer", "format": "int64", "minimum": 1], location: .path, example: 1)

  static let clusterID = Parameter(
    "cluster_id", "The `cluster_id` of a cluster.",
    ["type": "string", "pattern": "^[0-9]+-[0-9]+-[0-9]+$"], location: .path, example: "2-2-1")

  /// The choice of a format.
  static func format(_ formats: [Format]) -> Parameter {
    Parameter(
      "f", "The format of the response; by default, `Accept` decides.",
      ["type": "string", "enum": .list(formats.compactMap { $0.name.map(JSONValue.text) })])
  }
}
