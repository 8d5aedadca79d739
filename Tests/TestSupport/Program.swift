public import Foundation
private import Synchronization

/// The program as a process with arguments, output and an exit code.
public struct Program: Sendable {
  /// The path of the executable: `$GEOINDEX_PROGRAM`, or the one beside the bundle of the tests.
  public static var path: String {
    if let path = ProcessInfo.processInfo.environment["GEOINDEX_PROGRAM"] { return path }
    let bundle = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    return bundle.deletingLastPathComponent().appendingPathComponent("geoindex").path
  }

  /// The result of a run.
  public struct Outcome: Sendable {
    /// The exit code.
    public var code: Int32
    /// What it wrote to standard output.
    public var output: String
    /// What it wrote to standard error.
    public var messages: String

    /// The output as one JSON object.
    public func json() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// Runs geoindex to its end, with a closed pipe for its output and its messages; returns the exit code.
  public static func runUnread(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs geoindex to its end.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(path, arguments, environment: environment)
  }

  /// Runs any program to its end; its name is searched in the PATH.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    // Files instead of pipes: a full pipe would block the program.
    let folder = try TemporaryDirectory()
    // Tests neither read nor change the index, thumbnails and settings of the user.
    let home = [
      "XDG_DATA_HOME": folder.file("data"), "XDG_CACHE_HOME": folder.file("cache"),
      "XDG_CONFIG_HOME": folder.file("config"),
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(home) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = try handle(folder.file("out"))
    process.standardError = try handle(folder.file("err"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: try text(folder.file("out")),
      messages: try text(folder.file("err")))
  }

  private static func handle(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}

/// A geoindex server on a port of its own, stopped with the last reference.
public final class RunningServer {
  /// The address, with a trailing slash.
  public let url: String

  /// The process.
  public let process: Process

  private let library: Library
  private let messages: FileHandle
  private let folder: TemporaryDirectory

  /// Starts it and waits until it is ready.
  ///
  /// `words` replace the usual command line, which has the index and any free port.
  public init(
    _ library: Library, _ more: [String] = [], index: String? = nil, words: [String]? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.library = library
    folder = try TemporaryDirectory()
    let log = folder.file("err")
    try Data().write(to: URL(fileURLWithPath: log))
    messages = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = words ?? ["serve", "--db", index ?? library.database, "--port", "0"] + more
    process.environment = ProcessInfo.processInfo.environment
      .merging(
        ["XDG_CACHE_HOME": folder.file("cache"), "XDG_CONFIG_HOME": folder.file("config")]
      ) { $1 }
      .merging(environment) { $1 }
    process.standardError = messages
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    LeftRunning.note(process.processIdentifier)
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw NoServer(output: String(decoding: line, as: UTF8.self)) }
      line += part
    }
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("Serving http"), text.hasSuffix("/\n") else {
      throw NoServer(output: text)
    }
    url = String(text.dropFirst("Serving ".count).dropLast())
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    LeftRunning.forget(process.processIdentifier)
  }

  /// Stops the program and returns the exit code.
  public func stop() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What it has written to standard error.
  public var log: String {
    (try? String(contentsOfFile: folder.file("err"), encoding: .utf8)) ?? ""
  }

  private struct NoServer: Error {
    var output: String
  }
}

/// Stops the servers that tests share when the process exits.
private enum LeftRunning {
  private static let servers = Mutex<Set<pid_t>>([])

  private static let endsThem: Void = {
    atexit { servers.withLock { servers in for server in servers { kill(server, SIGTERM) } } }
  }()

  static func note(_ server: pid_t) {
    endsThem
    _ = servers.withLock { $0.insert(server) }
  }

  static func forget(_ server: pid_t) { _ = servers.withLock { $0.remove(server) } }
}
