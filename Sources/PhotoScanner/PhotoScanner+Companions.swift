public import PhotoFacts
public import PhotoMetadata

/// Finds the companion files that a scan would read with a photo.
///
/// Keeps the listing of the last directory, for photos in the order of their paths.
public struct CompanionSearch {
  private var last: (directory: FilePath, companions: DirectoryCompanions?)?

  /// Begins a search.
  public init() {}

  /// The companions of a photo; empty if its directory cannot be listed.
  public mutating func companions(of photo: FilePath) -> [Companion] {
    let directory = photo.parent ?? FilePath(".")
    if last?.directory != directory {
      let listing = try? DirectoryListing(directory, followsSymlinks: true)
      last = (directory, listing.flatMap { DirectoryCompanions($0, where: { _ in true }) })
    }
    return last?.companions?.files(beside: photo.lastComponent).companions ?? []
  }
}
