internal import Geography

/// The fields of a text in which acts store what people say about journeys, one after the other.
struct StoredFields {
  /// What stands for a value that is missing.
  static let none = "-"

  private var text: Substring

  init(_ text: String) { self.text = text[...] }

  mutating func next() -> String? {
    guard !text.isEmpty else { return nil }
    let field = text.prefix { $0 != " " }
    text = text.dropFirst(field.count + 1)
    return String(field)
  }

  /// What is left; nil if that is nothing.
  var rest: String? { text.isEmpty ? nil : String(text) }

  mutating func day() -> LocalDay? { next().flatMap { LocalDay($0) } }

  mutating func span() -> DaySpan? {
    guard let first = day(), let last = day(), first <= last else { return nil }
    return first...last
  }

  mutating func coordinate() -> Coordinate? {
    guard let longitude = next().flatMap(Double.init), let latitude = next().flatMap(Double.init)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  static func text(_ span: DaySpan) -> String { "\(span.lowerBound) \(span.upperBound)" }

  static func text(_ place: Coordinate) -> String { "\(place.longitude) \(place.latitude)" }
}
