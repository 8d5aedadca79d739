internal import Files
internal import PhotoFacts

extension PhotoIndex {
  /// Bytes of the index and its journal on disk; nil if the file does not exist.
  public var sizeOnDisk: Int64? {
    guard let size = Self.size(of: path.bytes) else { return nil }
    return size + (Self.size(of: path.bytes + Array("-wal".utf8)) ?? 0)
  }

  private static func size(of path: [UInt8]) -> Int64? {
    FileStatus(path: path).map { Int64($0.allocatedSize) }
  }
}
