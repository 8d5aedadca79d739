/// Why the record could not be read or changed; never contains passwords.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// libpq is not installed.
    case noLibrary
    /// The database does not answer, or the connection was lost.
    case unreachable
    /// The database has no record yet.
    case missing
    /// The record is of another version of this program.
    case otherFormat
    /// The user of the database may not change the record.
    case forbidden
    /// The database refused a statement.
    case refused
  }

  /// The kind of error.
  public var code: Code

  /// A sentence that names the database.
  public var description: String

  /// Makes an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
