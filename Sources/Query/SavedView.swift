/// Filters under a name; a view selects what they select whenever it is used.
public struct SavedView: Hashable, Sendable {
  /// How many views a library may have.
  public static let mostViews = 1_000

  private static let longestName = 200

  private static let mostBytes = 8_192

  /// The name, in any language.
  public var name: String

  /// The values of the filters by the names of their parameters, as written.
  public let filters: [String: String]

  /// The same filters as the map page has them in its address, if it has saved the view.
  ///
  /// The page has filters with several values, which parameters can only say as a condition.
  public let address: String?

  /// Makes a view; throws a `QueryError` that names the filter if one is not valid.
  public init(_ name: String, _ filters: [String: String], address: String? = nil) throws {
    try self.init(unchecked: name, filters, address: address)
    let size = filters.reduce(name.utf8.count + (address?.utf8.count ?? 0)) {
      $0 + $1.key.utf8.count + $1.value.utf8.count
    }
    guard name.utf8.count <= Self.longestName, ![".", ".."].contains(name) else {
      throw QueryError("view", name, "is longer than \(Self.longestName) bytes, or . or ..")
    }
    guard !filters.isEmpty else { throw QueryError("view", name, "has no filter") }
    guard size <= Self.mostBytes else {
      throw QueryError("view", name, "is longer than \(Self.mostBytes) bytes")
    }
    _ = try filter()
  }

  /// Makes a view whose filters may be those of a later version of the program.
  public init(unchecked name: String, _ filters: [String: String], address: String? = nil) throws {
    guard !name.isEmpty, !name.unicodeScalars.contains(where: Self.isControl) else {
      throw QueryError("view", name, "is not a name: it is empty or has control characters")
    }
    for (parameter, value) in filters.map({ ($0.key, $0.value) }) + [("address", address ?? "")]
    where value.unicodeScalars.contains(where: Self.isControl) {
      throw QueryError(parameter, value, "has control characters")
    }
    (self.name, self.filters, self.address) = (name, filters, address)
  }

  /// The filters with their names, in the order of the documentation.
  public var parameters: [(name: String, value: String)] {
    let order = FilterParameter.all.map(\.name)
    func place(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
    return filters.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }
      .map { (name: $0.key, value: $0.value) }
  }

  /// What the view selects; throws if this version of the program lacks one of its filters.
  public func filter() throws -> PhotoFilter {
    var filter = PhotoFilter()
    for (parameter, value) in parameters {
      guard parameter != FilterParameter.view.name else {
        throw QueryError(parameter, value, "cannot be part of a view; give its filters instead")
      }
      guard try PhotoQuery.apply(parameter, value, to: &filter) else {
        throw QueryError(parameter, value, "is not a filter")
      }
    }
    return filter
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
