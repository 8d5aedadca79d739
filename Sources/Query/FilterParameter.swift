public import JSON
internal import PhotoFacts

/// A filter of photos as the API has it as a parameter, and the command line as an option.
public struct FilterParameter: Sendable {
  /// The name of the parameter.
  public let name: String

  /// The name of the option, without its two dashes.
  public let option: String

  /// What it selects, for the description of the API.
  public let meaning: String

  /// The values, as an OpenAPI 3.0 schema.
  public let schema: JSONValue

  /// An example of a value.
  public let example: JSONValue?

  /// Whether a standard defines it, so that clients look for it among the shared parts of the description.
  public let isStandard: Bool

  /// The placeholder of the value in the help of the command line; nil for an option without a value.
  public let placeholder: String?

  /// What it selects, in the help of the command line.
  public let help: String

  /// The values that shells complete.
  public let choices: [String]

  /// Parses a value, and adds what it demands to a filter.
  let apply: @Sendable (String, inout PhotoFilter) throws -> Void

  private init(
    _ name: String, option: String? = nil, _ placeholder: String?, _ help: String,
    choices: [String] = [], _ meaning: String, _ schema: JSONValue, example: JSONValue? = nil,
    isStandard: Bool = false,
    apply: @escaping @Sendable (String, inout PhotoFilter) throws -> Void
  ) {
    (self.name, self.option, self.placeholder) = (name, option ?? name, placeholder)
    (self.help, self.choices) = (help, choices)
    (self.meaning, self.schema, self.example) = (meaning, schema, example)
    (self.isStandard, self.apply) = (isStandard, apply)
  }
}

extension FilterParameter {
  /// All filters, in the order of the documentation.
  public static let all: [FilterParameter] = [
    bbox, datetime, datetimeLocal, month, date, day, weekday, hour, camera, media, source, path,
    country,
    region, place, area, keyword, person, rating, favourite, trip, doubt, flight,
    view, words, filter,
  ]

  /// The filter of a name; nil if there is none.
  static func named(_ name: String) -> FilterParameter? { all.first { $0.name == name } }

  /// The position is in a box.
  public static let bbox = FilterParameter(
    "bbox", "W,S,E,N", "inside this box in degrees; west > east crosses the antimeridian",
    """
    Only photos in this box of degrees (CRS84): west, south, east, north, edges included. West \
    greater than east crosses the antimeridian. Six numbers (with heights, which are \
    ignored) are accepted too: west, south, lowest, east, north, highest.
    """,
    ["type": "array", "minItems": 4, "maxItems": 6, "items": ["type": "number"]],
    example: [2.2, 48.8, 2.5, 48.9], isStandard: true
  ) { $1.box = try PhotoQuery.box($0) }

  /// The time is in a period.
  public static let datetime = FilterParameter(
    "datetime", "A/B", "taken in this period: 2024, 2024-05, 2024-05-01/2024-06-01, ../2019 (UTC)",
    """
    Only photos taken at this time: a year, a month or a date (all of it in UTC), a date-time, or two of \
    them with `/` between; an end that is `..` or missing is open. Undated photos never match. If \
    only the camera's clock is known, it is read as UTC.
    """,
    ["type": "string"], example: "2024-05-01T00:00:00Z/..", isStandard: true
  ) { $1.time = try PhotoQuery.time($0) }

  /// The local time is in a period.
  public static let datetimeLocal = FilterParameter(
    "datetime-local", "A/B",
    "taken in this period by the camera's clock: 2024-05-01, 2024-05-01T09:00:00/..",
    """
    Only photos whose camera showed this time (`takenAtLocal`): a date, a date-time without an \
    offset, or two of them with `/` between; an end that is `..` or missing is open. Undated photos \
    never match. If only the instant is known, it is compared as UTC.
    """,
    ["type": "string"], example: "2024-05-01/2024-05-07", isStandard: true
  ) { $1.localTime = try PhotoQuery.localTime($0) }

