public import Query

/// The saved views of an index, or of all servers of a record.
public typealias ViewRegister = NamedRegister<SavedView>

// One line per view: the name, then the filters, with tabs between. A filter without a name is the address of the page.
extension SavedView: NamedEntry {
  /// The word for views.
  public static var plural: String { "views" }

  /// Whether another view has the same filters and the same name, before a number that was added to it.
  public func covers(_ other: SavedView) -> Bool {
    filters == other.filters && (name == other.name || name.hasPrefix(other.name + " ("))
  }

  /// Name and filters.
  public var line: String {
    let address = address.map { [(name: "", value: $0)] } ?? []
    return ([name] + (parameters + address).map { "\($0.name)=\($0.value)" })
      .joined(separator: "\t")
  }

  /// Parses name and filters; a filter that only a later version knows stays.
  public init(line: String) throws {
    // By bytes: a mark at the beginning of a value combines with the `=` to one character.
    let parts = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    let pairs = try parts.dropFirst().map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        throw QueryError("view", line, "has a filter without a value")
      }
      return (
        String(decoding: part[..<equals], as: UTF8.self),
        String(decoding: part[equals...].dropFirst(), as: UTF8.self)
      )
    }
    var filters = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    let address = filters.removeValue(forKey: "")
    try self.init(
      unchecked: String(decoding: parts[0], as: UTF8.self), filters, address: address)
  }
}

extension ViewRegister {
  /// What happened to a view that was to be stored.
  public enum Outcome: Sendable {
    case added
    case replaced
    case nameIsTaken
  }

  /// Stores a view; replaces the one of that name only if `replacing` is true.
  public func store(_ view: SavedView, replacing: Bool) throws -> Outcome {
    var outcome = Outcome.nameIsTaken
    _ = try change { views in
      guard let place = views.firstIndex(where: { $0.name == view.name }) else {
        guard views.count < SavedView.mostViews else {
          throw QueryError(
            "view", view.name, "is one too many: there are \(SavedView.mostViews); remove one first"
          )
        }
        views.append(view)
        outcome = .added
        return true
      }
      guard replacing else { return false }
      views[place] = view
      outcome = .replaced
      return true
    }
    return outcome
  }

  /// The view of a name; nil if there is none.
  public func view(named name: String) throws -> SavedView? {
    try current().entries.first { $0.name == name }
  }
}
