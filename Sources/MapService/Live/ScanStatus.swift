internal import JSON
public import PhotoExchange
internal import PhotoFacts
public import PhotoScanner

/// The progress or the result of one scan.
struct ScanStatus: Answer, Sendable {
  enum State: String, CaseIterable, Sendable {
    /// Another process is writing to the index.
    case waiting
    case running
    case finished
    /// Cancelled; what it had found is stored.
    case cancelled
    case failed

    var isEnd: Bool { self != .waiting && self != .running }
  }

  static let shape = AnswerShape<ScanStatus>("scan") {
    AnswerMember("id") { $0.id }
    AnswerMember("state", .word(State.allCases.map(\.rawValue))) { $0.state.rawValue }
    AnswerMember("files", .count) { $0.files }
    AnswerMember("located", .count) { $0.located }
    AnswerMember("expectedFiles", .count) { $0.expectedFiles }
    AnswerMember("folder") { $0.folder?.description }
    AnswerMember("seconds", ["type": "number", "minimum": 0]) { $0.seconds }
    AnswerMember("problem") { $0.problem }
    AnswerMember("added", .count) { $0.report?.added }
    AnswerMember("updated", .count) { $0.report?.updated }
    AnswerMember("moved", .count) { $0.report?.moved }
    AnswerMember("removed", .count) { $0.report?.removed }
    AnswerMember("unchanged", .count) { $0.report?.unchanged }
    AnswerMember("hanging") { $0.report?.hanging.map(\.text) }
    AnswerMember("errors") { $0.report?.errors.prefix(mostErrors).map(\.self) }
  }

  /// At most this many errors are listed; `geoindex scan` lists all.
  private static let mostErrors = 20

  var id: Int
  var state = State.waiting
  var files = 0
  var located = 0
  var expectedFiles: Int?

  /// The current folder, or the last one.
  var folder: FilePath?
  var seconds = 0.0
  var report: ScanReport?

  /// Why it failed.
  var problem: String?

  var isOver: Bool { state.isEnd }

  mutating func take(_ progress: ScanProgress) {
    state = .running
    files = progress.files
    located = progress.located
    expectedFiles = progress.expectedFiles
    folder = progress.directory
    seconds = progress.seconds
  }

  mutating func take(_ report: ScanReport) {
    state = report.wasInterrupted ? .cancelled : .finished
    files = report.files
    located = report.located
    seconds = report.seconds
    self.report = report
    if !report.wasInterrupted { folder = nil }
  }

  mutating func fail(_ reason: String) {
    state = .failed
    problem = reason
  }

  /// Marks it as cancelled before it has started.
  mutating func cancel() { state = .cancelled }
}

extension ScanProblem: Answer {
  /// Its members.
  public static let shape = AnswerShape<ScanProblem> {
    AnswerMember("path") { $0.path.text }
    AnswerMember("reason") { $0.reason }
  }
}
