internal import Files
public import PhotoFacts

/// What a scan found and did.
public struct ScanReport: Hashable, Sendable {
  /// The folders that were scanned.
  public var roots: [FilePath] = []

  /// The files in them.
  public var files = 0

  /// Files the index did not know.
  public var added = 0

  /// Files that were read again because they had changed.
  public var updated = 0

  /// Files that have another place or name, and kept their id.
  public var moved = 0

  /// Files that are gone.
  public var removed = 0

  /// Files that are as they were.
  public var unchanged = 0

  /// Files that are on the map.
  public var located = 0

  /// Files that are not, by reason.
  public var unlocated: [UnlocatedReason: Int] = [:]

  /// Directories that are left out of every scan, or were left out of this one.
  public var skippedDirectories = 0

  /// Files that are left out: sidecars and caches, links, pipes and devices.
  public var skippedFiles = 0

  /// What could not be read.
  public var errors: [ScanProblem] = []

  /// Directories with a file that has to be read again: it changed while it was read, or has changed
  /// under another of its names.
  public var overtaken: Set<FilePath> = []

  /// Whether the scan was asked to stop before its end.
  public var wasInterrupted = false

  /// How long it took.
  public var seconds = 0.0

  /// Counts a file; every file that a scan comes across is counted here, once.
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

/// What became of a file that a scan came across, and why it is not on the map; nil if it is.
enum FileOutcome {
  case added(UnlocatedReason?)
  case updated(UnlocatedReason?)
  case moved(UnlocatedReason?)
  case unchanged(UnlocatedReason?)
  /// It is left out, or went away before it was read.
  case skipped
}

/// Something that could not be read.
public struct ScanProblem: Hashable, Sendable {
  /// Where.
  public var path: FilePath

  /// Why, in words.
  public var reason: String
}

/// How far a scan has come.
public struct ScanProgress: Sendable {
  /// Files seen so far.
  public var files: Int

  /// Of those, how many are on the map.
  public var located: Int

  /// How many files there were the last time; nothing for a first scan.
  public var expectedFiles: Int?

  /// The directory being looked at.
  public var directory: FilePath

  /// How long it has taken so far.
  public var seconds: Double
}

/// Why a scan was not made, or not finished.
public struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Hashable, Sendable {
    /// The folder is not there or is no folder.
    case rootMissing
    /// The folder is empty, and was not.
    case rootEmpty
    /// Another scan is writing to the index.
    case locked
    /// Nobody can tell whether another scan is writing to the index.
    case cannotLock
    /// There are no descriptors or no memory left to open anything with.
    case shortage
  }

  /// What kind of failure it is.
  public var code: Code

  /// Which folder or index.
  public var path: FilePath

  /// What is wrong with it and what to do.
  public var reason: String

  /// A scan that cannot open anything knows nothing of the photos, and ends.
  init(shortage: SystemError, at path: FilePath) {
    let advice = "What is running needs more than it may have (see ulimit -n); scan again then."
    self.init(.shortage, path, "\(shortage.reason). Nothing was taken out. \(advice)")
  }

  init(_ code: Code, _ path: FilePath, _ reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// A sentence that names the folder and says what to do.
  public var message: String {
    switch code {
    case .locked, .cannotLock: "cannot write to \(path): \(reason)"
    case .rootMissing, .rootEmpty, .shortage: "cannot scan \(path): \(reason)"
    }
  }

  /// The same for a report.
  var problem: ScanProblem { ScanProblem(path: path, reason: reason) }

  /// The sentence.
  public var description: String { message }
}
