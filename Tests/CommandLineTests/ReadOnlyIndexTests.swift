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

  /// Runs geoindex where the folder of the index is read-only.
  private func runReadOnly(_ arguments: [String]) throws -> Program.Outcome {
    try inReadOnlyFolder([Program.path] + arguments)
  }

  /// Runs a program in a mount namespace in which the folder of the index is read-only.
  ///
  /// The same folder with `-writable` appended may be written to, as by another machine.
  private func inReadOnlyFolder(_ command: [String]) throws -> Program.Outcome {
    let script = """
      mount --make-rprivate / && mkdir -p "$0-writable" && mount --bind "$0" "$0-writable" &&
        mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"
      """
    let namespaces = getuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]
    return try Program.run(
      "unshare", namespaces + ["bash", "-c", script, folder] + command)
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

  /// Later requests use the connections and caches of the first ones until another program changes the index.
  @Test func itIsServedAndAScanThatIsAskedForIsRefused() throws {
    let script = """
      coproc "$0" serve --db "$1" --port 0
      server=$COPROC_PID; read -r _ url <&"${COPROC[0]}"
      for round in 1 2 3; do
        curl -sS "${url}collections/photos/items"; echo
        curl -sS -o "$2" -w "thumbnail $round: %{http_code}\\n" "${url}photos/1/thumbnail?width=160"
        curl -sS -X POST "${url}scans"; echo
      done
      cp "$3/a b.jpg" "$3/c d.jpg"
      "$0" scan --quiet --db "${1%/*}-writable/photos.sqlite" "$3"
      curl -sS "${url}collections/photos/items"; echo
      kill -TERM "$server"; wait "$server"
      """
    let outcome = try inReadOnlyFolder(
      [
        "bash", "-euc", script, Program.path, library.database, library.file("../thumbnail.jpg"),
        library.root,
      ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count { $0.contains("\"numberMatched\":1") } == 3)
    #expect(outcome.output.contains("a b.jpg"))
    #expect(outcome.output.contains("\"numberMatched\":2"))
    #expect(lines.filter { $0.hasPrefix("thumbnail") } == (1...3).map { "thumbnail \($0): 200" })
    #expect(lines.count { $0.contains("\"status\":409") && $0.contains("geoindex scan") } == 3)
  }

  @Test(arguments: [["scan"], ["watch"]])
  func commandsThatWriteFailAndSayWhatToDo(command: [String]) throws {
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
