internal import PhotoFacts
internal import PhotoScanner

/// Shows the progress of a scan.
final class ProgressDisplay {
  private let line: ProgressLine

  init(isQuiet: Bool) { line = ProgressLine(isQuiet: isQuiet) }

  func show(_ progress: ScanProgress) {
    line.show(after: progress.seconds) {
      let rate = Double(progress.files) / progress.seconds
      var text =
        "\(ScanText.grouped(progress.files)) files, \(ScanText.grouped(Int(rate)))/s, "
        + "\(ScanText.grouped(progress.located)) on the map"
      if let expected = progress.expectedFiles, expected > progress.files, rate > 0 {
        text += ", \(ScanText.seconds(Double(expected - progress.files) / rate)) left"
      }
      return text + "  \(PhotoPrinter.printable(progress.directory.description))"
    }
  }

  /// Erases the progress line.
  func clear() { line.clear() }
}
