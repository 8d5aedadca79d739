internal import Glibc
internal import MapService
internal import PhotoExchange
internal import PhotoFacts

/// Messages for people, on standard error.
enum Console {
  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether colours may be used.
  static var hasColours: Bool { isTerminal && Environment.value("NO_COLOR") == nil }

  /// Prints a message.
  static func error(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Prints without a line break.
  static func write(_ text: String) {
    // There is no way left to report the error.
    try? Output(descriptor: STDERR_FILENO).write(text)
  }

  /// Shows a text as a QR code.
  static func showCode(of text: String) {
    guard let code = QRCode(text) else {
      return error("geoindex: this is too long for a QR code: \(text)")
    }
    error(code.lines(coloured: hasColours).joined(separator: "\n"))
  }

  /// Removes control characters except line breaks, because a file name must not control the terminal.
  static func printable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { PhotoPrinter.printable(String($0)) }.joined(separator: "\n")
  }

  /// The text in a colour, if colours may be used.
  static func coloured(_ text: String, _ code: String) -> String {
    hasColours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The width of the terminal in characters.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else {
      return 80
    }
    return Int(size.ws_col)
  }
}

/// Data, on standard output or in a file.
struct Output {
  static let standard = Output(descriptor: STDOUT_FILENO)

  let descriptor: Int32

  /// Whether the output is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  /// The width of the terminal in characters; nil for a file or a pipe.
  var columns: Int? {
    var size = winsize()
    guard isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes a JSON document and a line break.
  func writeJSON(_ body: (inout JSONWriter) -> Void) throws(OutputError) {
    var json = JSONWriter()
    body(&json)
    json.endLine()
    try write(json.bytes)
  }

  /// Writes an answer of the API, or several as a list.
  func writeJSON(_ answer: some AnswerValue) throws(OutputError) {
    try writeJSON { answer.write(to: &$0) }
  }

  /// Writes bytes, and drops them if the reader has closed the pipe, as `head` does.
  ///
  /// A closed pipe must not end a command before it has made its changes, and must not replace its exit code.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    do throws(OutputError) {
      try stream(bytes)
    } catch {
      guard error.isClosed else { throw error }
    }
  }

  func stream(_ text: String) throws(OutputError) { try stream(Array(text.utf8)) }

  /// Writes a part of a long list, and throws if the reader has closed the pipe, so that the list ends early.
  func stream(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw OutputError(isClosed: errno == EPIPE, reason: unsafe String(cString: strerror(errno)))
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Output that could not be written.
struct OutputError: Error {
  /// Whether the reader closed the pipe, as `head` does.
  var isClosed: Bool
  var reason: String
}

/// Environment variables.
enum Environment {
  /// The names of all variables.
  static var names: [String] {
    var names: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      names.append(String(unsafe String(cString: entry).prefix { $0 != "=" }))
      unsafe next += 1
    }
    return names.sorted()
  }

  /// The value of a variable; nil if it is unset or empty.
  static func value(_ name: String) -> String? {
    path(name)?.description
  }

  /// The value of a variable that is a file name, which need not be UTF-8.
  static func path(_ name: String) -> FilePath? {
    guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
    return FilePath(bytes: unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }
}
