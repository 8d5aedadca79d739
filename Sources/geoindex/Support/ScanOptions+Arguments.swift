internal import PhotoFacts
internal import PhotoScanner

extension Option {
  static let jobs = Option(
    "--jobs", "N", "files to read in parallel (default: as many as keep the disk busy)")
  static let include = Option(
    "--include", "GLOB", "read only files that match, such as '*.jpg'", isRepeatable: true)
  static let exclude = Option(
    "--exclude", "GLOB", "skip files and folders that match, and remove them from the index",
    isRepeatable: true)

  static let diskTimeout = Option(
    "--disk-timeout", "SECONDS",
    "leave out the rest of a folder whose disk or share delivers nothing for so long (default: 30)")

  /// The options of all commands that scan.
  static let scanning = [jobs, include, exclude, diskTimeout]
}

extension ScanOptions {
  /// Makes scan options from the command line.
  init(_ arguments: ParsedArguments) throws {
    self.init()
    jobs = try arguments.whole(.jobs, in: 1...256)
    patience = try arguments.whole(.diskTimeout, in: 1...86_400).map(Duration.seconds) ?? patience
    include = arguments.paths(.include).map { Glob(bytes: $0.bytes) }
    if arguments.origin(of: .exclude) == .commandLine {
      exclude = arguments.paths(.exclude).map { Glob(bytes: $0.bytes) }
    }
    excludeEverywhere =
      arguments.elsewhere?.everyValue(of: .exclude).map { Glob(bytes: $0.bytes) } ?? []
    followsSymlinks = arguments.has(.followSymlinks)
    allowsEmpty = arguments.has(.allowEmpty)
    readsUnchanged = arguments.has(.full)
  }
}
