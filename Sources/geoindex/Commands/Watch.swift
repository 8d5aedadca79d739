internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Synchronization
internal import Threads

extension Option {
  static let poll = Option(
    "--poll", "SECONDS",
    "how often to check folders that cannot be watched, such as network shares (default: 60)")
}

extension Command {
  static let watch = Command(
    name: "watch",
    summary: "scan folders, then keep the index up to date",
    operands: "<dir>…",
    operandCount: 1...Int.max,
    options: Option.scanning + [.poll],
    notes: """
      A photo copied into one of the folders is in the index as soon as it is written; a photo that is
      renamed or moved keeps its id. Network shares, and folders beyond the limit of inotify watches,
      are checked at intervals (--poll). A disk that is mounted below one of the folders is scanned and
      watched. The photos of an unmounted disk stay in the index; it is scanned when it is mounted
      again.

      Other commands, also geoindex scan, can use the index meanwhile. Ctrl-C stops watching. With
      --json the report of each scan, and of each change after it, is one line on standard output, in
      the format of scan --json.
      """,
    examples: [
      ("geoindex watch ~/Pictures", "index a folder and keep the index up to date"),
      ("geoindex serve --watch ~/Pictures", "the same while showing the map"),
    ],
    run: { try WatchCommand(arguments: $0).run() })
}

private struct WatchCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let options = try ScanOptions(arguments)
    let pollInterval = try WatchedFolders.pollInterval(arguments)
    // Before any thread starts, so that no thread receives the signal that ends the program.
    Interruption.hold()
    let index = try Locations.openForWriting(arguments)
    let watcher = FolderWatcher(
      index: index, folders: arguments.paths, options: options,
      pollInterval: pollInterval,
      observer: WatchPrinter(
        isQuiet: arguments.has(.quiet), printsJSON: arguments.has(.json)))
    try SystemThread.start {
      Interruption.wait()
      // A second signal ends the program at once.
      Interruption.release()
      watcher.stop()
      HangingFolders.shared.hurry()
    }
    try watcher.run()
    return .done
  }
}

/// Options that `watch` and `serve --watch` share.
enum WatchedFolders {
  static func pollInterval(_ arguments: ParsedArguments) throws -> Duration {
    .seconds(try arguments.whole(.poll, in: 1...86_400) ?? 60)
  }
}

/// Prints the progress of a watcher: text on standard error, JSON on standard output.
struct WatchPrinter: WatchObserver {
  private let isQuiet: Bool
  private let printsJSON: Bool
  private let display: Display

  init(isQuiet: Bool, printsJSON: Bool) {
    self.isQuiet = isQuiet
    self.printsJSON = printsJSON
    display = Display(isQuiet: isQuiet)
  }

  /// The progress line, behind a lock because it is not `Sendable`.
  private final class Display: Sendable {
    let line: Mutex<ProgressDisplay>
    init(isQuiet: Bool) { line = Mutex(ProgressDisplay(isQuiet: isQuiet)) }
  }

  func scanBegan() {}

  func scanProgressed(_ progress: ScanProgress) -> Bool {
    display.line.withLock { $0.show(progress) }
    return true
  }

  func scanEnded(_ report: ScanReport) {
    display.line.withLock { $0.clear() }
    printLine(report)
    if !isQuiet { Console.error(ScanText.summary(report)) }
    ScanText.printProblems(report)
  }

  func scanFailed(_ error: any Error) { display.line.withLock { $0.clear() } }

  func refreshBegan() {}

  func backlogChanged(to count: Int) {}

  func refreshEnded(_ report: ScanReport) {
    let changes = ScanText.changes(report)
    guard !changes.isEmpty else { return }
    printLine(report)
    if !isQuiet { Console.error(changes.joined(separator: ", ")) }
  }

  func noticed(_ remark: WatchRemark) {
    if isQuiet, case .folderBack = remark { return }
    Console.error(Console.printable("geoindex: \(remark.text)"))
  }

  private func printLine(_ report: ScanReport) {
    // A closed pipe does not end the watcher.
    if printsJSON { try? Output.standard.writeJSON(report) }
  }
}
