/// A line that shows progress: updated in place on a terminal, printed at intervals elsewhere.
final class ProgressLine {
  private let isQuiet: Bool
  private let isLive = Console.isTerminal
  private var lastShown = 0.0
  private var hasLine = false

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Shows a text, unless the last one was shown a moment ago; then the text is not made.
  func show(after seconds: Double, _ text: () -> String) {
    guard !isQuiet, seconds - lastShown >= (isLive ? 0.1 : 5) else { return }
    lastShown = seconds
    guard isLive else { return Console.error(text()) }
    Console.write("\r\u{1B}[2K" + String(text().prefix(Console.width - 1)))
    hasLine = true
  }

  /// Erases the line.
  func clear() {
    if hasLine { Console.write("\r\u{1B}[2K") }
    hasLine = false
  }
}