  /// The camera's clock showed some months.
  public static let month = onClock(
    .month, "taken in these months of any year, by the camera's clock: 12,1,2",
    "Only photos whose camera showed one of these months, in any year: `12,1,2`, or `11-2` over the new year."
  )

  /// The camera's clock showed some days of a year.
  public static let date = onClock(
    .date, "taken on these days of any year, by the camera's clock: 02-29, 12-24/01-01",
    "Only photos whose camera showed one of these days of a year: `02-29`, or `12-24/01-01` over the new year."
  )

  /// The camera's clock showed some days of a month.
  public static let day = onClock(
    .day, "taken on these days of a month, by the camera's clock: 24-26",
    "Only photos whose camera showed one of these days of a month; with `month`, days of any year: `month=12&day=24-26`."
  )

  /// The camera's clock showed some days of the week.
  public static let weekday = onClock(
    .weekday, "taken on these days of the week, by the camera's clock: 1 is Monday, 7 is Sunday",
    "Only photos whose camera showed one of these days of the week: 1 is Monday, `6,7` the weekend."
  )

  /// The camera's clock showed some hours.
  public static let hour = onClock(
    .hour, "taken in these hours of the day, by the camera's clock: 17-21, 22-4",
    "Only photos whose camera showed one of these hours: `17-21` is from 17:00 to 21:59, `22-4` goes over midnight."
  )

  private static func onClock(
    _ part: ClockSet.Part, _ help: String, _ meaning: String
  ) -> FilterParameter {
    let number =
      switch part {
      case .month: "([1-9]|1[0-2])"
      case .date:
        "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
      case .day: "([1-9]|[12][0-9]|3[01])"
      case .weekday: "[1-7]"
      case .hour: "(1?[0-9]|2[0-3])"
      }
    let span = "\(number)(\(part == .date ? "/" : "-")\(number))?"
    return FilterParameter(
      part.rawValue, "LIST", help,
      meaning + " Undated photos never match. If only the instant is known, it is read as UTC.",
      ["type": "string", "pattern": .text("^\(span)(,\(span))*$")],
      example: .text(part.example)
    ) { value, filter in
      guard let set = ClockSet(part, value) else {
        throw QueryError(part.rawValue, value, "is not \(part.values) such as \(part.example)")
      }
      filter.require(.onClock(set))
    }
  }

  /// The texts of the camera contain a text.
  public static let camera = text(
    "camera", "TEXT", "maker, model or lens contains this text",
    "Only photos whose maker, model or lens contains this text, ignoring case.",
    example: "aster", to: \.camera)

  /// Images, videos, or one format.
  public static let media = FilterParameter(
    "media", "KIND", "image or video", choices: MediaKind.allCases.map(\.name),
    "Only images, only videos, or only files of a MIME type.",
    [
      "type": "string",
      "enum": .list(
        (MediaKind.allCases.map(\.name) + MediaFormat.allCases.map(\.mimeType)).map(
          JSONValue.text)),
    ]
  ) { value, filter in
    // GDAL sends `media = 'image/jpeg'` as this parameter, which has the name of the property.
    if MediaFormat.allCases.contains(where: { $0.mimeType == value }) {
      filter.require(.compare(.media, .equal, .text(value)))
    } else {
      filter.media = try PhotoQuery.media(value)
    }
  }

  /// The source of the position.
  public static let source = FilterParameter(
    "source", "NAME", "source of the position: exif, xmp, sidecar, takeout, …",
    choices: LocationSource.allCases.map(\.name),
    "Only photos whose location is from this source.",
    ["type": "string", "enum": .list(LocationSource.allCases.map { .text($0.name) })]
  ) { $1.source = try PhotoQuery.source($0) }

