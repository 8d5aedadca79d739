/// A parameter that does not mean anything.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter.
  public var parameter: String

  /// What is wrong with it, as the rest of a sentence that begins with its name and value.
  public var problem: String

  /// The value that was given.
  public var value: String

  /// Makes an error.
  public init(_ parameter: String, _ value: String, _ problem: String) {
    self.parameter = parameter
    self.value = value
    self.problem = problem
  }

  /// The whole sentence.
  public var description: String { "\(parameter) \"\(value.prefix(200))\" \(problem)" }
}
