import Foundation
import TestSupport
import Testing

/// An index on a disk without space is read, and what is said about changes is true.
@Suite struct FullDiskTests {
  private let library: Library

  init() throws {
    library = try Library()
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
  }

  /// Runs a script with the program, the index and the folder of the photos as `$0`, `$1` and `$2`.
  ///
  /// In its mount namespace the folder of the index is a small disk of its own; `fill` leaves as many KB free.
  private func onSmallDisk(_ script: String) throws -> Program.Outcome {
    let folder = (library.database as NSString).deletingLastPathComponent
    let start = """
      mount --make-rprivate /; mount -t tmpfs -o size=2m,nr_inodes=1000 tmpfs "${1%/*}"
      fill() {
        rm -f "${1%/*}/filling"
        head -c 2m /dev/zero >"${1%/*}/filling" 2>/dev/null || true
        truncate -s -"$2"K "${1%/*}/filling"
      }
      "$0" scan --quiet --db "$1" "$2"

      """
    let namespaces = getuid() == 0 ? ["--mount"] : ["--mount", "--map-root-user"]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try Program.run(
      "unshare",
      namespaces + ["bash", "-uc", start + script, Program.path, library.database, library.root])
  }

  @Test func anIndexIsQueriedAndServedWithoutAnySpace() throws {
    let outcome = try onSmallDisk(
      """
      fill "$1" 0
      for round in 1 2; do "$0" query --format table --db "$1" || echo "failed: $?"; done
      coproc "$0" serve --db "$1" --port 0
      server=$COPROC_PID; read -r _ url <&"${COPROC[0]}"
      for round in 1 2; do curl -sS "${url}collections/photos/items"; echo; done
      rm "${1%/*}/filling"
      cp "$2/a.jpg" "$2/c.jpg"
      "$0" scan --quiet --db "$1" "$2"
      curl -sS "${url}collections/photos/items"; echo
      kill -TERM "$server"; wait "$server"
      """)
    #expect(outcome.code == 0, "\(outcome.messages)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("a.jpg") } == 2, "\(outcome.output) \(outcome.messages)")
    #expect(lines.count { $0.contains("\"numberMatched\":2") } == 2, "\(outcome.output)")
    #expect(lines.count { $0.contains("\"numberMatched\":3") } == 1, "\(outcome.output)")
  }