  /// The path matches a pattern.
  public static let path = text(
    "path", "GLOB", "path below the scanned folder, such as '2024/*'",
    "Only photos whose path below the scanned folder matches this pattern in the syntax of SQLite's GLOB.",
    example: "2024/*", to: \.path)

  /// The country of the position.
  public static let country = text(
    "country", "NAME", "in this country: its code, or its name in any language",
    "Only photos in this country: its code, or its name in any language.",
    example: "FR", to: \.country)

  /// The region of the position.
  public static let region = text(
    "region", "NAME", "in this state or province: its code, or its name in any language",
    "Only photos in this state or province: its code, or its name in any language.",
    example: "Bavaria", to: \.region)

  /// The settlement of the position.
  public static let place = text(
    "place", "NAME", "of this place: GeoNames' number, or its name in any language",
    "Only photos of this place: GeoNames' number, or its name in any language.",
    example: "Paris", to: \.place)

  /// The polygon of the boundaries.
  public static let area = text(
    "area", "NAME", "in this polygon of the boundaries (geoindex places --boundaries)",
    "Only photos whose smallest polygon of the boundaries has this name; see `geoindex places --boundaries`.",
    example: "Bavarian Forest", to: \.area)

  /// A keyword.
  public static let keyword = named(
    .keywords, "keyword", "with this keyword, or one below it: Baltic, Places/Sea",
    """
    Only photos with exactly this keyword. A path such as `Places/Sea` stands for all keywords below it too. \
    `q` ignores case and accents.
    """,
    example: "Baltic")

  /// A person.
  public static let person = named(
    .people, "person", "with this person",
    "Only photos with a person of exactly this name; `q` ignores case and accents.",
    example: "Ada Lindqvist")

  /// The number of stars.
  public static let rating = FilterParameter(
    "rating", "N", "with this many stars: 4, 4+, ..2, 2..4; -1 is rejected",
    "Only photos with this many stars: `4`, `4+`, `..2` or `2..4`; −1 means rejected. Photos without a rating never match.",
    ["type": "string", "pattern": "^(-1|[0-5]|(-1|[0-5])[+]|(-1|[0-5])?\\.\\.(-1|[0-5])?)$"],
    example: "4+"
  ) { value, filter in
    let known = PhotoWords.ratings
    func number(_ text: some StringProtocol, or other: Int) -> Int? {
      if text.isEmpty { return other }
      return text.hasPrefix("+") ? nil : Int(text).flatMap { known.contains($0) ? $0 : nil }
    }
    let ends = value.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let plain = value.hasSuffix("+") ? value.dropLast() : Substring(value)
    let from = number(ends.count > 1 ? ends[0] : plain, or: known.lowerBound)
    let through =
      ends.count > 1
      ? number(ends[1], or: known.upperBound) : value.hasSuffix("+") ? known.upperBound : from
    guard !value.isEmpty, value != "+", let from, let through, from <= through else {
      throw QueryError("rating", value, "is not a number of stars such as 4, 4+, ..2 or 2..4")
    }
    filter.require(.compare(.rating, .atLeast, .integer(Int64(from))))
    filter.require(.compare(.rating, .atMost, .integer(Int64(through))))
  }

  /// Favourites.
  public static let favourite = FilterParameter(
    "favourite", nil, "favourites only", choices: ["true", "false"],
    "Only favourites, or only other photos.", ["type": "boolean"], example: true
  ) { value, filter in
    let isFavourite = PhotoCondition.compare(.favourite, .equal, .integer(1))
    switch value {
    case "true": filter.require(isFavourite)
    case "false": filter.require(.any([.not(.isKnown(.favourite)), .not(isFavourite)]))
    default: throw QueryError("favourite", value, "is not true or false")
    }
  }

