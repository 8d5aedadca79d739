internal import Files
public import PhotoFacts

/// Where an index is, by the one name that all its names lead to, and the files beside it.
///
/// An index may be reached through symbolic links. Zones, links for guests and locks have to be the
/// same for each of its names, so the name of every file beside an index is made here.
public struct IndexLocation: Hashable, Sendable {
  /// The index itself.
  public let path: FilePath

  /// The endings of the files beside an index that a scan cannot make again.
  public static let keptEndings = [".zones", ".shares", ".share-key", ".notes"]

  /// Finds an index that need not exist yet.
  public init(_ name: FilePath) { path = FilePath(bytes: RealPath.future(name.bytes)) }

  /// A file beside it, whose name is the index's with an ending.
  public func beside(_ ending: String) -> FilePath {
    FilePath(bytes: path.bytes + Array(ending.utf8))
  }
}
