internal import Files
public import Geography
public import PhotoFacts
internal import Tracks

/// The track files that lie among the photos.
public enum TrackFiles {
  /// The limit of nested folders.
  private static let mostDepth = 256

  /// Why a track file cannot be used.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason as a sentence fragment.
    public var reason: String
  }

  /// The fixes of all track files below folders.
  ///
  /// Folders that cannot be listed and files that cannot be used are passed to `onProblem`.
  public static func fixes(below roots: [FilePath], onProblem: (FilePath, String) -> Void) -> [Fix]
  {
    below(roots, onProblem).flatMap { file in
      do throws(Problem) { return try fixes(of: file) } catch {
        onProblem(file, error.reason)
        return []
      }
    }
  }

  /// The fixes of a track file.
  public static func fixes(of file: FilePath) throws(Problem) -> [Fix] {
    do {
      let open = try ReadableFile(path: file.bytes)
      return try TrackReader.track(size: open.size) { try open.read($0) }.fixes
    } catch let error as SystemError {
      throw Problem(reason: error.reason)
    } catch {
      throw Problem(reason: "\(error)")
    }
  }

  /// The track files below folders in the order of their paths.
  ///
  /// Folders that a scan skips by their names are skipped, links are not followed.
  private static func below(_ roots: [FilePath], _ onProblem: (FilePath, String) -> Void)
    -> [FilePath]
  {
    var found: Set<FilePath> = []
    var pending = roots.map { (path: $0, depth: 0) }
    while let (folder, depth) = pending.popLast() {
      let listing: DirectoryListing
      do throws(SystemError) {
        listing = try DirectoryListing(folder, followsSymlinks: false)
      } catch {
        onProblem(folder, error.reason)
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
