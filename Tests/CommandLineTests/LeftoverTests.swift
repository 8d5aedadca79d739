import Foundation
import TestSupport
import Testing

/// What a backup or restore leaves behind when it is killed is listed, and removed by the next one.
@Suite struct LeftoverTests {
  private let library: Library
  private let folder: TemporaryDirectory
  private let manager = FileManager.default

  init() throws {
    library = try Library()
    folder = try TemporaryDirectory()
    try library.add("a.jpg")
    try run("scan", "--quiet", library.root)
  }

  @discardableResult
  private func run(_ words: String...) throws -> Program.Outcome {
    let outcome = try Program.run(
      words + ["--db", library.database], environment: ["TMPDIR": folder.path])
    #expect(outcome.code == 0, "\(words): \(outcome.messages)")
    return outcome
  }

  /// The number of a process that has ended.
  private func endedProcess() throws -> String {
    try Program.run("sh", ["-c", "echo $$"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func makeFolder(_ path: String) throws {
    try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("zones".utf8).write(to: URL(fileURLWithPath: path + "/photos.sqlite.zones"))
  }

  @Test func theyAreListedByUninstallAndDoctor() throws {
    let ended = try endedProcess()
    let folders = [library.database, folder.file("geoindex-backup")].map { "\($0).tmp\(ended)" }
    let draft = "\(library.database).boundaries.part\(ended)"
    for name in folders { try makeFolder(name) }
    try Data().write(to: URL(fileURLWithPath: draft))
    let running = "\(library.database).tmp\(ProcessInfo.processInfo.processIdentifier)"
    try makeFolder(running)
    let listed = try run("uninstall", "--dry-run").output.split(separator: "\n").map(String.init)
    let doctor = try Program.run(
      ["doctor", "--db", library.database], environment: ["TMPDIR": folder.path]
    ).output
    for path in folders + [draft] {
      #expect(listed.contains(path), "\(listed)")
      #expect(doctor.contains("rm -r '\(path)'"), "\(doctor)")
    }
    #expect(!listed.contains(running))
    #expect(!doctor.contains(running))
  }

  @Test func theNextBackupRemovesThem() throws {
    let archive = folder.file("backup.tar")
    let ended = try endedProcess()
    try makeFolder("\(archive).tmp\(ended)")
    try Data().write(to: URL(fileURLWithPath: "\(archive).part\(ended)"))
    let others = ["\(archive).tmp", "\(archive).part1x", "\(archive).tmp\(getpid())"]
    for name in others { try makeFolder(name) }
    try run("backup", "--quiet", archive)
    let names = try Set(manager.contentsOfDirectory(atPath: folder.path))
    let wanted = (others + [archive]).map { ($0 as NSString).lastPathComponent }
    #expect(names == Set(wanted))
  }
}
