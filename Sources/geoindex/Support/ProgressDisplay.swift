internal import Glibc
internal import PhotoFacts
internal import PhotoScanner

/// Shows how far a scan has come: one line that changes on a terminal, a line now and then elsewhere.
final class ProgressDisplay {
  private let isQuiet: Bool
  private let isLive: Bool
  private var lastShown = 0.0
  private var hasLine = false

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isLive = Console.isTerminal
  }

  func show(_ progress: ScanProgress) {
    let pause = isLive ? 0.1 : 5
    guard !isQuiet, progress.seconds - lastShown >= pause else { return }
    lastShown = progress.seconds
    let rate = Double(progress.files) / progress.seconds
    var text =
      "\(ScanText.grouped(progress.files)) files, \(ScanText.grouped(Int(rate)))/s, "
      + "\(ScanText.grouped(progress.located)) on the map"
    if let expected = progress.expectedFiles, expected > progress.files, rate > 0 {
      text += ", \(ScanText.seconds(Double(expected - progress.files) / rate)) left"
    }
    text += "  \(PhotoPrinter.printable(progress.directory.description))"
    guard isLive else { return Console.error(text) }
    let line = String(text.prefix(Console.width - 1))
    Console.write("\r\u{1B}[2K" + line)
    hasLine = true
  }

  /// Takes the line away.
  func clear() {
    if hasLine { Console.write("\r\u{1B}[2K") }
    hasLine = false
  }
}
