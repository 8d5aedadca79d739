internal import PhotoFacts
internal import PhotoScanner

extension Option {
  static let jobs = Option(
    "--jobs", "N", "files to read at the same time (default: the number of cores)")
  static let include = Option(
    "--include", "GLOB", "look only at files like this, such as '*.jpg'", isRepeatable: true)
  static let exclude = Option(
    "--exclude", "GLOB", "leave these files or folders out, and drop them from the index",
    isRepeatable: true)

  /// What every command that scans can be told.
  static let scanning = [jobs, include, exclude]
}

extension ScanOptions {
  /// What the options of a command say of its scans.
  init(_ arguments: ParsedArguments) throws {
    self.init()
    jobs = try arguments.whole(.jobs, in: 1...256) ?? Interruption.coreCount
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
