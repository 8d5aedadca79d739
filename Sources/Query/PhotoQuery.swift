public import Geography
public import PhotoFacts

/// Parses the values of filters, for the API and the command line alike.
///
/// Each function throws a `QueryError` that names the parameter and the expected form.
public enum PhotoQuery {
  /// Adds one filter; returns false if there is no filter of that name.
  public static func apply(_ name: String, _ value: String, to filter: inout PhotoFilter) throws
    -> Bool
  {
    guard let parameter = FilterParameter.named(name) else { return false }
    try parameter.apply(value, &filter)
    return true
  }

  /// Parses `west,south,east,north`, or six numbers with altitudes, which are ignored.
  public static func box(_ value: String) throws -> BoundingBox {
    guard let numbers = numbers(value), numbers.count == 4 || numbers.count == 6 else {
      throw QueryError("bbox", value, "is not four numbers: west,south,east,north")
    }
    let edges = numbers.count == 4 ? numbers : [numbers[0], numbers[1], numbers[3], numbers[4]]
    guard
      let box = BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    else {
      throw QueryError(
        "bbox", value,
        edges[1] > edges[3]
          ? "has south above north" : "reaches beyond ±180° or ±90°")
    }
    return box
  }

  /// Parses an instant or a period; see `Timestamp.interval`.
  public static func time(_ value: String) throws -> TimeSpan {
    guard let span = Timestamp.interval(value) else {
      throw QueryError(
        "datetime", value,
        "is not a year, month, date or date-time, or two of them such as 2024-05-01/2024-06-01T12:00:00Z"
      )
    }
    return span
  }

  /// Parses a period of local time: dates and date-times without an offset.
  public static func localTime(_ value: String) throws -> TimeSpan {
    guard let span = Timestamp.interval(value, on: .local) else {
      throw QueryError(
        "datetime-local", value,
        "is not a date, a date-time without an offset or two of them, "
          + "such as 2024-05-01/2024-06-01T12:00:00")
    }
    return span
  }

  /// A date, as the number of days after 1970-01-01.
  public static func day(_ name: String, _ value: String) throws -> Int {
    guard value.utf8.count == 10, let span = Timestamp.interval(value, on: .local),
      let from = span.from
    else { throw QueryError(name, value, "is not a date such as 2019-06-14") }
    return Int(from.quotientRoundedDown(by: 86_400_000))
  }

  /// A longitude or latitude in degrees.
  public static func degrees(_ name: String, _ value: String, within limit: Double) throws
    -> Double
  {
    guard let degrees = number(Substring(value)), abs(degrees) <= limit else {
      throw QueryError(name, value, "is not a number of degrees within ±\(Int(limit))")
    }
    return degrees
  }

  /// A whole number in a range.
  public static func whole(_ name: String, _ value: String, in range: ClosedRange<Int>) throws
    -> Int
  {
    guard let number = Int(value), range.contains(number), !value.hasPrefix("+") else {
      throw QueryError(
        name, value,
        "is not a whole number from \(range.lowerBound)"
          + (range.upperBound == .max ? " up" : " to \(range.upperBound)"))
    }
    return number
  }

  /// Parses the number of items: at least one, and limited to the maximum.
  public static func limit(_ value: String, maximum: Int) throws -> Int {
    min(try whole("limit", value, in: 1...Int.max), maximum)
  }

  /// The order of a listing: by time, from either end.
  public static func order(_ value: String) throws -> PhotoOrder {
    switch value {
    case "takenAt", "+takenAt": return .oldestFirst
    case "-takenAt": return .newestFirst
    default: throw QueryError("sortby", value, "is not takenAt or -takenAt")
    }
  }

  /// Parses a non-negative number of metres.
  public static func metres(_ name: String, _ value: String) throws -> Double {
    guard let metres = number(Substring(value)), metres >= 0 else {
      throw QueryError(name, value, "is not a number of metres")
    }
    return metres
  }

  static func text(_ value: String, _ name: String) throws -> String {
    guard !value.isEmpty else { throw QueryError(name, value, "is empty") }
    return value
  }

  static func media(_ value: String) throws -> MediaKind {
    guard let kind = MediaKind(name: value) else {
      throw QueryError("media", value, "is not image, video or a MIME type such as image/jpeg")
    }
    return kind
  }

  static func source(_ value: String) throws -> LocationSource {
    guard let source = LocationSource(name: value) else {
      let names = LocationSource.allCases.map(\.name).joined(separator: ", ")
      throw QueryError("source", value, "is not one of \(names)")
    }
    return source
  }

  /// The numbers of a comma-separated list; nil if an entry is not a number.
  package static func numbers(_ list: String) -> [Double]? {
    var numbers: [Double] = []
    numbers.reserveCapacity(6)
    var rest = Array(list.utf8)[...]
    while true {
      let entry = rest.prefix { $0 != UInt8(ascii: ",") }
      // Nearly all numbers are in JSON's syntax, which is parsed fastest.
      guard
        let number = NumberText.double(entry) ?? number(Substring(decoding: entry, as: UTF8.self))
      else { return nil }
      numbers.append(number)
      guard entry.endIndex < rest.endIndex else { return numbers }
      rest = rest[(entry.endIndex + 1)...]
    }
  }

  /// Parses a finite decimal number; rejects `nan` and hexadecimal, which `Double` accepts.
  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy(isOfDecimalNumber), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }

  private static func isOfDecimalNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
