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

/// What scanning one folder means for the folders the index has already.
struct RootPlan {
  /// The folder as the index keeps it.
  var root: FilePath

  /// The parts of it that are scanned, none of which lies in another.
  var parts: [ScanPart]

  /// Folders of the index that lie inside it and become part of it.
  var absorbed: [FilePath] = []

  /// Folders around it that only an import has named, and that lose what lies inside it.
  var divided: [FilePath] = []

  /// What has changed, where that is the reason to look.
  var change: FolderChange?

  /// The folder that is scanned.
  var scanned: FilePath { parts.count == 1 ? root.appending(parts[0].path.bytes) : root }

  /// Whether all of the folder is looked at, so that finding nothing means that it is empty.
  var isWhole: Bool { parts == [.whole] }

  /// Finds the real path of each folder, and what is wrong with those that are not there.
  ///
  /// A folder inside one that was scanned before refreshes that part of it, and a folder around one
  /// absorbs it, so that no photo is in the index twice. A folder that an import has named was not scanned:
  /// to scan a part of it says nothing about the rest.
  static func plan(_ folders: [FilePath], in index: PhotoIndex) throws -> (
    plans: [RootPlan], refused: [ScanError]
  ) {
    // A change, although it only reads: it fails while the file is missing or replaced, and then no
    // connection to the former file stays open.
    let (known, scanned) = try index.write { writer in
      (try writer.reader.roots(), try writer.reader.scannedRoots())
    }
    var plans: [RootPlan] = []
    var paths: [FilePath] = []
    var refused: [ScanError] = []
    for folder in folders {
      do throws(ScanError) { paths.append(try realPath(folder)) } catch { refused.append(error) }
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

  /// Whether another folder of the list has this one in it, or is this one and comes first.
  private static func isCovered(_ path: FilePath, at position: Int, of paths: [FilePath]) -> Bool {
    paths.enumerated().contains { other in
      path.isInside(other.element) && (path != other.element || other.offset < position)
    }
  }

  private static func realPath(_ path: FilePath) throws(ScanError) -> FilePath {
    // A share whose other end has gone has a path, and nothing is known of it.
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
  /// The path without links, dots and repeated slashes; nothing where it leads nowhere.
  public var resolved: FilePath? {
    (try? RealPath.existing(bytes)).map { FilePath(bytes: $0) }
  }
}
