internal import Files
public import PhotoFacts

/// The result of a scan.
public struct ScanReport: Hashable, Sendable {
  /// The folders that were scanned.
  public var roots: [FilePath] = []

  /// The files in them.
  public var files = 0

  /// Files that were new.
  public var added = 0

  /// Files that were read again because they had changed.
  public var updated = 0

  /// Files that were moved or renamed and kept their id.
  public var moved = 0

  /// Files that were removed from the index.
  public var removed = 0

  /// Files that were not read again.
  public var unchanged = 0

  /// Files that are on the map.
  public var located = 0

  /// Files without a usable position, by reason.
  public var unlocated: [UnlocatedReason: Int] = [:]

  /// Track files in the folders, which are not among `files`.
  public var tracks = 0

  /// Track files that were read and contain no usable track.
  public var unusableTracks: [ScanProblem] = []

  /// Directories that were skipped, by rule or by option.
  public var skippedDirectories = 0

  /// Files that were skipped: sidecars and caches, links, pipes and devices.
  public var skippedFiles = 0

  /// What ignore files and excludes left out; directories are also among the skipped ones.
  public var excluded = Excluded()

  /// Files and directories that could not be read.
  public var errors: [ScanProblem] = []

  /// Folders whose disk or share has not answered; the rest of them was not scanned, and nothing was removed.
  public var hanging: [FilePath] = []

  /// Directories to list again, because a file in them changed while it was read or changed under another
  /// hard link.
  public var overtaken: Set<FilePath> = []

  /// Whether the caller stopped the scan before its end.
  public var wasInterrupted = false

  /// The duration of the scan.
  public var seconds = 0.0

  /// Counts one file; the scan calls this exactly once per file.
  mutating func record(_ outcome: FileOutcome) {
    let reason: UnlocatedReason?
    switch outcome {
    case .skipped:
      skippedFiles += 1
      return
    case .added(let found): (added, reason) = (added + 1, found)
    case .updated(let found): (updated, reason) = (updated + 1, found)
    case .moved(let found): (moved, reason) = (moved + 1, found)
    case .unchanged(let found): (unchanged, reason) = (unchanged + 1, found)
    }
    files += 1
    if let reason { unlocated[reason, default: 0] += 1 } else { located += 1 }
  }
}

extension ScanReport {
  /// The number of files and directories that ignore files and excludes left out.
  public struct Excluded: Hashable, Sendable {
    /// The files, without sidecars.
    public var files = 0

    /// The directories; nothing in them is counted.
    public var directories = 0
  }
}

/// The result for one file, with the reason why it is not on the map; nil if it is.
enum FileOutcome {
  case added(UnlocatedReason?)
  case updated(UnlocatedReason?)
  case moved(UnlocatedReason?)
  case unchanged(UnlocatedReason?)
  /// It was skipped, or disappeared before it was read.
  case skipped
}

/// A file or directory that could not be read.
public struct ScanProblem: Hashable, Sendable {
  /// Its path.
  public var path: FilePath

  /// The reason, as a sentence fragment.
  public var reason: String
}

/// The progress of a scan.
public struct ScanProgress: Sendable {
  /// Files seen so far.
  public var files: Int

  /// Of those, how many are on the map.
  public var located: Int

  /// How many files the last scan found; nil for a first scan.
  public var expectedFiles: Int?

  /// The directory that is being listed.
  public var directory: FilePath

  /// The seconds since the scan began.
  public var seconds: Double
}

/// Why a scan did not start, or ended early.
public struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Hashable, Sendable {
    /// The folder does not exist or is not a folder.
    case rootMissing
    /// The folder is empty, but the index has photos from it.
    case rootEmpty
    /// Another scan is writing to the index.
    case locked
    /// The lock file cannot be opened or locked.
    case cannotLock
    /// File descriptors or memory are exhausted.
    case shortage
    /// The disk or share of the folder does not answer.
    case hanging
  }

  /// What kind of failure it is.
  public var code: Code

  /// The folder or index.
  public var path: FilePath

  /// What is wrong and what to do.
  public var reason: String

  /// Makes the error that ends a scan when nothing can be opened any more.
  init(shortage: SystemError, at path: FilePath) {
    let advice = "Raise the limit of open files (ulimit -n) or free memory, then scan again."
    self.init(.shortage, path, "\(shortage.reason). Nothing was removed. \(advice)")
  }

  /// Makes the error of a folder whose disk does not answer.
  init(_ hang: FolderHangs) { self.init(.hanging, hang.folder, "\(hang)") }

  init(_ code: Code, _ path: FilePath, _ reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// A sentence that names the folder and says what to do.
  public var message: String {
    switch code {
    case .locked, .cannotLock: "cannot write to \(path): \(reason)"
    case .rootMissing, .rootEmpty, .shortage, .hanging: "cannot scan \(path): \(reason)"
    }
  }

  /// The error as an entry of a report.
  var problem: ScanProblem { ScanProblem(path: path, reason: reason) }

  /// The same as `message`.
  public var description: String { message }
}