  /// A trip.
  public static let trip = FilterParameter(
    "trip", "ID", "of this trip, as geoindex trips lists it: 2019-06-14",
    """
    Only photos of this trip or day trip: its `id` in `/trips`, which is its first day; any other of its days \
    stands for it too. No photo matches on a day without a trip.
    """,
    ["type": "string", "format": "date"], example: "2019-06-14"
  ) { $1.require(.onTrip(day: try PhotoQuery.day("trip", $0))) }

  /// A doubt about the position.
  public static let doubt = FilterParameter(
    "doubt", "REASON", "whose position is doubted: for this reason, or any",
    choices: doubtReasons,
    """
    Only photos whose position is doubted for this reason, or for `any`; see `/doubts`. Only for owners: for others no \
    photo matches.
    """,
    ["type": "string", "enum": .list(doubtReasons.map(JSONValue.text))], example: "any"
  ) { value, filter in
    guard doubtReasons.contains(value) else {
      throw QueryError("doubt", value, "is not one of \(doubtReasons.joined(separator: ", "))")
    }
    filter.require(.doubted(DoubtReason(rawValue: value)))
  }

  /// Photos from aeroplanes.
  public static let flight = FilterParameter(
    "flight", nil, "taken in an aeroplane", choices: ["true", "false"],
    """
    Only photos that were taken in an aeroplane, or only other photos; see `flights` of `/doubts`. Only for owners: for \
    others no photo matches.
    """,
    ["type": "boolean"], example: false
  ) { value, filter in
    guard value == "true" || value == "false" else {
      throw QueryError("flight", value, "is not true or false")
    }
    filter.require(value == "true" ? .flown : .not(.flown))
  }

  static let doubtReasons = DoubtReason.allCases.map(\.rawValue) + ["any"]

  /// The filters of a saved view; the server and the command line look it up, and require its filters.
  public static let view = FilterParameter(
    "view", "NAME", "that this saved view selects, as geoindex view list names it",
    """
    Only photos that this saved view selects: its exact `name` in `/views`. Other filters narrow it further.
    """,
    someText, example: "At the sea"
  ) { name, _ in throw QueryError.unknownView(name) }

  /// Words that must all occur.
  public static let words = FilterParameter(
    "q", option: "text", "WORDS",
    "that all these words are found for: in words, names of files, folders, places, cameras and dates",
    """
    Only photos for which all these words are found, in any order: in titles, captions, keywords, people, \
    labels, creators and copyright, in the names of files, folders, places and cameras, and in dates. A word is \
    found by its beginning, ignoring case and accents; in Chinese, Japanese, Korean and Thai anywhere. Quotes join \
    words, and `-` excludes the word after it.
    """,
    someText, example: "chiang mai 2024"
  ) { $1.require(try SearchText.condition($0)) }

  private static func named(
    _ property: PhotoProperty, _ name: String, _ help: String, _ meaning: String,
    example: JSONValue
  ) -> FilterParameter {
    FilterParameter(name, "NAME", help, meaning, someText, example: example) { value, filter in
      filter.require(.named(property, try PhotoQuery.text(value, name)))
    }
  }

  /// A condition holds.
  public static let filter = FilterParameter(
    "filter", "TEXT", "any condition in CQL2 text, such as \"altitude > 2000 AND lens IS NULL\"",
    """
    Only photos for which this condition holds: CQL2 text over the properties that \
    `/collections/photos/queryables` lists.
    """,
    someText, example: "cameraMake IS NOT NULL AND NOT altitude > 2000", isStandard: true
  ) { $1.require(try FilterText.condition($0)) }

  /// A filter by a text, which must not be empty.
  private static func text(
    _ name: String, _ placeholder: String, _ help: String, _ meaning: String, example: JSONValue,
    to field: any WritableKeyPath<PhotoFilter, String?> & Sendable
  ) -> FilterParameter {
    FilterParameter(name, placeholder, help, meaning, someText, example: example) {
      $1[keyPath: field] = try PhotoQuery.text($0, name)
    }
  }

  private static let someText: JSONValue = ["type": "string", "minLength": 1]
}
