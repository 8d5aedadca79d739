internal import PhotoExchange
internal import PhotoFacts
internal import PhotoScanner

/// The progress or the result of one scan.
struct ScanStatus: Sendable {
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

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("state", state.rawValue)
      json.member("files", files)
      json.member("located", located)
      json.member("expectedFiles", expectedFiles)
      json.member("folder", folder?.description)
      json.member("seconds", seconds)
      json.member("problem", problem)
      guard let report else { return }
      json.member("added", report.added)
      json.member("updated", report.updated)
      json.member("moved", report.moved)
      json.member("removed", report.removed)
      json.member("unchanged", report.unchanged)
      json.values("hanging", report.hanging) { $0.value($1.text) }
      json.name("errors")
      json.array { json in
        for error in report.errors.prefix(Self.mostErrors) {
          json.object { json in
            json.member("path", error.path.text)
            json.member("reason", error.reason)
          }
        }
      }
    }
  }
}
