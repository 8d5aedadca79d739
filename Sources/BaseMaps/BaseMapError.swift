/// Why a file of map tiles cannot be read.
public struct BaseMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Code: Sendable {
    /// The file cannot be opened or read.
    case unreadable

    /// The file is neither PMTiles nor MBTiles.
    case foreign

    /// The content contradicts itself, or ends too early.
    case damaged

    /// The file uses something that is not supported.
    case unsupported
  }

  /// The kind of failure.
  public let code: Code

  /// The path of the file.
  public let file: String

  /// What is wrong, as half a sentence.
  public let reason: String

  init(_ code: Code, _ file: [UInt8], _ reason: String) {
    self.code = code
    self.file = String(decoding: file, as: UTF8.self)
    self.reason = reason
  }

  /// The file and what is wrong with it.
  public var description: String { "\(file): \(reason)" }
}
