/// One line that tells how far something has come: it changes on a terminal, and is a line now and
/// then elsewhere.
final class ProgressLine {
  private let isQuiet: Bool
  private let isLive = Console.isTerminal
  private var lastShown = 0.0
  private var hasLine = false

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Shows a text, unless the last one was shown only just now; it is not made then.
  func show(after seconds: Double, _ text: () -> String) {
    guard !isQuiet, seconds - lastShown >= (isLive ? 0.1 : 5) else { return }
    lastShown = seconds
    guard isLive else { return Console.error(text()) }
    Console.write("\r\u{1B}[2K" + String(text().prefix(Console.width - 1)))
    hasLine = true
  }

  /// Takes the line away.
  func clear() {
    if hasLine { Console.write("\r\u{1B}[2K") }
    hasLine = false
  }
}
