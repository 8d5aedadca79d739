package import PhotoFacts
package import SQLite

/// An error of the index, with a message that a person can act on.
public struct IndexError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// There is no index at that path.
    case missing
    /// Another file replaced the index while it was being changed.
    case replaced
    /// The file cannot be opened or written, for example because of permissions or a directory in its place.
    case cannotOpen
    /// The file is an SQLite database of something else, or no database.
    case notAnIndex
    /// The index was written by a newer version of this program.
    case tooNew
    /// The index was written by an older version of this program and has not been migrated.
    case tooOld
    /// Another process is writing and did not finish in time.
    case busy
    /// Another machine changed the record before a transaction of this one could be committed.
    case overtaken
    /// The database of the record does not answer.
    case unreachable
    /// Another machine scans the folder.
    case leased
    /// A change is recorded, but the index could not be written to show it.
    case notShown
    /// The disk is full.
    case diskFull
    /// The file is damaged.
    case damaged
    /// The caller passed an invalid value, such as a truncated cursor or an impossible cluster.
    case invalidRequest
    /// A query exceeded its deadline.
    case tookTooLong
    /// Anything else SQLite reports.
    case failed
  }

  /// The kind of error.
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

extension IndexError {
  /// The error of an index, or of notes, whose database has failed.
  init(_ error: DatabaseError) {
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .interrupted: .tookTooLong
      case .diskFull: .diskFull
      case .damaged: .damaged
      case .notADatabase, .foreign: .notAnIndex
      case .cannotOpen: .cannotOpen
      case .tooNew: .tooNew
      case .tooLong, .refused, .failed: .failed
      }
    let isDatabase = error.code != .notADatabase
    self.init(code, isDatabase ? "\(error)" : "\(error.path) is not a geoindex database")
  }
}

extension Connection {
  /// Opens the file of an index or of notes; all errors are an `IndexError`.
  package convenience init(ofIndex path: FilePath, access: Access) throws {
    try self.init(path: path, access: access) { IndexError($0) }
  }
}
