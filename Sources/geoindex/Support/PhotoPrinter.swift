internal import Geography
internal import PhotoExchange
internal import PhotoIndex

/// Writes a list of photos in one format.
protocol PhotoWriter {
  mutating func begin(matched: Int?, returned: Int)
  mutating func write(_ photo: PhotoRecord, line: GeodesicLine?) throws
  mutating func end() throws
}

/// Prints photos to standard output or to a file, which appears when the list is complete.
struct PhotoPrinter {
  private var writer: (any PhotoWriter)?
  private let file: OutputFile?

  /// Makes a printer that completes the file at the end.
  init(_ writer: any PhotoWriter, _ file: OutputFile?) {
    self.writer = writer
    self.file = file
  }

  mutating func begin(matched: Int?, returned: Int) throws {
    writer?.begin(matched: matched, returned: returned)
  }

  mutating func print(_ photo: PhotoRecord, line: GeodesicLine? = nil) throws {
    try naming { try writer?.write(photo, line: line) }
  }

  mutating func end() throws {
    try naming { try writer?.end() }
    // Closes a database before its file gets its name.
    writer = nil
    try file?.finish()
  }

  /// Names the file in errors of writing.
  private func naming(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as OutputError {
      guard let file else { throw error }
      throw OutputError(isClosed: false, reason: "\(file.name): \(error.reason)")
    }
  }

  /// Removes control characters, because a file name must not control the terminal, nor the order of the text
  /// around it.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let isControl =
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
          return isControl ? "\u{FFFD}" : scalar
        }))
  }
}

/// Writes the formats that are streams, through a buffer.
struct StreamWriter: PhotoWriter {
  var list: PhotoListWriter
  let output: Output

  mutating func begin(matched: Int?, returned: Int) {
    list.begin(matched: matched, returned: returned)
  }

  mutating func write(_ photo: PhotoRecord, line: GeodesicLine?) throws {
    list.write(photo, line: line)
    if list.count > 32_768 { try output.stream(list.take()) }
  }

  mutating func end() throws {
    list.end()
    try output.stream(list.take())
  }
}

/// Writes a GeoPackage into the draft of a file.
struct GeoPackageFile: PhotoWriter {
  let writer: GeoPackageWriter

  func begin(matched: Int?, returned: Int) {}

  func write(_ photo: PhotoRecord, line: GeodesicLine?) throws {
    try writer.write(photo, line: line)
  }

  func end() throws { try writer.finish() }
}
