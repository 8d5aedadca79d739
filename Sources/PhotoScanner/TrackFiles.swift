public import Files
public import PhotoFacts
internal import Tracks

/// The track files that lie among the photos.
public enum TrackFiles {
  /// The limit of nested folders.
  private static let mostDepth = 256

  /// The track files below folders in the order of their paths.
  ///
  /// Folders that a scan skips by their names are skipped, links are not followed. Folders that cannot be listed
  /// are passed to `onProblem`.
  public static func below(_ roots: [FilePath], onProblem: (FilePath, SystemError) -> Void)
    -> [FilePath]
  {
    var found: Set<FilePath> = []
    var pending = roots.map { (path: $0, depth: 0) }
    while let (folder, depth) = pending.popLast() {
      let listing: DirectoryListing
      do throws(SystemError) {
        listing = try DirectoryListing(folder, followsSymlinks: false)
      } catch {
        onProblem(folder, error)
        continue
      }
      for entry in listing.entries {
        switch entry.kind {
        case .file where SkippedNames.isTrack(entry.name):
          found.insert(folder.appending(entry.name))
        case .directory where depth < mostDepth && !SkippedNames.isDirectorySkipped(entry.name):
          pending.append((folder.appending(entry.name), depth + 1))
        default: break
        }
      }
    }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
