public import Geography

/// The filters of a request, combined with AND.
public struct Selection: Hashable, Sendable {
  /// The filters of the API; `filter` is any condition in CQL2 text.
  public enum Filter: String, CaseIterable, Sendable {
    case bbox, datetime
    case datetimeLocal = "datetime-local"
    case month, date, day, weekday, hour, camera, media, source, path, country, region, place, area
    case keyword, person, rating, favourite, trip, view
    case words = "q"
    case filter
  }

  private var values: [Filter: String] = [:]

  /// Makes a selection of all photos.
  public init() {}

  /// A filter as the API writes it: `selection[.datetime] = "2024-05-01/2024-06-01"`.
  public subscript(filter: Filter) -> String? {
    get { values[filter] }
    set { values[filter] = newValue }
  }

  /// Restricts to a box; if its west edge is greater than its east edge, it crosses the antimeridian.
  public mutating func keep(inside box: GeographicBounds) {
    self[.bbox] = "\(box.west),\(box.south),\(box.east),\(box.north)"
  }

  /// The filters in a fixed order.
  var parameters: [(name: String, value: String)] {
    Filter.allCases.compactMap { filter in values[filter].map { (filter.rawValue, $0) } }
  }
}

extension Request {
  /// Makes a request with parameters; those that are nil are omitted.
  init(_ path: String, _ parameters: [(name: String, value: String?)], accept: String) {
    let items = parameters.compactMap { name, value in
      value.map { name + "=" + Self.percentEncoded($0) }
    }
    self.init(
      target: items.isEmpty ? path : path + "?" + items.joined(separator: "&"), accept: accept)
  }

  /// Escapes all characters except the unreserved ones of RFC 3986.
  static func percentEncoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
