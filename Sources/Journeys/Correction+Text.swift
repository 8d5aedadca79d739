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
    var fields = StoredFields(text)
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
        let to = fields.next(), to == StoredFields.none || LocalDay(to) != nil
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
      case .rename(let span, let name): [Kind.rename.rawValue, StoredFields.text(span), name]
      case .merge(let span): [Kind.merge.rawValue, StoredFields.text(span)]
      case .split(let day): [Kind.split.rawValue, day.description]
      case .dismiss(let span): [Kind.dismiss.rawValue, StoredFields.text(span)]
      case .made(let span, let name): [Kind.made.rawValue, StoredFields.text(span), name]
      case .home(let place, let radius, let from, let to):
        [
          Kind.home.rawValue, StoredFields.text(place), radius.map { "\($0)" } ?? StoredFields.none,
          from.description, to?.description ?? StoredFields.none,
        ]
      case .notHome(let place, let span):
        [Kind.notHome.rawValue, StoredFields.text(place), StoredFields.text(span)]
      }
    return fields.compactMap { $0 }.joined(separator: " ")
  }
}
