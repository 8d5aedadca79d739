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
    summary: "scan folders, then keep the index in step with them",
    operands: "<dir>…",
    operandCount: 1...Int.max,
    options: Option.scanning + [.poll],
    notes: """
      A photo that is copied into one of the folders is in the index as soon as it is written; one
      that is renamed or moved keeps its id. On network shares, and where the kernel lets no more
      folders be watched, the folders are checked at intervals. A disk that is mounted below one of
      the folders is scanned and watched. One that is unmounted keeps its photos in the index, and is
      scanned when it is back.

      Other commands may use the index meanwhile, geoindex scan among them. Ctrl-C ends it. With
      --json each scan, and each change after it, is one line on standard output, as scan --json
      prints them.
      """,
    examples: [
      ("geoindex watch ~/Pictures", "index a folder and keep in step with it"),
      ("geoindex serve --watch ~/Pictures", "the same while showing the map"),
    ],
    run: { try WatchCommand(arguments: $0).run() })
}

private struct WatchCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let options = try ScanOptions(arguments)
    let pollInterval = try WatchedFolders.pollInterval(arguments)
    // Before any thread is started, so that none of them takes the signal that ends the program.
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
    }
    try watcher.run()
    return .done
  }
}

/// What `watch` and `serve --watch` have in common.
enum WatchedFolders {
  static func pollInterval(_ arguments: ParsedArguments) throws -> Duration {
    .seconds(try arguments.whole(.poll, in: 1...86_400) ?? 60)
  }
}

/// Tells people on standard error, and programs on standard output, what a watcher does.
struct WatchPrinter: WatchObserver {
  private let isQuiet: Bool
  private let printsJSON: Bool
  private let display: Display

  init(isQuiet: Bool, printsJSON: Bool) {
    self.isQuiet = isQuiet
    self.printsJSON = printsJSON
    display = Display(isQuiet: isQuiet)
  }

  /// The line of a scan under way, which is behind a lock since it is not `Sendable`.
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
    // A reader that has gone is no reason to stop keeping the index in step.
    if printsJSON { try? Output.standard.writeJSON { ScanJSON.write(report, to: &$0) } }
  }
}
