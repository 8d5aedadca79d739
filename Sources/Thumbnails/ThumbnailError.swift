public import PhotoFacts

/// Why a photo has no thumbnail.
public struct ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be opened or read.
    case unreadable

    /// The file or its picture exceeds a limit.
    case tooLarge = "too-large"

    /// The format cannot be decoded, and the file has no preview.
    case unsupported

    /// The file is too damaged to show anything.
    case damaged

    /// The requested width is not available.
    case width
  }

  /// The kind of failure.
  public let code: Code

  /// The photo.
  public let path: FilePath

  /// What is wrong, without the path.
  public let reason: String

  /// The path and what is wrong.
  public var description: String { "\(path): \(reason)" }
}
