internal import Geography
internal import Grid
public import Journeys
internal import PhotoFacts
public import PhotoIndex
internal import Query

/// The restrictions and the expiry of a share link.
public struct ShareTerms: Hashable, Sendable {
  /// The name of the term by which guests see folders.
  private static let paths = "paths"

  /// The name of the term by which guests see no names of files.
  private static let noNames = "no-names"

  /// The name of the term by which guests see no words.
  private static let noWords = "no-words"

  /// The name of the term with the days of the trip that a link shows as a page of its own.
  public static let trip = "trip"

  /// The name of the term by which guests of a trip see dates without times.
  public static let noTimes = "no-times"

  /// The name of the term by which guests of a trip read what the diary says about it.
  public static let diary = "diary"

  /// The name of the term that says who shares, which guests read.
  public static let sharer = "by"

  /// The name of the term with a drawing: a condition of CQL2.
  public static let drawing = "filter"

  /// The most bytes of a drawing; the whole link has to fit in an address.
  private static let longestDrawing = 2_048

  /// The most bytes of all terms; a token is longer by a third, and at most 4,096 bytes.
  private static let longest = 3_000

  /// The lifetime of links for which none is given.
  public static let usualLifetime = "7d"

  /// The id of the link, for revoking it.
  public var id: String

  /// The expiry in seconds since 1970.
  public var expires: Int

  /// The terms by name: filters as written, `filter` with a drawing, `trip`, `precision`, `by`, and `paths`, `no-names`, `no-words`,
  /// `no-times` and `diary`, whose value is `yes`.
  public var filters: [String: String]

  /// Makes terms; throws a `QueryError` if a filter is not valid.
  public init(id: String, expires: Int, filters: [String: String]) throws {
    (self.id, self.expires, self.filters) = (id, expires, filters)
    _ = try condition()
  }

