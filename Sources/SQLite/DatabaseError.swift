package import PhotoFacts

/// Why a database could not be opened, read or written.
///
/// Each room that opens a database makes its own error of it, see `Connection.init`.
package struct DatabaseError: Error, CustomStringConvertible {
  /// The kinds of failures.
  package enum Code: Hashable, Sendable {
    /// Another process is writing, and did not finish in time.
    case busy
    /// The query was interrupted.
    case interrupted
    /// The disk is full.
    case diskFull
    /// The content contradicts itself.
    case damaged
    /// The file is no SQLite database.
    case notADatabase
    /// The file cannot be opened, or not be written.
    case cannotOpen
    /// A text or blob is longer than is allowed.
    case tooLong
    /// SQLite refuses a statement, for example because a table is missing.
    case refused
    /// Another program made the tables.
    case foreign
    /// A newer version of this program made the tables: their format and the newest that is known.
    case tooNew(Int64, known: Int64)
    /// Anything else.
    case failed
  }

  /// The kind of failure.
  package let code: Code

  /// The file.
  package let path: FilePath

  /// What SQLite says.
  package let text: String

  /// What was being done, if that needs to be said.
  package let activity: String?

  /// A sentence that names the file.
  package var description: String {
    sentence + (activity.map { "; it failed while \($0)" } ?? "")
  }

  private var sentence: String {
    switch code {
    case .busy: "\(path) is being written by another process"
    case .interrupted: "the query of \(path) took too long"
    case .diskFull: "no room left on the disk for \(path)"
    case .damaged: "\(path) is damaged: \(text)"
    case .notADatabase: "\(path) is no SQLite database"
    case .cannotOpen: "cannot open \(path): \(text)"
    case .foreign: "\(path) is a database of another program"
    case .tooNew(let format, let known):
      """
      \(path) was written by a newer geoindex (format \(format), this one knows \(known)); use the newer \
      program, or another file
      """
    case .tooLong, .refused: "\(path): \(text)"
    case .failed: "reading or writing \(path) failed: \(text)"
    }
  }
}