  /// The notes file is written first, so for some amount of space it alone can be.
  @Test func anActThatIsRecordedButCannotBeShownIsReportedSoAndShownLater() throws {
    let outcome = try onSmallDisk(
      """
      "$0" place --db "$1" "$2/b.jpg" --at "1, 2" --apply --quiet
      for free in $(seq 0 4 160); do
        fill "$1" "$free"
        "$0" place --db "$1" "$2/a.jpg" --at "47.5, 8.25" --apply 2>"${2}.messages"; code=$?
        rm "${1%/*}/filling"
        acts=$("$0" notes export --db "$1" | grep -c 47.5)
        echo "$code $acts $(tr '\\n' ' ' <"${2}.messages")"
        [ "$acts" = 0 ] || break
      done
      "$0" scan --quiet --db "$1" "$2"
      "$0" export --format csv --db "$1" | grep -c 47.5
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in lines.dropLast(2) { #expect(line.hasPrefix("1 0 "), "\(line)") }
    let recorded = lines.dropLast().last ?? ""
    #expect(recorded.hasPrefix("4 1 "), "\(outcome.output) \(outcome.messages)")
    #expect(recorded.contains("is recorded in"), "\(recorded)")
    #expect(recorded.contains("Do not repeat the command"), "\(recorded)")
    #expect(lines.last == "1", "\(outcome.output)")
  }

  /// As for positions: what is recorded is said to be, and is shown later.
  @Test func anActOfWordsThatCannotBeShownIsReportedSoAndShownLater() throws {
    let outcome = try onSmallDisk(
      """
      "$0" tag --db "$1" "$2/b.jpg" --title First --apply --quiet >/dev/null
      long=$(head -c 7000 /dev/zero | tr '\\0' x)
      for free in $(seq 0 4 160); do
        fill "$1" "$free"
        "$0" tag --db "$1" "$2/a.jpg" --title Snowfall --caption "$long" --apply \\
          >/dev/null 2>"${2}.messages"; code=$?
        rm "${1%/*}/filling"
        acts=$("$0" notes export --db "$1" | grep -c Snowfall)
        echo "$code $acts $(tr '\\n' ' ' <"${2}.messages")"
        [ "$acts" = 0 ] || break
      done
      "$0" scan --quiet --db "$1" "$2"
      "$0" query --text snowfall --format table --db "$1" | grep -c a.jpg
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in lines.dropLast(2) { #expect(line.hasPrefix("1 0 "), "\(line)") }
    let recorded = lines.dropLast().last ?? ""
    #expect(recorded.hasPrefix("4 1 "), "\(outcome.output) \(outcome.messages)")
    #expect(recorded.contains("Do not repeat the command"), "\(recorded)")
    #expect(lines.last == "1", "\(outcome.output)")
  }

  @Test func aServerWithoutSpaceSaysSoAndStoresWordsOnceThereIsSome() throws {
    let outcome = try onSmallDisk(
      """
      coproc "$0" serve --quiet --db "$1" --port 0
      server=$COPROC_PID; read -r _ url <&"${COPROC[0]}"
      write() {
        curl -sS -w ' %{http_code}\\n' -H 'Content-Type: application/json' \\
          -d '{"photos":[1],"set":{"title":"Snowfall"}}' "${url}words"
      }
      fill "$1" 0
      write
      rm "${1%/*}/filling"
      write
      curl -sS "${url}collections/photos/items/1"
      kill -TERM "$server"; wait "$server"
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix(" 503") == true, "\(outcome.output) \(outcome.messages)")
    #expect(
      lines.first?.contains(
        "The disk of the server is full, so nothing was recorded. Free some space") == true)
    #expect(lines.dropFirst().first?.hasSuffix(" 201") == true, "\(outcome.output)")
    #expect(lines.last?.contains("Snowfall") == true, "\(outcome.output)")
  }

  /// The index has kept what the file says, the sidecar has not been written.
  @Test func aSidecarWithoutSpaceLeavesNothingBehindAndIsWrittenLater() throws {
    let outcome = try onSmallDisk(
      """
      photos="${1%/*}/photos"; mkdir "$photos"; cp "$2/a.jpg" "$photos"
      db=$2.sqlite
      "$0" scan --quiet --db "$db" "$photos"
      "$0" tag --db "$db" "$photos/a.jpg" --title Snowfall --apply --quiet >/dev/null
      fill "$1" 0
      "$0" place --write-sidecars --apply --db "$db"; echo "$?"
      ls -A "$photos"
      "$0" scan --quiet --full --db "$db" "$photos"
      "$0" query --text snowfall --format table --db "$db" | grep -c a.jpg
      rm "${1%/*}/filling"
      "$0" place --write-sidecars --apply --quiet --db "$db"; echo "$?"
      exiftool -s3 -Title "$photos/a.jpg.xmp"
      """)
    #expect(
      outcome.output == "1\na.jpg\n1\n0\nSnowfall\n",
      "\(outcome.output) \(outcome.messages)")
    #expect(outcome.messages.contains("cannot write"), "\(outcome.messages)")
    #expect(outcome.messages.contains("a.jpg.xmp"), "\(outcome.messages)")
  }

  @Test func aViewThatCannotBeStoredLeavesTheOthersAsTheyAre() throws {
    let outcome = try onSmallDisk(
      """
      "$0" view add first --keyword Sea --db "$1"
      long=$(head -c 6000 /dev/zero | tr '\\0' k)
      fill "$1" 0
      "$0" view add second --keyword "$long" --db "$1"; echo "code $?"
      "$0" view list --db "$1"
      rm "${1%/*}/filling"
      "$0" view add second --keyword Baltic --db "$1"; echo "code $?"
      "$0" view list --db "$1"
      """)
    #expect(
      outcome.output == """
        code 1
        first  keyword=Sea
        code 0
        first  keyword=Sea
        second  keyword=Baltic

        """, "\(outcome.messages)")
    #expect(outcome.messages.contains("cannot write"), "\(outcome.messages)")
  }
}
