internal import Geography

/// Corrections as texts, in which acts and the index store them: a word for the kind, its days and numbers, and last a
/// name, which may have spaces.
extension Correction {
  private enum Kind: String {
    case rename, merge, split, dismiss, made, home, notHome
  }

  /// The longest name of a trip, in bytes.
  public static let longestName = 200

  /// Reads a text; nil if it is that of no correction, as one of a later version may be.
  public init?(_ text: String) {
    var fields = Fields(text)
    guard let kind = fields.next().flatMap(Kind.init(rawValue:)) else { return nil }
    switch kind {
    case .rename:
      guard let span = fields.span() else { return nil }
      self = .rename(span, name: fields.rest)
    case .merge:
      guard let span = fields.span() else { return nil }
      self = .merge(span)
    case .split:
      guard let day = fields.day() else { return nil }
      self = .split(at: day)
    case .dismiss:
      guard let span = fields.span() else { return nil }
      self = .dismiss(span)
    case .made:
      guard let span = fields.span() else { return nil }
      self = .made(span, name: fields.rest)
    case .home:
      guard let place = fields.coordinate(), let radius = fields.next(), let from = fields.day(),
        let to = fields.next(), to == Fields.none || LocalDay(to) != nil
      else { return nil }
      self = .home(place, radius: Double(radius), from: from, to: LocalDay(to))
    case .notHome:
      guard let place = fields.coordinate(), let span = fields.span() else { return nil }
      self = .notHome(place, span)
    }
  }

  /// The text.
  public var text: String {
    let fields: [String?] =
      switch self {
      case .rename(let span, let name): [Kind.rename.rawValue, Self.text(span), name]
      case .merge(let span): [Kind.merge.rawValue, Self.text(span)]
      case .split(let day): [Kind.split.rawValue, day.description]
      case .dismiss(let span): [Kind.dismiss.rawValue, Self.text(span)]
      case .made(let span, let name): [Kind.made.rawValue, Self.text(span), name]
      case .home(let place, let radius, let from, let to):
        [
          Kind.home.rawValue, Self.text(place), radius.map { "\($0)" } ?? Fields.none,
          from.description, to?.description ?? Fields.none,
        ]
      case .notHome(let place, let span):
        [Kind.notHome.rawValue, Self.text(place), Self.text(span)]
      }
    return fields.compactMap { $0 }.joined(separator: " ")
  }

  private static func text(_ span: DaySpan) -> String { "\(span.lowerBound) \(span.upperBound)" }

  private static func text(_ place: Coordinate) -> String { "\(place.longitude) \(place.latitude)" }
}

/// The fields of a text, one after the other.
private struct Fields {
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
}
