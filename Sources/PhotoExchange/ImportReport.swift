/// What an import read and did.
public struct ImportReport: Hashable, Sendable {
  /// The format that was read.
  public var format = PhotoFileFormat.ndjson

  /// Records that were read: features, lines or rows.
  public var records = 0

  /// Photos the index did not know.
  public var added = 0

  /// Photos of a path that it knew.
  public var updated = 0

  /// Records without a place, which are left out.
  public var withoutPlace = 0

  /// Records that could not be read, which are left out.
  public var bad = 0

  /// What is wrong with the first of them.
  public var problems: [LocatedProblem] = []

  /// Whether the import was asked to stop before its end.
  public var wasInterrupted = false

  /// How long it took.
  public var seconds = 0.0

  /// How many problems are kept.
  public static let greatestProblemCount = 20

  mutating func note(_ problem: LocatedProblem) {
    bad += 1
    if problems.count < Self.greatestProblemCount { problems.append(problem) }
  }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
  /// Records read so far.
  public var records: Int

  /// Bytes read so far.
  public var bytes: Int

  /// How long it has taken so far.
  public var seconds: Double
}

/// A record that ended an import which was to be whole or not at all.
public struct ImportRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
  public var problem: LocatedProblem

  /// The sentence.
  public var description: String {
    "line \(problem.line): \(problem.reason). Nothing was imported."
  }
}

/// An import that was to be whole or not at all and was asked to stop.
public struct ImportStopped: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public var description: String { "stopped. Nothing was imported." }
}
