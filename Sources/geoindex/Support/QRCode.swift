internal import CQREncode

/// A text as the square that cameras of phones read.
struct QRCode {
  /// Squares along a side, without the margin.
  let side: Int

  private let dark: [Bool]

  /// Nothing where the text is longer than such a square can hold.
  init?(_ text: String) {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    guard let squares = unsafe code.pointee.data else { return nil }
    // The lowest bit tells black from white, the others what the square is for.
    dark = (0..<side * side).map { unsafe squares[$0] & 1 == 1 }
    self.side = side
  }

  func isDark(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return dark[row * side + column]
  }

  /// Lines of a terminal, two rows of squares each, with the white margin that readers want.
  ///
  /// With colours it is black on white whatever the terminal's own are. Without, the white squares
  /// are drawn, as most terminals are dark.
  func lines(coloured: Bool) -> [String] {
    let margin = coloured ? 2 : 4
    let span = -margin..<side + margin
    return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
      let line = span.map { column in
        Self.sign(
          light: !isDark(column: column, row: row), !isDark(column: column, row: row + 1))
      }
      return coloured ? "\u{1B}[97;40m" + line.joined() + "\u{1B}[0m" : line.joined()
    }
  }

  private static func sign(light upper: Bool, _ lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