  /// Parses the lifetime of a link; returns seconds.
  public static func lifetime(_ text: String) throws -> Int {
    let units: [Character: Int] = ["h": 3_600, "d": 86_400, "w": 604_800]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...10_000).contains(count), !text.hasPrefix("+")
    else { throw QueryError("expires", text, "is not a time such as 12h, 7d or 4w") }
    return count * unit
  }

  /// The filters as a condition.
  func condition() throws -> PhotoCondition {
    var parts: [PhotoCondition] = []
    for (name, value) in filters {
      guard !value.utf8.contains(where: { $0 < 32 }) else {
        throw QueryError(name, value, "has control characters")
      }
      switch name {
      case "bbox": parts.append(.inBox(try PhotoQuery.box(value)))
      case "datetime": parts.append(.taken(try PhotoQuery.time(value)))
      case "path": parts.append(.like(.path, try LikePattern(wildcards: value, name)))
      case Self.drawing: parts.append(try Self.drawn(value))
      case "precision": _ = try PrivacyZone.grid(value, name)
      case Self.sharer where !value.isEmpty && value.utf8.count <= 200: break
      case Self.trip: parts.append(.takenLocally(try Self.datedSpan(value)))
      // The page of a trip has no folders.
      case Self.paths where value == "yes" && filters[Self.trip] == nil: break
      case Self.noTimes where value == "yes" && filters[Self.trip] != nil: break
      case Self.diary where value == "yes" && filters[Self.trip] != nil: break
      case Self.noWords where value == "yes": break
      // The path ends with the name.
      case Self.noNames where value == "yes" && filters[Self.paths] == nil: break
      default: throw QueryError(name, value, "is not a filter for links")
      }
    }
    return .all(parts)
  }

  /// The number of photos on the map that match the filters now.
  public func matchCount(in index: PhotoIndex) throws -> Int {
    let terms = try condition()
    return try index.read { reader in
      var filter = PhotoFilter()
      filter.condition = terms
      if let days = tripDays {
        let photos = try reader.journeys().shared(days)?.photos.keys.sorted() ?? []
        filter.condition = .all([terms, .oneOf(.id, photos.map { .integer($0) })])
      }
      return try reader.count(filter)
    }
  }

  /// The days of the trip that the link shows as a page of its own; nil for a link to the map.
  ///
  /// The link shows no other days, whatever trip they belong to later.
  public var tripDays: DaySpan? { filters[Self.trip].flatMap(Self.days) }

  /// The value of the term for the days of a trip.
  public static func text(of days: DaySpan) -> String { "\(days.lowerBound)/\(days.upperBound)" }

  private static func days(_ text: String) -> DaySpan? {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map { LocalDay($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    return first...last
  }

  /// When cameras may have dated the photos of a trip, whose clocks may be wrong.
  ///
  /// Which photos these are follows from the trips; this excludes all others whatever the trips are.
  private static func datedSpan(_ text: String) throws -> TimeSpan {
    guard let days = days(text) else {
      throw QueryError(
        trip, text, "is not the first and the last day of a trip: 2024-04-03/2024-04-12")
    }
    let first = LocalDay(number: days.lowerBound.number - TravelHistory.mostClockDays)
    let last = LocalDay(number: days.upperBound.number + TravelHistory.mostClockDays)
    return try PhotoQuery.localTime(Self.text(of: first...last))
  }

  /// The grid on which all photos are shown; nil if positions are exact.
  func precision() throws -> CoarseGrid? {
    try filters["precision"].map { try PrivacyZone.grid($0, "precision") }
  }

  /// The properties that guests of the link do not see.
  ///
  /// Links of earlier versions show no folders either.
  var withheld: Set<PhotoProperty> {
    let words = filters[Self.noWords] == nil ? [] : Set(PhotoProperty.ofWords)
    if filters[Self.paths] != nil { return words }
    return words.union(
      filters[Self.noNames] == nil ? PhotoProperty.ofFolders : PhotoProperty.ofFiles)
  }

  /// The condition of a drawing.
  ///
  /// Only positions are compared: other conditions could be about what guests do not see.
  private static func drawn(_ text: String) throws -> PhotoCondition {
    guard text.utf8.count <= longestDrawing else {
      throw QueryError(
        drawing, text, "is longer than \(longestDrawing) bytes; draw fewer corners")
    }
    let condition = try FilterText.condition(text)
    guard condition.isDrawing else {
      throw QueryError(
        drawing, text,
        "is not a drawing: use only S_INTERSECTS with polygons and S_DWITHIN with lines, and AND, OR, NOT"
      )
    }
    return condition
  }

  /// Throws if the link would be too long to be read.
  func checkLength() throws {
    guard text.utf8.count > Self.longest else { return }
    let longest = filters.max { $0.value.utf8.count < $1.value.utf8.count }
    throw QueryError(longest?.key ?? "share", longest?.value ?? "", "makes the link too long")
  }

  /// The terms in the form that is signed and listed, one line per restriction.
  var text: String {
    ([id, String(expires)] + filters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: "\n")
  }

  init(text: Substring) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    guard lines.count >= 2, let expires = Int(lines[1]) else {
      throw QueryError("share", String(text), "is not a link of this map")
    }
    let pairs = lines.dropFirst(2).map { line in
      // By bytes: a mark at the beginning of the value combines with the `=` to one character.
      let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
      return (String(line[..<equals]), String(line.utf8[equals...].dropFirst()) ?? "")
    }
    try self.init(
      id: lines[0], expires: expires,
      filters: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }
}

extension LikePattern {
  /// Makes a pattern of `*` and `?`, which match slashes too.
  package init(wildcards text: String, _ name: String) throws {
    guard !text.isEmpty, !text.contains("[") else {
      throw QueryError(name, text, "is not a pattern of *, ? and literal characters")
    }
    self.init(
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "*": .anySequence
        case "?": .anyCharacter
        default: .character(scalar)
        }
      })
  }
}
