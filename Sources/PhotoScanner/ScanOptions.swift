internal import PhotoMetadata

/// How a scan goes about it.
public struct ScanOptions: Sendable {
  /// How many files are read at the same time.
  public var jobs = 2

  /// Where any are given, only files that fit one of them are looked at.
  public var include: [Glob] = []

  /// What fits one of these is left out, and dropped from the index.
  public var exclude: [Glob] = []

  /// Files and folders to leave out of all scans.
  ///
  /// Unlike `exclude`, these are not remembered with a root.
  public var excludeEverywhere: [Glob] = []

  /// Whether symbolic links are followed.
  public var followsSymlinks = false

  /// Whether a folder that has become empty may take its photos out of the index.
  public var allowsEmpty = false

  /// Whether unchanged files are read again.
  public var readsUnchanged = false

  /// Whether each folder is scanned as it was said the last time, and not as it is said here: what is
  /// included and excluded, and whether links are followed.
  public var goesByEarlier = false

  /// Makes what finds out which file system a directory is on.
  var fileSystems: @Sendable () -> any FileSystemLookup = { MountedFileSystems() }

  /// Makes the usual options.
  public init() {}
}

/// What is left out of every scan.
enum SkippedNames {
  /// Directories that hold thumbnails or programs, not photos.
  static func isDirectorySkipped(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || directories.contains(name)
  }

  /// Files that stand beside photos and are none: sidecars, settings, caches.
  static func isCompanion(_ name: [UInt8]) -> Bool {
    if IgnoreFiles.isName(name) { return true }
    if name.starts(with: "._".utf8) || Companion.kind(ofFileNamed: name) != nil { return true }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 9 else {
      return false
    }
    return others.contains(name[(dot + 1)...].map { (65...90).contains($0) ? $0 | 0x20 : $0 })
  }

  private static let directories = Set(
    ["@eaDir", ".thumbnails", "node_modules"].map { Array($0.utf8) })

  private static let others = Set(
    ["aae", "ini", "db", "ds_store", "nomedia"].map { Array($0.utf8) })
}
