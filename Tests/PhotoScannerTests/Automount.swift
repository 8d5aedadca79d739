import Foundation
import TestSupport

/// A folder on which the kernel mounts photos when a process enters it (autofs).
final class Automount {
  /// Whether this process may mount autofs; if not, the tests are reported as skipped.
  ///
  /// Root of a user namespace may mount other file systems, but not this one.
  static let isPossible: Bool = {
    let users = try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)
    let isOuter = users?.contains(" 4294967295") == true
    if !isOuter { print("NOT TESTED: automounters. They need root outside of user namespaces.") }
    return isOuter && RealMountTests.mayMount
  }()

  /// The folder whose content is mounted.
  let content: TemporaryDirectory

  private let mountPoint: String
  private let server: String
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  private struct NotMounted: Error {
    var answer: String
  }

  init(at mountPoint: String) throws {
    content = try TemporaryDirectory()
    self.mountPoint = mountPoint
    server = content.path + ".server"
    try FileManager.default.createDirectory(
      atPath: mountPoint, withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", SamplePhotos.package + "/Tests/automount.py", content.path, mountPoint, server,
    ]
    process.standardInput = input
    process.standardOutput = output
    try startServer()
    try process.run()
    try wait(for: "ready\n")
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    while (try? Program.run("umount", ["-l", mountPoint]))?.code == 0 {}
    stopServer()
  }

  func startServer() throws { try Data().write(to: URL(fileURLWithPath: server)) }

  /// Lets further mounts fail.
  func stopServer() { try? FileManager.default.removeItem(atPath: server) }

  /// Unmounts the photos, as the kernel does after a time without use.
  func expire() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    try wait(for: "unmounted\n")
  }

  var isMounted: Bool {
    let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    return (mounts ?? "").split(separator: "\n")
      .contains { $0.contains(" \(mountPoint) ") && !$0.contains(" - autofs ") }
  }

  func add(_ name: String, as sample: String) throws {
    try FileManager.default.copyItem(
      atPath: SamplePhotos.path(sample), toPath: content.file(name))
  }

  private func wait(for answer: String) throws {
    var found = ""
    while !found.hasSuffix("\n") {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      found += String(decoding: part, as: UTF8.self)
    }
    guard found == answer else { throw NotMounted(answer: found) }
  }
}
