/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// The format that was read.
  public var format = PhotoFileFormat.ndjson

  /// Records read: features, lines or rows.
  public var records = 0

  /// Photos that were new.
  public var added = 0

  /// Photos that were in the index already.
  public var updated = 0

  /// Records without a position, which were skipped.
  public var withoutPlace = 0

  /// Invalid records, which were skipped.
  public var bad = 0

  /// The first problems.
  public var problems: [LocatedProblem] = []

  /// Whether the caller stopped the import before its end.
  public var wasInterrupted = false

  /// The duration in seconds.
  public var seconds = 0.0

  /// The limit of reported problems.
  public static let maximumProblemCount = 20

  mutating func note(_ problem: LocatedProblem) {
    bad += 1
    if problems.count < Self.maximumProblemCount { problems.append(problem) }
  }
}

/// The progress of an import.
public struct ImportProgress: Sendable {
  /// Records read so far.
  public var records: Int

  /// Bytes read so far.
  public var bytes: Int

  /// The duration so far in seconds.
  public var seconds: Double
}

/// An error: a strict import was refused because of a bad record.
public struct ImportRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem with its line.
  public var problem: LocatedProblem

  /// The error as a sentence.
  public var description: String {
    "line \(problem.line): \(problem.reason). Nothing was imported."
  }
}

/// An error: the caller stopped a strict import.
public struct ImportStopped: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error as a sentence.
  public var description: String { "stopped. Nothing was imported." }
}
