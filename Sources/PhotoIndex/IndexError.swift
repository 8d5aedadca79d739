/// What went wrong with the index, in words a person can act on.
public struct IndexError: Error, Hashable, Sendable {
  /// What kind of thing went wrong.
  public enum Code: Hashable, Sendable {
    /// There is no index at that path.
    case missing
    /// Another file has taken the place of the index while it was being changed.
    case replaced
    /// The file cannot be opened or written: permissions, a directory in its place, a full path.
    case cannotOpen
    /// The file is an SQLite database of something else, or no database.
    case notAnIndex
    /// The index was written by a newer version of this program.
    case tooNew
    /// The index was written by an older version of this program and has not been brought up to date.
    case tooOld
    /// Another process is writing and did not finish in time.
    case busy
    /// The disk is full.
    case diskFull
    /// The file is damaged.
    case damaged
    /// A value handed in makes no sense: a cursor that was cut short, a cluster that cannot be.
    case invalidRequest
    /// A question takes longer than it may.
    case tookTooLong
    /// Anything else SQLite reports.
    case failed
  }

  /// What kind of thing went wrong.
  public var code: Code

  /// A sentence that names the file.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension IndexError: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}
