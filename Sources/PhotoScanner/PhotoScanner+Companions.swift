public import PhotoFacts
public import PhotoMetadata

extension PhotoScanner {
  /// The companion files that a scan would read with a photo; empty if its directory cannot be listed.
  public static func companions(of photo: FilePath) -> [Companion] {
    let directory = photo.parent ?? FilePath(".")
    guard let listing = try? DirectoryListing(directory, followsSymlinks: true),
      let companions = DirectoryCompanions(listing, where: { _ in true })
    else { return [] }
    return companions.files(beside: photo.lastComponent).companions
  }
}
