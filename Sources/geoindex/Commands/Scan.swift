internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

extension Option {
  static let followSymlinks = Option("--follow-symlinks", nil, "follow symbolic links")
  static let allowEmpty = Option(
    "--allow-empty", nil,
    "remove the photos of a folder that is now empty, or whose disk is missing")
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
      Photos are only read, never written to, and with them what stands beside them: XMP sidecars,
      Google Takeout's JSON. A photo is read again when the size, modification time, inode or ctime
      of one of those files has changed. What is gone from a folder is removed from the index too.
      Nothing is removed while a folder cannot be listed, is not there or is suddenly empty, or while
      the disk or share that it was on is missing. The messages name that disk; --allow-empty confirms
      that its photos are gone. Left out are hidden folders, @eaDir, .thumbnails, node_modules and folders
      with a file .nomedia. A file .geoindexignore has patterns of what else to leave out, as .gitignore.

      A GLOB without a slash is matched with the name, one with a slash with the path below <dir>;
      extensions are compared in any case. What a folder is scanned with (--include, --exclude,
      --follow-symlinks) is remembered for the scans that serve makes of it.
      """,
    examples: [
      ("geoindex scan ~/Pictures", "index a folder, or bring it up to date"),
      (
        "geoindex scan --exclude 'private/**' ~/Pictures /mnt/photos",
        "two folders, without one part"
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
    if arguments.has(.json) { try Output.standard.writeJSON { ScanJSON.write(report, to: &$0) } }
    if !arguments.has(.quiet) { Console.error(ScanText.summary(report)) }
    ScanText.printProblems(report)
    if report.wasInterrupted { return .failed }
    return report.errors.isEmpty ? .done : .scannedWithGaps
  }
}

/// A finished scan in words.
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
    if report.wasInterrupted {
      lines.append("  stopped before the end; scan again to go on from here")
    }
    return lines.joined(separator: "\n")
  }

  /// What has changed, as "2 added".
  static func changes(_ report: ScanReport) -> [String] {
    counted([
      ("added", report.added), ("updated", report.updated), ("moved", report.moved),
      ("removed", report.removed),
    ])
  }

  private static func counted(_ counts: [(String, Int)]) -> [String] {
    counts.filter { $0.1 > 0 }.map { "\(grouped($0.1)) \($0.0)" }
  }

  /// Says what could not be read.
  static func printProblems(_ report: ScanReport) {
    for problem in report.errors {
      let path = PhotoPrinter.printable(problem.path.description)
      Console.error("geoindex: cannot read \(path): \(problem.reason)")
    }
  }

  /// A number with its thousands apart.
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

/// A finished scan as the JSON that scripts read.
enum ScanJSON {
  static func write(_ report: ScanReport, to json: inout JSONWriter) {
    json.object { json in
      json.values("roots", report.roots) { $0.value($1.text) }
      json.member("files", report.files)
      json.member("added", report.added)
      json.member("updated", report.updated)
      json.member("moved", report.moved)
      json.member("removed", report.removed)
      json.member("unchanged", report.unchanged)
      json.member("located", report.located)
      json.member("unlocated", report.unlocated)
      json.member("skippedDirectories", report.skippedDirectories)
      json.member("skippedFiles", report.skippedFiles)
      json.objects("errors", report.errors) { json, problem in
        json.member("path", problem.path.text)
        json.member("reason", problem.reason)
      }
      json.member("interrupted", report.wasInterrupted)
      json.member("seconds", report.seconds)
    }
  }
}
