internal import JSON
internal import MapService
public import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
public import PhotoScanner

extension Option {
  static let followSymlinks = Option("--follow-symlinks", nil, "follow symbolic links")
  static let allowEmpty = Option(
    "--allow-empty", nil,
    "also remove photos if their folder is empty or their disk is missing")
  static let full = Option("--full", nil, "read unchanged files again")
}

extension Command {
  static let scan = Command(
    name: "scan",
    summary: "read where and when the photos in folders were taken",
    operands: "<dir>…",
    operandCount: 1...Int.max,
    options: Option.scanning + [.followSymlinks, .allowEmpty, .full],
    notes: """
      Photos are read and never written. XMP sidecars, Google Takeout's JSON and Picasa's .picasa.ini
      are read with them. A photo is read again if the size, modification time, inode or ctime of one
      of these files has changed, or its section in .picasa.ini. Photos that have been deleted are
      removed from the index.

      Nothing is removed if a folder cannot be listed, is missing or suddenly empty, or if its disk or
      share is missing. The messages name the disk; --allow-empty removes its photos. Hidden folders,
      @eaDir, .thumbnails, node_modules and folders with a file .nomedia are skipped, and so is what
      matches the patterns in a file .geoindexignore, as in .gitignore.

      A GLOB without a slash is matched with the file name, one with a slash with the path below <dir>;
      the case of extensions is ignored. The index remembers --include, --exclude and
      --follow-symlinks for later scans by serve.
      """,
    examples: [
      ("geoindex scan ~/Pictures", "index a folder, or update it"),
      (
        "geoindex scan --exclude 'private/**' ~/Pictures /mnt/photos",
        "two folders, except one part"
      ),
    ],
    run: { try ScanCommand(arguments: $0).run() })
}

private struct ScanCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let index = try Locations.openForWriting(arguments)
    let scanner = PhotoScanner(index: index, options: try ScanOptions(arguments))
    let interruption = Interruption()
    let display = ProgressDisplay(isQuiet: arguments.has(.quiet))
    let report = try scanner.scan(arguments.paths) { progress in
      display.show(progress)
      return !interruption.wasRequested
    }
    display.clear()
    if arguments.has(.json) { try Output.standard.writeJSON(report) }
    if !arguments.has(.quiet) { Console.error(ScanText.summary(report)) }
    ScanText.printProblems(report)
    if report.wasInterrupted { return .failed }
    return report.errors.isEmpty ? .done : .scannedWithGaps
  }
}

/// The summary of a scan for people.
enum ScanText {
  static func summary(_ report: ScanReport) -> String {
    let rate = report.seconds > 0 ? Int(Double(report.files) / report.seconds) : 0
    var lines = [
      "\(grouped(report.files)) files in \(seconds(report.seconds)) (\(grouped(rate)) a second): "
        + "\(grouped(report.located)) on the map"
    ]
    let counts = changes(report) + counted([("unchanged", report.unchanged)])
    if !counts.isEmpty { lines.append("  " + counts.joined(separator: ", ")) }
    let reasons = UnlocatedReason.allCases.compactMap { reason -> String? in
      let count = report.unlocated[reason, default: 0]
      return count > 0 ? "\(grouped(count)) \(reason.name)" : nil
    }
    if !reasons.isEmpty {
      lines.append(
        "  not on the map: \(reasons.joined(separator: ", ")); see: geoindex report")
    }
    if report.tracks > 0 {
      lines.append(
        "  \(grouped(report.tracks)) \(report.tracks == 1 ? "track" : "tracks"); see: geoindex tracks list"
      )
    }
    if report.wasInterrupted {
      lines.append("  stopped before the end; scan again to continue")
    }
    return lines.joined(separator: "\n")
  }

  /// The numbers of changes, such as "2 added".
  static func changes(_ report: ScanReport) -> [String] {
    counted([
      ("added", report.added), ("updated", report.updated), ("moved", report.moved),
      ("removed", report.removed),
    ])
  }

  private static func counted(_ counts: [(String, Int)]) -> [String] {
    counts.filter { $0.1 > 0 }.map { "\(grouped($0.1)) \($0.0)" }
  }

  /// Prints the files that could not be read.
  static func printProblems(_ report: ScanReport) {
    for problem in report.errors {
      let path = PhotoPrinter.printable(problem.path.description)
      Console.error("geoindex: cannot read \(path): \(problem.reason)")
    }
    for problem in report.unusableTracks {
      let path = PhotoPrinter.printable(problem.path.description)
      Console.error("geoindex: no track in \(path): \(problem.reason)")
    }
  }

  /// Formats a number with thousands separators.
  static func grouped(_ number: Int) -> String {
    var digits = Array(String(abs(number)))
    for position in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: position)
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  static func seconds(_ seconds: Double) -> String {
    switch seconds {
    case ..<1: "\(Int((seconds * 1_000).rounded())) ms"
    case ..<10: "\((seconds * 10).rounded() / 10) s"
    default: "\(grouped(Int(seconds.rounded()))) s"
    }
  }
}

/// The summary of a scan.
extension ScanReport: Answer {
  /// Its members.
  public static let shape = AnswerShape<ScanReport> {
    AnswerMember("roots") { $0.roots.map(\.text) }
    AnswerMember("files", .count) { $0.files }
    AnswerMember("added", .count) { $0.added }
    AnswerMember("updated", .count) { $0.updated }
    AnswerMember("moved", .count) { $0.moved }
    AnswerMember("removed", .count) { $0.removed }
    AnswerMember("unchanged", .count) { $0.unchanged }
    AnswerMember("located", .count) { $0.located }
    AnswerMember("unlocated") { $0.unlocated }
    AnswerMember("tracks", .count) { $0.tracks }
    AnswerMember("skippedDirectories", .count) { $0.skippedDirectories }
    AnswerMember("skippedFiles", .count) { $0.skippedFiles }
    AnswerMember("excludedDirectories", .count) { $0.excluded.directories }
    AnswerMember("excludedFiles", .count) { $0.excluded.files }
    AnswerMember("errors") { $0.errors }
    AnswerMember("hanging") { $0.hanging.map(\.text) }
    AnswerMember("interrupted") { $0.wasInterrupted }
    AnswerMember("seconds") { $0.seconds }
  }
}
