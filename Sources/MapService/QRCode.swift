internal import CQREncode

/// A text as a QR code.
public struct QRCode {
  /// Modules along a side, without the quiet zone.
  public let side: Int

  private let dark: [Bool]

  /// Encodes a text; returns nil if it is too long.
  public init?(_ text: String) {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    guard let squares = unsafe code.pointee.data else { return nil }
    // The lowest bit is the colour, the others are the role of the module.
    dark = (0..<side * side).map { unsafe squares[$0] & 1 == 1 }
    self.side = side
  }

  /// Whether a module is dark; those outside of the code are not.
  public func isDark(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return dark[row * side + column]
  }

  /// The code as lines of text, two rows of modules each, with the quiet zone.
  ///
  /// With colours it is black on white. Without, the light modules are drawn, as most terminals are dark.
  public func lines(coloured: Bool) -> [String] {
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

  /// The code as a picture, black on white with the quiet zone, whose lines are one unit apart.
  var svg: String {
    let margin = 4
    let width = side + 2 * margin
    var path = ""
    for row in 0..<side {
      for column in 0..<side where isDark(column: column, row: row) {
        path += "M\(column + margin),\(row + margin)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" shape-rendering="crispEdges">\
      <rect width="\(width)" height="\(width)" fill="#fff"/><path d="\(path)"/></svg>
      """
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
