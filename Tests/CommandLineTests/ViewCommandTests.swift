import Foundation
import TestSupport
import Testing

/// `geoindex view`, and `--view` of other commands.
@Suite struct ViewCommandTests {
  private let library: Library

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    #expect(try run("scan", "--quiet", library.root).code == 0)
  }

  private func run(_ words: String...) throws -> Program.Outcome {
    try Program.run(words + ["--db", library.database])
  }

  private func paths(_ words: [String]) throws -> [String] {
    let outcome = try Program.run(
      ["export", "--format", "csv", "--db", library.database] + words)
    #expect(outcome.code == 0, "\(outcome.messages)")
    return ["a.jpg", "b.jpg"].filter(outcome.output.contains)
  }

  @Test func aViewSelectsWithOtherFiltersInEveryCommandAndFollowsTheLibrary() throws {
    #expect(try run("view", "add", "Meer 海", "--path", "b*", "--text", "fuji").code == 0)
    #expect(try paths(["--view", "Meer 海"]) == ["b.jpg"])
    #expect(try paths(["--view", "Meer 海", "--path", "a*"]).isEmpty)
    #expect(try paths(["--view", "Meer 海", "--path", "*.jpg"]) == ["b.jpg"])
    let nearest = try run("nearest", "48,2", "--view", "Meer 海", "--json")
    #expect(nearest.output.contains("b.jpg"))
    #expect(!nearest.output.contains("a.jpg"))
    try library.add("b2.jpg", as: "2024-japan/mount-fuji.jpg")
    #expect(try run("scan", "--quiet", library.root).code == 0)
    let report = try run("query", "--view", "Meer 海", "--json")
    #expect(report.output.contains("\"path\":\"b2.jpg\""), "\(report.output)")
    #expect(try run("view", "list").output == "Meer 海  path=b*  q=fuji\n")
    let list = try JSONSerialization.jsonObject(
      with: Data(try run("view", "list", "--json").output.utf8))
    #expect(
      list as? NSArray == [["name": "Meer 海", "filters": ["path": "b*", "q": "fuji"]]])
  }

  @Test func aServerKnowsTheSameViews() throws {
    #expect(try run("view", "add", "fuji", "--path", "b*").code == 0)
    let server = try RunningServer(library)
    let found = try Program.run(["query", "--server", server.url, "--view", "fuji", "--json"])
    #expect(found.output.contains("b.jpg"), "\(found.messages)")
    #expect(!found.output.contains("a.jpg"))
    let put = try Program.run(
      "curl",
      [
        "-sS", "-X", "PUT", "-H", "Content-Type: application/json", "--data",
        #"{"filters":{"path":"a*"}}"#, server.url + "views/from%20the%20page",
      ])
    #expect(put.output.contains("from the page"), "\(put.output)")
    #expect(try paths(["--view", "from the page"]) == ["a.jpg"])
    #expect(try run("view", "remove", "fuji").code == 0)
    let gone = try Program.run(["query", "--server", server.url, "--view", "fuji"])
    #expect(gone.code != 0)
    #expect(gone.messages.contains("geoindex view list"), "\(gone.messages)")
  }

  @Test(arguments: [
    (["add"], 2, "NAME"), (["add", "x"], 1, "no filter"),
    (["add", "", "--media", "image"], 1, "name"),
    (["add", "a\nb", "--media", "image"], 1, "control"),
    (["add", "x", "--media", "sound"], 1, "media"),
    (["add", "x", "--view", "y"], 2, "--view"), (["remove", "x"], 2, "geoindex view list"),
    (["list", "x"], 2, "add NAME"), (["show", "x"], 2, "add NAME"),
  ])
  func mistakesAreExplained(words: [String], code: Int32, names: String) throws {
    let outcome = try Program.run(["view"] + words + ["--db", library.database])
    #expect(outcome.code != 0)
    #expect(outcome.messages.contains(names), "\(outcome.messages)")
    #expect(try run("view", "list").output.isEmpty)
  }

  @Test func anExistingViewIsReplacedOnlyOnRequest() throws {
    #expect(try run("view", "add", "x", "--path", "a*").code == 0)
    let taken = try run("view", "add", "x", "--path", "b*")
    #expect(taken.code == 2)
    #expect(taken.messages.contains("--replace"), "\(taken.messages)")
    #expect(try paths(["--view", "x"]) == ["a.jpg"])
    #expect(try run("view", "add", "x", "--path", "b*", "--replace").code == 0)
    #expect(try paths(["--view", "x"]) == ["b.jpg"])
    let unknown = try run("query", "--view", "X")
    #expect(unknown.code != 0)
    #expect(unknown.messages.contains("geoindex view list"), "\(unknown.messages)")
  }

  @Test func viewsStayWhenTheIndexIsDeletedAndMadeAgain() throws {
    #expect(try run("view", "add", "x", "--path", "a*").code == 0)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: library.database + ending)
    }
    #expect(try run("scan", "--quiet", library.root).code == 0)
    #expect(try paths(["--view", "x"]) == ["a.jpg"])
  }

  @Test func programsThatAddViewsAtOnceLoseNone() throws {
    let adding = try (0..<12).map { number in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = [
        "view", "add", "view \(number)", "--keyword", "k", "--db", library.database,
      ]
      try process.run()
      return process
    }
    for process in adding { process.waitUntilExit() }
    let names = try run("view", "list").output.split(separator: "\n").map {
      $0.prefix { $0 != "\t" }
    }
    #expect(Set(names).count == 12)
  }

  /// The list is replaced as a whole, so at each moment it is the old or the new one.
  @Test func aProgramThatIsKilledWhileItSavesLeavesAWholeList() throws {
    #expect(try run("view", "add", "first", "--path", "a*").code == 0)
    for number in 0..<25 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = [
        "view", "add", "view \(number)", "--keyword", "k", "--db", library.database,
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Each second time at once, else while it holds the lock or writes the draft.
      if number % 2 == 0 {
        _ = eventually {
          !process.isRunning
            || FileManager.default.fileExists(atPath: library.database + ".views.new")
        }
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let list = try run("view", "list")
      #expect(list.code == 0, "\(list.messages)")
      #expect(list.output.hasPrefix("first  path=a*\n"))
      let others = list.output.split(separator: "\n").dropFirst()
      #expect(others.allSatisfy { $0.hasSuffix("  keyword=k") })
    }
    #expect(try run("view", "add", "last", "--keyword", "k").code == 0)
  }
}
