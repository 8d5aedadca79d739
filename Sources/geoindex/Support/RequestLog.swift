internal import Glibc
internal import HTTPServer
internal import MapService
internal import PhotoFacts
internal import PhotoExchange
internal import Synchronization

extension Option {
  static let accessLog = Option(
    "--access-log", "FILE", "log each request to this file; - is standard output")
  static let logFormat = Option(
    "--log-format", "FORMAT",
    "text (common log format with the duration) or json (default: text)")
  static let logLocations = Option(
    "--log-locations", nil, "also log the requested places")
}

/// The access log.
final class RequestLog: Sendable {
  static let options: [Option] = [
    .accessLog, .logFormat, .logLocations,
  ]

  private enum Format: String, CaseIterable { case text, json }

  private struct State {
    var output: Output
    var hasFailed = false
  }

  private let format: Format
  private let isComplete: Bool

  /// The file; nil for standard output.
  private let target: OutputTarget?
  private let state: Mutex<State>

  /// Opens the log; returns nil if none is requested.
  init?(_ arguments: ParsedArguments) throws {
    let word = arguments.value(.logFormat) ?? Format.text.rawValue
    guard let format = Format(rawValue: word) else {
      throw arguments.usage("--log-format \"\(word)\" is not text or json")
    }
    // An option for the format also requests a log.
    guard Self.options.contains(where: arguments.has) else { return nil }
    target = arguments.path(.accessLog).flatMap {
      $0 == FilePath("-") ? nil : OutputTarget($0, arguments, .accessLog)
    }
    self.format = format
    isComplete = arguments.has(.logLocations)
    state = Mutex(State(output: try Self.open(target)))
  }

  private static func open(_ target: OutputTarget?) throws -> Output {
    guard let target else { return .standard }
    try target.check()
    let descriptor = unsafe target.path.withCString {
      unsafe Glibc.open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      throw LogError(
        file: target.path.description, reason: unsafe String(cString: strerror(errno)))
    }
    return Output(descriptor: descriptor)
  }

  /// Calls `body` while no line can be written.
  static func holdingBack<Result: Sendable>(_ log: RequestLog?, _ body: () throws -> Result)
    rethrows -> Result
  {
    guard let log else { return try body() }
    return try log.state.withLock { _ in try body() }
  }

  /// Opens the file again under its name, after log rotation has renamed the former one.
  func reopen() {
    guard let target else { return }
    do {
      let renewed = try Self.open(target)
      let old = state.withLock { state in
        defer { state = State(output: renewed) }
        return state.output
      }
      close(old.descriptor)
    } catch {
      Console.error("geoindex: \(error); still logging to the former file")
    }
  }

  /// The function that logs the requests of a service.
  func writer(of service: MapService) -> @Sendable (HTTPServer.AccessRecord) -> Void {
    { [self] record in
      var record = record
      record.target =
        isComplete
        ? service.targetWithoutTokens(record.target) : service.redactedTarget(record.target)
      write(format == .json ? Self.json(record) : Self.text(record))
    }
  }

  /// Writes a whole line, for any thread.
  private func write(_ line: [UInt8]) {
    state.withLock { state in
      do {
        try state.output.stream(line)
        state.hasFailed = false
      } catch {
        // Reported once: a full disk will be full for the next line too.
        if !state.hasFailed { Console.error("geoindex: the log cannot be written: \(error)") }
        state.hasFailed = true
      }
    }
  }

  private static func json(_ record: HTTPServer.AccessRecord) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("time", LogTime(microseconds: record.began).instant)
      json.member("address", record.remoteAddress)
      json.member("method", record.method)
      json.member("target", record.target)
      json.member("status", record.status)
      json.member("bytes", record.bodyCount)
      json.member("milliseconds", Double(record.microseconds) / 1_000)
      json.name("complete")
      json.value(record.wasCompleted)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// The common log format: https://httpd.apache.org/docs/current/logs.html#common .
  private static func text(_ record: HTTPServer.AccessRecord) -> [UInt8] {
    let status = record.status.map(String.init) ?? "499"
    let line = """
      \(record.remoteAddress ?? "-") - - [\(LogTime(microseconds: record.began).common)] \
      "\(escaped(record.method)) \(escaped(record.target)) HTTP/1.1" \(status) \
      \(record.bodyCount.map(String.init) ?? "-") \(Double(record.microseconds) / 1_000) ms\
      \(record.wasCompleted ? "" : " (not sent to its end)")\n
      """
    return Array(line.utf8)
  }

  /// Escapes quotation marks and line breaks.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      if scalar == "\"" || scalar == "\\" {
        line += "\\\(scalar)"
      } else if scalar.properties.generalCategory == .control {
        line += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The time of a request in UTC.
private struct LogTime {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The format of JSON: `2026-05-01T12:00:00.123Z`.
  let instant: String

  init(microseconds: Int) {
    instant = Timestamp.utc(Int64(microseconds / 1_000))
  }

  /// The common log format: `01/May/2026:12:00:00 +0000`.
  var common: String {
    let date = instant.prefix(10).split(separator: "-")
    let clock = instant.dropFirst(11).prefix(8)
    guard date.count == 3, let month = Int(date[1]), Self.months.indices.contains(month - 1) else {
      return instant
    }
    return "\(date[2])/\(Self.months[month - 1])/\(date[0]):\(clock) +0000"
  }
}

/// An error: the log cannot be opened.
private struct LogError: Error, CustomStringConvertible {
  var file: String
  var reason: String
  var description: String { "the log \(file) cannot be opened: \(reason)" }
}
