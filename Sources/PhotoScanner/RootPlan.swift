internal import Files
internal import Glibc
public import PhotoFacts
internal import PhotoIndex

/// A directory that is scanned, by its path below its root.
struct ScanPart: Hashable {
  static let whole = ScanPart(path: FilePath(bytes: []))

  var path: FilePath

  /// Whether the directories in it are scanned too.
  var isDeep = true
}

/// How the scan of one folder relates to the folders that the index has already.
struct RootPlan {
  /// The root of the scan.
  var root: FilePath

  /// The parts of the root that are scanned; none lies in another.
  var parts: [ScanPart]

  /// Known roots inside this one, which become part of it.
  var absorbed: [FilePath] = []

  /// Roots of imports that contain this one; they lose the part that this one covers.
  var divided: [FilePath] = []

  /// The changes that caused the scan; nil for a scan that the user started.
  var change: FolderChange?

  /// The folder that is scanned.
  var scanned: FilePath { parts.count == 1 ? root.appending(parts[0].path.bytes) : root }

  /// Whether the whole root is scanned; only then does finding no file mean that it is empty.
  var noteComplete: Bool { parts == [.whole] }

  /// Plans the scan of folders; `refused` has the folders that do not exist.
  ///
  /// A folder inside a scanned root updates that part of the root. A folder that contains known roots
  /// absorbs them, so that no photo is in the index twice. The root of an import was not scanned, so
  /// scanning a part of it does not affect the rest.
  static func plan(_ folders: [FilePath], in index: PhotoIndex, _ patience: Duration) throws -> (
    plans: [RootPlan], refused: [ScanError]
  ) {
    let (known, scanned) = try index.readBeforeWriting { reader in
      (try reader.roots(), try reader.scannedRoots())
    }
    var plans: [RootPlan] = []
    var paths: [FilePath] = []
    var refused: [ScanError] = []
    for folder in folders {
      do throws(ScanError) {
        paths.append(try patientRealPath(folder, patience))
      } catch {
        refused.append(error)
      }
    }
    for (position, path) in paths.enumerated() where !isCovered(path, at: position, of: paths) {
      if let around = path.deepest(of: scanned), let start = path.relative(to: around) {
        plans.append(RootPlan(root: around, parts: [ScanPart(path: start)]))
      } else {
        plans.append(
          RootPlan(
            root: path, parts: [.whole], absorbed: known.filter { $0.isInside(path) && $0 != path },
            divided: known.filter { path.isInside($0) && $0 != path }))
      }
    }
    return (plans, refused)
  }

  /// Whether another folder of the list contains this one, or equals it and comes first.
  private static func isCovered(_ path: FilePath, at position: Int, of paths: [FilePath]) -> Bool {
    paths.enumerated().contains { other in
      path.isInside(other.element) && (path != other.element || other.offset < position)
    }
  }

  private static func patientRealPath(_ path: FilePath, _ patience: Duration) throws(ScanError)
    -> FilePath
  {
    let found: Result<FilePath, ScanError>
    do throws(FolderHangs) {
      found = try HangingFolders.shared.call(path, within: patience) {
        Result { () throws(ScanError) in try realPath(path) }
      }
    } catch {
      throw ScanError(error)
    }
    return try found.get()
  }

  private static func realPath(_ path: FilePath) throws(ScanError) -> FilePath {
    // A share whose server is gone has a path but no status.
    guard let real = path.resolved, let status = FileStatus(real) else {
      throw ScanError(
        .rootMissing, path,
        """
        \(SystemError.last.reason). Nothing was changed; if it is on a disk or share, is that \
        mounted?
        """)
    }
    guard case .directory = status.entryKind else {
      throw ScanError(.rootMissing, path, "it is not a folder. Nothing was changed.")
    }
    return real
  }
}

extension FilePath {
  /// The path without links, dots and repeated slashes; nil if it does not exist.
  public var resolved: FilePath? {
    (try? RealPath.existing(bytes)).map { FilePath(bytes: $0) }
  }
}
