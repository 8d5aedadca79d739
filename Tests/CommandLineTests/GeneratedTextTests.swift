import Foundation
import TestSupport
import Testing

/// The manual page and the shell completions.
@Suite struct GeneratedTextTests {
  private func generated(_ kind: String, in folder: TemporaryDirectory) throws -> String {
    let outcome = try Program.run(["--generate", kind])
    try #require(outcome.code == 0 && outcome.messages.isEmpty)
    let path = folder.file(kind)
    try outcome.output.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func commands() throws -> [String] {
    try Program.run(["--help"]).output.split(separator: "\n").drop { $0 != "Commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// The completions of bash for the last word.
  private func bash(_ words: String...) throws -> [String] {
    let folder = try TemporaryDirectory()
    let script = try generated("complete-bash", in: folder)
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program.run(
      "bash",
      [
        "-euc",
        """
        source '\(script)'
        COMP_WORDS=(geoindex \(line)); COMP_CWORD=\(words.count)
        cd '\(SamplePhotos.package)'
        _geoindex || true
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(outcome.messages.isEmpty)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func bashCompletesCommandsOptionsAndValues() throws {
    #expect(Set(try bash("")).isSuperset(of: try commands()))
    #expect(try bash("sc") == ["scan"])
    #expect(try bash("scan", "--jo") == ["--jobs"])
    #expect(try bash("query", "--format", "geojsons") == ["geojsonseq"])
    #expect(try bash("nearest", "--media", "v") == ["video"])
    #expect(try bash("scan", "sample-ph") == ["sample-photos"])
    #expect(try bash("inspect", "Package.sw") == ["Package.swift"])
    #expect(try bash("query", "--limit", "").isEmpty)
  }

  @Test func fishCompletesThemToo() throws {
    let folder = try TemporaryDirectory()
    let script = try generated("complete-fish", in: folder)
    func offered(_ line: String) throws -> [String] {
      let outcome = try Program.run(
        "fish", ["--no-config", "-c", "source '\(script)'; complete -C '\(line)'"])
      #expect(outcome.code == 0)
      #expect(outcome.messages.isEmpty)
      return outcome.output.split(separator: "\n").compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
    }
    #expect(Set(try offered("geoindex ")).isSuperset(of: try commands()))
    #expect(try offered("geoindex scan --jo") == ["--jobs"])
    #expect(try offered("geoindex query --format geojsons") == ["geojsonseq"])
    #expect(try offered("geoindex nearest --media v") == ["video"])
  }

  @Test func zshUnderstandsItsCompletion() throws {
    let folder = try TemporaryDirectory()
    let script = try generated("complete-zsh", in: folder)
    let checked = try Program.run("zsh", ["--no-rcs", "-n", script])
    #expect(checked.code == 0)
    #expect(checked.messages.isEmpty)
    // zsh's own completion functions need a terminal, so the test replaces them.
    let outcome = try Program.run(
      "zsh",
      [
        "--no-rcs", "-c",
        """
        _describe() { print -l -- ${(P)2}; }
        _arguments() { print -l -- "$@"; }
        words=(geoindex ''); CURRENT=2; source '\(script)'
        words=(geoindex scan --jo); CURRENT=3; _geoindex
        """,
      ])
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    for command in try commands() {
      #expect(outcome.output.contains("\n\(command):") || outcome.output.hasPrefix("\(command):"))
    }
    #expect(outcome.output.contains("\n--jobs[files to read in parallel"))
  }

  @Test func theManualPageHasEveryCommandAndOption() throws {
    let folder = try TemporaryDirectory()
    let source = try generated("man", in: folder)
    let shown = try Program.run(
      "groff", ["-k", "-man", "-Tutf8", "-ww", "-P-c", "-rLL=100n", source])
    try #require(shown.code == 0)
    #expect(shown.messages.isEmpty)
    // A bold letter is printed twice with a backspace in between.
    let page = shown.output.replacing(/.\u{8}/, with: "")
    for command in try commands() {
      #expect(page.contains("geoindex \(command)"))
      let help = try Program.run([command, "--help"]).output
      let options = help.split(separator: "\n").compactMap { line in
        line.hasPrefix("  -") ? line.split(separator: " ").first.map(String.init) : nil
      }
      #expect(options.count > 5)
      for option in options { #expect(page.contains(option), "\(command) \(option)") }
    }
  }

  @Test func theManualPageHasEveryVariableAndFile() throws {
    let folder = try TemporaryDirectory()
    let source = try String(contentsOfFile: try generated("man", in: folder), encoding: .utf8)
    let page = source.replacing("\\-", with: "-")
    for name in [
      "GEOINDEX_DB", "GEOINDEX_AUTH", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR", "NO_COLOR",
      "photos.sqlite-wal", "photos.sqlite.zones", "photos.sqlite.views", "photos.sqlite.shares",
      "photos.sqlite.share-key",
    ] { #expect(page.contains(name), "\(name)") }
  }

  @Test func anUnknownKindIsRefusedWithTheKnownOnes() throws {
    let outcome = try Program.run(["--generate", "html"])
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("complete-zsh"))
  }
}
