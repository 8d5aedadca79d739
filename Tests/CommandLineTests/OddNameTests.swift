import Foundation
import TestSupport
import Testing

/// File names are bytes: arguments that are not UTF-8 are passed through.
@Suite struct OddNameTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script with `$G` as the program, `$S` as a sample photo and `$D` as an empty folder; stops at the first error.
  private func bash(_ script: String) throws -> Program.Outcome {
    let photo = SamplePhotos.path("2023-paris/eiffel-tower.jpg")
    return try Program.run(
      "bash", ["-euc", script],
      environment: ["G": Program.path, "S": photo, "D": folder.path, "GEOINDEX_DB": ""])
  }

  private let library = """
    mkdir -p "$D"/$'caf\\xe9'; cp "$S" "$D"/$'caf\\xe9/\\xff.jpg'; cp "$S" "$D"/$'caf\\xe9/plain.jpg'
    "$G" scan --quiet --db "$D"/$'\\xe9.sqlite' "$D"/$'caf\\xe9'
    test -f "$D"/$'\\xe9.sqlite'

    """

  @Test func aFolderIsScannedAndFoundByTheBytesOfItsName() throws {
    let outcome = try bash(
      library + """
        GEOINDEX_DB="$D"/$'\\xe9.sqlite' "$G" query --format csv
        """)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("%FF.jpg"))
    #expect(outcome.output.contains("caf%E9"))
  }

  @Test func anExportAndAnImportAndAFileThatIsInspectedHaveTheirNames() throws {
    let outcome = try bash(
      library + """
        "$G" export --db "$D"/$'\\xe9.sqlite' --output="$D"/$'out\\xe8.ndjson'
        test -f "$D"/$'out\\xe8.ndjson'
        "$G" import --quiet --db "$D"/$'copy\\xe9' "$D"/$'out\\xe8.ndjson'
        "$G" inspect "$D"/$'caf\\xe9/\\xff.jpg'
        "$G" report --json --db "$D"/$'copy\\xe9'
        """)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("\"photos\":2"))
    #expect(outcome.output.contains("caf\\xE9/\\xFF.jpg"))
  }

  @Test func patternsAreBytesAndAreRememberedAsSuch() throws {
    let excluded = try bash(
      library + """
        "$G" scan --json --quiet --db "$D"/$'\\xe9.sqlite' --exclude $'\\xff*' "$D"/$'caf\\xe9'
        """)
    #expect(try excluded.json()["removed"] as? Int == 1, "\(excluded.messages)")
    let again = try bash(
      """
      sqlite3 "$D"/$'\\xe9.sqlite' 'SELECT hex(value) FROM root_option WHERE name = "exclude"' >&2
      "$G" scan --json --quiet --db "$D"/$'\\xe9.sqlite' --include $'\\xff*' "$D"/$'caf\\xe9'
      """)
    #expect(try again.json()["added"] as? Int == 1)
    #expect(again.messages == "FF2A\n")
  }

  @Test func aFolderIsForgottenByItsBytesAlsoWhenItIsGone() throws {
    let outcome = try bash(
      library + """
        rm -r "$D"/$'caf\\xe9'; cd "$D"
        "$G" forget --db $'\\xe9.sqlite' $'./x/../caf\\xe9/'
        """)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("forgot 2 files"), "\(outcome.messages)")
    #expect(outcome.messages.contains("/caf\\xE9"))
  }

  @Test func theHomeFolderIsWhereItIs() throws {
    let outcome = try bash(
      """
      mkdir "$D"/$'h\\xe9' "$D"/p; cp "$S" "$D"/p/a.jpg
      XDG_DATA_HOME= HOME="$D"/$'h\\xe9' "$G" scan --quiet "$D"/p
      test -f "$D"/$'h\\xe9/.local/share/geoindex/photos.sqlite'
      """)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  /// They would show the rest of the line in another order than it has.
  @Test func charactersThatChangeTheDirectionOfTextAreNotWrittenToTablesAndMessages() throws {
    let marks = "\u{200E}\u{200F}\u{061C}\u{202A}\u{202E}\u{2066}\u{2069}"
    let outcome = try bash(
      """
      mkdir "$D"/p; cp "$S" "$D"/p/'a\(marks)gpj.exe.jpg'
      "$G" scan --quiet --db "$D"/i "$D"/p
      "$G" query --format table --db "$D"/i
      "$G" scan --db "$D"/i '/nowhere/\(marks)' >&2 || true
      """)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let shown = String(repeating: "\u{FFFD}", count: 7)
    #expect(outcome.output.contains("a\(shown)gpj.exe.jpg"), "\(outcome.output)")
    #expect(outcome.messages.contains("/nowhere/\(shown)"), "\(outcome.messages)")
    for mark in marks.unicodeScalars {
      #expect(!(outcome.output + outcome.messages).unicodeScalars.contains(mark))
    }
  }

  @Test func messagesShowBytesThatCanBeTypedAgain() throws {
    let outcome = try bash("\"$G\" scan --db \"$D\"/a $'/nowhere/a\\xe9\\x80b'")
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("/nowhere/a\\xE9\\x80b"))
    let filter = try bash("\"$G\" query --db \"$D\"/a --camera $'\\xe9'")
    #expect(filter.code == 2)
    #expect(filter.messages.contains("--camera \"\\xE9\" is not UTF-8"))
  }
}
