/// What is known of the file of a photo besides its content: where it lies and how large it is.
public struct FileFacts: Hashable, Sendable {
  /// The folder that was scanned.
  public var root: FilePath?

  /// The path below the root.
  public var path: FilePath?

  /// Bytes in the file.
  public var size: Int64?

  /// Makes the facts of a file; what is left out is not known.
  public init(root: FilePath? = nil, path: FilePath? = nil, size: Int64? = nil) {
    self.root = root
    self.path = path
    self.size = size
  }

  /// The last part of its path; bytes that are not UTF-8 become `U+FFFD`.
  public var filename: String? {
    path.map { String(decoding: $0.lastComponent, as: UTF8.self) }
  }
}
