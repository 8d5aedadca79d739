public import PhotoFacts

/// Why a photo has no thumbnail.
public struct ThumbnailError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be opened or read.
    case unreadable

    /// The file, or the picture in it, is larger than what is worth reading.
    case tooLarge = "too-large"

    /// The file is none of the formats that can be decoded, and carries no preview.
    case unsupported

    /// The file is so damaged that nothing can be shown.
    case damaged

    /// The width asked for is not one that thumbnails have.
    case width
  }

  /// What kind of reason it is.
  public let code: Code

  /// The photo.
  public let path: FilePath

  /// What is wrong, without the path.
  public let reason: String

  /// What is wrong, and with which file.
  public var description: String { "\(path): \(reason)" }
}
