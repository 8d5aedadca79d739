internal import Files
internal import PhotoFacts
internal import PhotoIndex

/// The changes in watched folders that one refresh handles.
struct FolderChange {
  /// The directories to list again; the value says whether everything below is listed too.
  var directories: [FilePath: Bool] = [:]

  /// Files that were closed after writing.
  ///
  /// They are read again even if their stamp is the same, because the clock of some file systems is too
  /// coarse to show a change.
  var written: Set<FilePath> = []

  /// Files that are still being written; the index is not updated for them yet.
  var unsettled: Set<FilePath> = []

  /// The watched folders when the change was noticed.
  var folders: [FilePath: FileIdentity] = [:]

  /// Whether those folders are still the same directories, and not the empty mount points of missing disks.
  ///
  /// A folder that does not answer within `patience` counts as changed. With `root` only the folders in it or around
  /// it are asked.
  func areRootsUnchanged(around root: FilePath? = nil, within patience: Duration) -> Bool {
    folders.allSatisfy { folder, identity in
      if let root, !root.isInside(folder), !folder.isInside(root) { return true }
      let present = try? HangingFolders.shared.call(folder, within: patience) {
        FileStatus(folder, followsSymlinks: true)?.identity
      }
      return present == .some(identity)
    }
  }
}

extension RootPlan {
  /// Plans the refresh of changed directories.
  ///
  /// Skips directories that lie in no scanned root, as after `geoindex forget`.
  static func plan(_ change: FolderChange, in index: PhotoIndex) throws -> [RootPlan] {
    let roots = try index.readBeforeWriting { try $0.scannedRoots() }
    var parts: [FilePath: [ScanPart]] = [:]
    for (directory, isDeep) in change.directories {
      guard let around = directory.deepest(of: roots), let path = directory.relative(to: around)
      else { continue }
      parts[around, default: []].append(ScanPart(path: path, isDeep: isDeep))
    }
    return parts.map { root, parts in
      RootPlan(root: root, parts: ScanPart.disjoint(parts), change: change)
    }
  }
}

extension ScanPart {
  /// Removes the parts that lie in others.
  static func disjoint(_ parts: [ScanPart]) -> [ScanPart] {
    let deep = Set(parts.filter(\.isDeep).map(\.path))
    return parts.filter { part in
      var above = part.isDeep ? part.path.directoryAbove : part.path
      while let path = above {
        if deep.contains(path) { return false }
        above = path.directoryAbove
      }
      return true
    }.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}

extension FilePath {
  /// The parent of a path below a root; the root itself is the empty path.
  var directoryAbove: FilePath? {
    bytes.isEmpty ? nil : parent ?? FilePath(bytes: [])
  }
}
