internal import PhotoMetadata
internal import Tracks

/// The options of a scan.
public struct ScanOptions: Sendable {
  /// How many files are read in parallel; nil for as many as keep the cores and the disk busy.
  public var jobs: Int?

  /// If not empty, only files that match one of these are read.
  public var include: [Glob] = []

  /// Files and directories that match one of these are skipped, and removed from the index.
  public var exclude: [Glob] = []

  /// Files and folders to leave out of all scans.
  ///
  /// Unlike `exclude`, these are not remembered with a root.
  public var excludeEverywhere: [Glob] = []

  /// Whether symbolic links are followed.
  public var followsSymlinks = false

  /// Whether a folder that has become empty may remove its photos from the index.
  public var allowsEmpty = false

  /// Whether unchanged files are read again.
  public var readsUnchanged = false

  /// Whether each root is scanned with the options that the index remembers for it.
  ///
  /// Replaces `include`, `exclude` and `followsSymlinks`.
  public var usesRememberedOptions = false

  /// How long the disk or share of a folder may deliver nothing before the rest of the folder is left out.
  public var patience = HangingFolders.usualPatience

  /// Whether directories are listed before the walk reaches them; tests that change files in between turn it off.
  var listsAhead = true

  /// The number of added photos after which the grid is packed.
  var manyPhotos = 100_000

  /// Makes the lookup of file systems.
  var fileSystems: @Sendable () -> any FileSystemLookup = { MountedFileSystems() }

  /// Makes the default options.
  public init() {}
}

/// Files and directories that every scan skips.
enum SkippedNames {
  /// Directories that hold thumbnails or programs, not photos.
  static func isDirectorySkipped(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || directories.contains(name)
  }

  /// Whether a file accompanies photos but is not one: a sidecar, settings, a cache.
  static func isCompanion(_ name: [UInt8]) -> Bool {
    if IgnoreFiles.isName(name) { return true }
    if name.starts(with: "._".utf8) || Companion.kind(ofFileNamed: name) != nil { return true }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 9 else {
      return false
    }
    return others.contains(name[(dot + 1)...].map { (65...90).contains($0) ? $0 | 0x20 : $0 })
  }

  /// Whether a file is a recorded track by its name.
  static func isTrack(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else {
      return false
    }
    return tracks.contains(name[(dot + 1)...].map { (65...90).contains($0) ? $0 | 0x20 : $0 })
  }

  private static let tracks = Set(TrackReader.fileEndings.map { Array($0.utf8) })

  private static let directories = Set(
    ["@eaDir", ".thumbnails", "node_modules"].map { Array($0.utf8) })

  private static let others = Set(
    ["aae", "ini", "db", "ds_store", "nomedia"].map { Array($0.utf8) })
}
