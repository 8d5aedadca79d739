public import PhotoFacts
public import PhotoMetadata

/// Finds the companion files that a scan would read with a photo.
///
/// Keeps the listing of the last directory, for photos in the order of their paths.
public struct CompanionSearch {
  private struct Directory {
    var path: FilePath
    var companions: DirectoryCompanions?
    var names: [[UInt8]] = []
    /// The files that each companion is read with; nil until it is needed.
    var readers: [[UInt8]: [[UInt8]]]?
  }

  private var last: Directory?

  /// Begins a search.
  public init() {}

  /// The companions of a photo; empty if its directory cannot be listed.
  public mutating func companions(of photo: FilePath) -> [Companion] {
    directory(of: photo).companions?.files(beside: photo.lastComponent).companions ?? []
  }

  /// A number that changes with the companions of a photo; nil if there are none.
  public mutating func mark(of photo: FilePath) -> Int64? {
    directory(of: photo).companions?.files(beside: photo.lastComponent).mark
  }

  /// The files with which a companion of a photo is read, such as `a.nef` and `a.jpg` with `a.xmp`.
  public mutating func readers(of companion: Companion, beside photo: FilePath) -> [FilePath] {
    var directory = directory(of: photo)
    let readers = directory.readers ?? Self.readers(in: directory)
    directory.readers = readers
    last = directory
    return (readers[companion.name] ?? []).map(directory.path.appending)
  }

  private static func readers(in directory: Directory) -> [[UInt8]: [[UInt8]]] {
    var readers: [[UInt8]: [[UInt8]]] = [:]
    for name in directory.names where Companion.kind(ofFileNamed: name) == nil {
      for companion in directory.companions?.files(beside: name).companions ?? [] {
        readers[companion.name, default: []].append(name)
      }
    }
    return readers
  }

  private mutating func directory(of photo: FilePath) -> Directory {
    let path = photo.parent ?? FilePath(".")
    if let last, last.path == path { return last }
    let listing = try? DirectoryListing(path, followsSymlinks: true)
    let directory = Directory(
      path: path, companions: listing.flatMap { DirectoryCompanions($0, where: { _ in true }) },
      names: listing?.entries.map(\.name) ?? [])
    last = directory
    return directory
  }
}
