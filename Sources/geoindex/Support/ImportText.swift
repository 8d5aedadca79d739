internal import PhotoExchange

/// The summary of an import, as text and as JSON.
enum ImportText {
  static func summary(_ report: ImportReport) -> String {
    let rate = report.seconds > 0 ? Int(Double(report.records) / report.seconds) : 0
    var text =
      "\(ScanText.grouped(report.records)) records in \(ScanText.seconds(report.seconds)) "
      + "(\(ScanText.grouped(rate)) a second)"
    let parts = [
      ("added", report.added), ("updated", report.updated),
      ("without a position", report.withoutPlace),
      ("bad", report.bad),
    ].filter { $0.1 > 0 }.map { "\(ScanText.grouped($0.1)) \($0.0)" }
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    if report.wasInterrupted {
      text +=
        "\n  stopped before the end; the records so far are stored, and importing again completes it"
    }
    return text
  }

  /// Prints the first bad records and the number of others.
  static func printProblems(_ report: ImportReport, file: String) {
    for problem in report.problems {
      let text = PhotoPrinter.printable("\(file):\(problem.line): \(problem.reason)")
      Console.error("geoindex: \(text)")
    }
    let more = report.bad - report.problems.count
    if more > 0 { Console.error("geoindex: and \(ScanText.grouped(more)) more bad records") }
  }

  static func write(_ report: ImportReport, file: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("file", file)
      json.member("format", report.format.rawValue)
      json.member("records", report.records)
      json.member("added", report.added)
      json.member("updated", report.updated)
      json.member("withoutPlace", report.withoutPlace)
      json.member("bad", report.bad)
      json.objects("problems", report.problems) { json, problem in
        json.member("line", problem.line)
        json.member("reason", problem.reason)
      }
      json.member("interrupted", report.wasInterrupted)
      json.member("seconds", report.seconds)
    }
  }
}

/// Shows the progress of an import.
final class ImportDisplay {
  private let line: ProgressLine
  private let expectedBytes: Int?

  init(isQuiet: Bool, expectedBytes: Int?) {
    line = ProgressLine(isQuiet: isQuiet)
    self.expectedBytes = expectedBytes
  }

  func show(_ progress: ImportProgress) {
    line.show(after: progress.seconds) {
      var text =
        "\(ScanText.grouped(progress.records)) records, "
        + "\(ScanText.grouped(Int(Double(progress.records) / progress.seconds)))/s"
      if let expectedBytes, expectedBytes > 0, progress.bytes > 0 {
        let part = min(1, Double(progress.bytes) / Double(expectedBytes))
        text +=
          ", \(Int(part * 100)) %, \(ScanText.seconds(progress.seconds / part * (1 - part))) left"
      }
      return text
    }
  }

  /// Erases the progress line.
  func clear() { line.clear() }
}
