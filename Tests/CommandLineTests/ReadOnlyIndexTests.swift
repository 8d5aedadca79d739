import Foundation
import TestSupport
import Testing

/// An index on a read-only file system or in a read-only folder can be read.
@Suite struct ReadOnlyIndexTests {
  private let library: Library
  private let folder: String

  init() throws {
    library = try Library()
    try library.add("a b.jpg")
    #expect(try Program.run(["scan", "--db", library.database, library.root]).code == 0)
    folder = (library.database as NSString).deletingLastPathComponent
  }

  /// Runs a command in a mount namespace in which the folder of the index is read-only.
  private func runReadOnly(_ arguments: [String]) throws -> Program.Outcome {
    let script = """
      mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"
      """
    let namespaces = getuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]
    return try Program.run(
      "unshare", namespaces + ["bash", "-c", script, folder, Program.path] + arguments)
  }

  @Test(arguments: [
    ["query", "--bbox=-180,-90,180,90"], ["nearest", "48.8, 2.3"], ["report"], ["export"],
    ["doctor"],
  ])
  func itIsRead(command: [String]) throws {
    let outcome = try runReadOnly(command + ["--db", library.database])
    #expect(outcome.code == 0 || command == ["doctor"], "\(outcome.messages)")
    #expect(!outcome.messages.contains("cannot open"))
    if command != ["doctor"], command != ["report"] { #expect(outcome.output.contains("a b.jpg")) }
  }

  @Test(arguments: [["scan"], ["watch"]])
  func whatWritesSaysThatItCannotAndWhatToDo(command: [String]) throws {
    let outcome = try runReadOnly(command + ["--db", library.database, library.root])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("read-only"))
    #expect(outcome.messages.contains("--db"))
  }

  /// A killed program leaves its journal behind.
  @Test func oneWithAJournalIsRefusedWithTheReason() throws {
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: library.database + "-wal"))
    let outcome = try runReadOnly(["query", "--bbox=-180,-90,180,90", "--db", library.database])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("journal"))
  }
}
