import Foundation
import TestSupport
import Testing

/// A running program whose resources are taken away.
@Suite struct FaultTests {
  let library: Library

  init() throws {
    library = try Library()
    for number in 0..<30 { try library.add("d\(number % 5)/\(number).jpg") }
  }

  private func scan() throws {
    let outcome = try Program.run(["scan", "--quiet", "--db", library.database, library.root])
    try #require(outcome.code == 0, "\(outcome.messages)")
  }

  /// The status code and the content of an answer.
  private func ask(_ server: RunningServer, _ target: String) throws -> (
    status: Int, text: String
  ) {
    let outcome = try Program.run(
      "curl", ["-sS", "--max-time", "60", "-w", "\n%{http_code}", server.url + target])
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
  }

  /// Repeats a request until the response contains a text.
  private func ask(_ server: RunningServer, _ target: String, until text: String) throws {
    let end = Date(timeIntervalSinceNow: 60)
    while try !ask(server, target).text.contains(text) {
      try #require(Date() < end, "\(target) never says \(text): \(server.log)")
    }
  }

  /// Each of these limits is reached during a scan.
  @Test(arguments: 5..<17)
  func aScanThatRunsOutOfDescriptorsEndsWithoutWrongResults(limit: Int) throws {
    let poor = try Program.run(
      "sh",
      [
        "-c", "ulimit -n \(limit); exec \"$0\" scan --quiet --jobs 3 --db \"$1\" \"$2\"",
        Program.path, library.database, library.root,
      ])
    // If not even the program's libraries can be opened, the loader exits with 127.
    #expect(poor.code == 0 || !poor.messages.isEmpty)
    try scan()
    let report = try Program.run(["report", "--json", "--db", library.database]).json()
    #expect(report["located"] as? Int == 30)
    #expect(report["photos"] as? Int == 30)
    // The same limit while known photos are read again.
    let again = try Program.run(
      "sh",
      [
        "-c", "ulimit -n \(limit); exec \"$0\" scan --full --quiet --db \"$1\" \"$2\"",
        Program.path, library.database, library.root,
      ])
    #expect(again.code == 0 || !again.messages.isEmpty)
    let after = try Program.run(["report", "--json", "--db", library.database]).json()
    #expect(after["located"] as? Int == 30)
    #expect(after["photos"] as? Int == 30)
  }

  /// One by one, all that a refresh opens finds no free descriptor.
  @Test(arguments: 0..<8)
  func aChangeSeenWithoutFreeDescriptorsIsInTheIndexOnceThereAreSome(free: Int) throws {
    try library.add("d0/in/deep/0.jpg")
    let server = try RunningServer(library, ["--watch", library.root])
    let all = "collections/photos/items?limit=1"
    try ask(server, all, until: "\"numberMatched\":31")
    let id = server.process.processIdentifier
    func limit(_ count: String) throws {
      let outcome = try Program.run("prlimit", ["--pid", "\(id)", "--nofile=\(count):"])
      try #require(outcome.code == 0, "\(outcome.messages)")
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count
    try limit("\(open + free)")
    try library.add("d0/in/deep/1.jpg")
    let end = Date(timeIntervalSinceNow: 3)
    while Date() < end, !server.log.contains("Too many open files") { usleep(20_000) }
    try limit("1024")
    try ask(server, all, until: "\"numberMatched\":32")
    #expect(server.stop() == 0)
  }

  @Test func aServerStartedBeforeItsDiskIsMountedWaitsForIt() throws {
    try library.move("d0", to: "aside/disk")
    let disk = library.file("late/disk")
    let server = try RunningServer(library, ["--watch", disk])
    try ask(server, "healthz", until: "ok")
    try library.move("aside", to: "late")
    try ask(server, "collections/photos/items?limit=1", until: "\"numberMatched\":6")
    try library.add("late/disk/new.jpg")
    try ask(server, "collections/photos/items?limit=1", until: "\"numberMatched\":7")
    #expect(server.stop() == 0)
  }

  @Test func aRemovedIndexIsReportedAndServedAgainWhenItIsBack() throws {
    try scan()
    let server = try RunningServer(library)
    #expect(try ask(server, "healthz").status == 200)
    let manager = FileManager.default
    for ending in ["", "-wal", "-shm"] {
      try? manager.moveItem(
        atPath: library.database + ending, toPath: library.database + "-away" + ending)
    }
    for target in ["healthz", "collections/photos/items", "photos/1/thumbnail"] {
      let answer = try ask(server, target)
      #expect(answer.status == 503, "\(target)")
      #expect(answer.text.contains("geoindex doctor"), "\(target)")
    }
    try manager.moveItem(atPath: library.database + "-away", toPath: library.database)
    #expect(try ask(server, "healthz").status == 200)
    let page = try ask(server, "collections/photos/items?limit=1")
    #expect(page.text.contains("\"numberMatched\":30"))
    #expect(server.stop() == 0)
  }

  @Test func twoServersUpdateOneIndexFromTwoFolders() throws {
    let one = try RunningServer(library, ["--watch", library.file("d0")])
    let other = try RunningServer(library, ["--watch", library.file("d1")])
    let all = "collections/photos/items?limit=1"
    for server in [one, other] { try ask(server, all, until: "\"numberMatched\":12") }
    for number in 0..<10 { try library.add("d\(number % 2)/more/\(number).jpg") }
    for server in [one, other] { try ask(server, all, until: "\"numberMatched\":22") }
    #expect(one.stop() == 0)
    #expect(other.stop() == 0)
    let check = try Program.run("sqlite3", [library.database, "PRAGMA integrity_check"])
    #expect(check.output == "ok\n")
  }
}
