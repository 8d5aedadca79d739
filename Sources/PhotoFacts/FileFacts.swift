/// The path and size of the file of a photo.
public struct FileFacts: Hashable, Sendable {
  /// The folder that was scanned.
  public var root: FilePath?

  /// The path below the root.
  public var path: FilePath?

  /// The name of the file if its folders are unknown.
  public var nameAlone: FilePath?

  /// Bytes in the file.
  public var size: Int64?

  /// Makes file facts; omitted values are unknown.
  public init(root: FilePath? = nil, path: FilePath? = nil, size: Int64? = nil) {
    self.root = root
    self.path = path
    self.size = size
  }

  /// The name of the file.
  var name: FilePath? { path.map { FilePath(bytes: $0.lastComponent) } ?? nameAlone }

  /// The name of the file; bytes that are not UTF-8 become `U+FFFD`.
  public var filename: String? { name?.text }
}
