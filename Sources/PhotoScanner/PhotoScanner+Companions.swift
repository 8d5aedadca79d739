public import PhotoFacts
public import PhotoMetadata

extension PhotoScanner {
  /// The files beside a photo that a scan would read with it; none where the directory cannot be
  /// listed.
  public static func companions(of photo: FilePath) -> [Companion] {
    let directory = photo.parent ?? FilePath(".")
    guard let listing = try? DirectoryListing(directory, followsSymlinks: true),
      let companions = DirectoryCompanions(listing, where: { _ in true })
    else { return [] }
    return companions.files(beside: photo.lastComponent).companions
  }
}
