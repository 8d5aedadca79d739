internal import CQREncode

/// A text as a QR code.
struct QRCode {
  /// Modules along a side, without the quiet zone.
  let side: Int

  private let dark: [Bool]

  /// Encodes a text; returns nil if it is too long.
  init?(_ text: String) {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    guard let squares = unsafe code.pointee.data else { return nil }
    // The lowest bit is the colour, the others are the role of the module.
    dark = (0..<side * side).map { unsafe squares[$0] & 1 == 1 }
    self.side = side
  }

  func isDark(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return dark[row * side + column]
  }

  /// The code as lines of text, two rows of modules each, with the quiet zone.
  ///
  /// With colours it is black on white. Without, the light modules are drawn, as most terminals are dark.
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
