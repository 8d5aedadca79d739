/// An error: the value of a parameter is not valid.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter.
  public var parameter: String

  /// What is wrong, as the rest of a sentence that begins with the name and the value.
  public var problem: String

  /// The value.
  public var value: String

  /// Makes an error.
  public init(_ parameter: String, _ value: String, _ problem: String) {
    self.parameter = parameter
    self.value = value
    self.problem = problem
  }

  /// The error as a sentence.
  public var description: String { "\(parameter) \"\(value.prefix(200))\" \(problem)" }

  /// The error of a name that is not that of a saved view.
  public static func unknownView(_ name: String) -> QueryError {
    QueryError("view", name, "is not a saved view; see /views, or: geoindex view list")
  }
}
