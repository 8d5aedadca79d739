internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import Thumbnails
internal import Query

// Parameters that several operations share. The ranges are those of the types that parse the values.
extension Parameter {
  /// The filters, the same for every operation that counts or lists photos.
  static let filters = FilterParameter.all.map(Parameter.init) + [filterLanguage, filterCRS]

  /// The filters where `q` searches names, so that the one by words has another name.
  static let filtersBesideNames =
    filters.filter { $0.name != FilterParameter.words.name } + [searchedWords]

  static let searchedWords = Parameter(
    "text", "Only photos for which all these words are found, as `q` of other operations.",
    FilterParameter.words.schema, example: "lake")

  static let bbox = Parameter(FilterParameter.bbox)
  static let datetime = Parameter(FilterParameter.datetime)

  /// A filter; the description has those of standards among its components.
  private init(_ filter: FilterParameter) {
    self.init(
      filter.name, filter.meaning, filter.schema, isShared: filter.isStandard,
      example: filter.example)
  }

  /// Which part of a listing, and in which order.
  static let paging: [Parameter] = [limit, offset, cursor, sortby]

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
