import Foundation

/// A folder that looks like a network share whose server stops answering.
///
/// It is a FUSE file system (`Benchmarks/slow_disk.c`), unmounted with the last reference.
public final class StallingShare {
  /// Whether this machine has FUSE; without it, tests are reported as skipped.
  public static let isPossible: Bool = {
    let isPossible = FileManager.default.fileExists(atPath: "/dev/fuse")
    if !isPossible { print("NOT TESTED: shares that hang. They need /dev/fuse.") }
    return isPossible
  }()

  /// The mount point.
  public let path: String

  /// The folder whose content it shows.
  public let content: String

  private let folder: TemporaryDirectory
  private let process = Process()

  /// Mounts an empty share.
  public init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("share")
    content = folder.file("content")
    for path in [path, content] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try Data().write(to: URL(fileURLWithPath: folder.file("stalls")))
    process.executableURL = URL(fileURLWithPath: try Self.program.get())
    process.arguments = [content, path, "0", "share", folder.file("stalls")]
    process.standardError = FileHandle.nullDevice
    try process.run()
    let isMounted = try eventually {
      try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).contains(" \(path) ")
    }
    guard isMounted else { throw NotMounted() }
  }

  deinit {
    // Ends all calls that wait.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    _ = try? Program.run("fusermount3", ["-u", "-z", path])
  }

  /// Makes calls wait, such as `open /b.jpg`: a call and the ending of a path.
  public func stall(_ calls: String...) throws {
    try? FileManager.default.removeItem(atPath: waiting)
    try Data((calls.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: folder.file("stalls")))
  }

  /// Whether a call has waited since `stall`.
  public var isAwaited: Bool { FileManager.default.fileExists(atPath: waiting) }

  private var waiting: String { folder.file("stalls.waiting") }

  /// Answers all calls again.
  public func answer() throws { try Data().write(to: URL(fileURLWithPath: folder.file("stalls"))) }

  private static let program = Result<String, any Error> {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Benchmarks/slow_disk.c").path
    let program = NSTemporaryDirectory() + "/slow_disk-\(getpid())"
    let flags = try Program.run("pkg-config", ["--cflags", "--libs", "fuse3"])
    let words = flags.output.split { $0 == " " || $0 == "\n" }.map(String.init)
    let outcome = try Program.run("cc", ["-O1", "-o", program, source] + words)
    guard outcome.code == 0 else { throw NotCompiled(messages: outcome.messages) }
    return program
  }

  private struct NotMounted: Error {}

  private struct NotCompiled: Error {
    var messages: String
  }
}
