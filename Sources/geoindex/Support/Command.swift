internal import PhotoExchange
internal import PhotoFacts

/// One command of the program: what it is called, what it takes, and what it does.
struct Command: Sendable {
  var name: String

  /// What it does, in a line.
  var summary: String

  /// What stands after the name in the usage line.
  var operands: String

  /// The least and the most operands.
  var operandCount: ClosedRange<Int>

  /// Its own options; the common ones are added to them.
  var options: [Option]

  /// What a person should know beyond the options.
  var notes: String = ""

  /// Commands to copy, each with what it does.
  var examples: [(command: String, effect: String)]

  var run: @Sendable (ParsedArguments) throws -> ExitCode

  var allOptions: [Option] { options + Option.common }
}

/// One option of a command.
struct Option: Sendable {
  var name: String

  /// What stands for its value in help; nothing for one that has none.
  var value: String?

  var help: String

  /// Whether it may be given several times.
  var isRepeatable = false

  /// The values there are, where they are few; shells offer them.
  var choices: [String] = []

  /// Whether the value is a name of files, or a pattern for such, which need not be UTF-8.
  var takesFileName: Bool {
    value == "FILE" || value == "DIR" || name == "--include" || name == "--exclude"
  }

  /// Whether the value may be left out, which its brackets say.
  var hasOptionalValue: Bool { value?.hasPrefix("[") ?? false }

  init(
    _ name: String, _ value: String? = nil, _ help: String, isRepeatable: Bool = false,
    choices: [String] = []
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.choices = choices
  }
}

extension Option {
  static let common = [
    Option(
      "--db", "FILE",
      "the index; else $GEOINDEX_DB, else ~/.local/share/geoindex/photos.sqlite"),
    Option("--json", nil, "print one JSON document instead of text"),
    Option("--quiet", nil, "print nothing but data and errors"),
    Option("--verbose", nil, "say more: report lists every file"),
    Option("--help", nil, "show this page"),
    Option("--version", nil, "show the version of the program"),
  ]

  static let filters = [
    Option("--bbox", "W,S,E,N", "in this box of degrees; west > east crosses the antimeridian"),
    Option(
      "--datetime", "A/B",
      "taken in this span: 2024, 2024-05, 2024-05-01/2024-06-01, ../2019 (UTC)"),
    Option(
      "--datetime-local", "A/B",
      "the camera's clock showed a time in this span: 2024-05-01, 2024-05-01T09:00:00/.."),
    Option("--camera", "TEXT", "maker, model or lens contains this text"),
    Option("--media", "KIND", "image or video", choices: ["image", "video"]),
    Option(
      "--source", "NAME", "where the location was read: exif, xmp, sidecar, takeout, …",
      choices: LocationSource.allCases.map(\.name)),
    Option("--path", "GLOB", "path below the scanned folder, such as '2024/*'"),
    Option(
      "--filter", "TEXT", "any condition in CQL2 text, such as \"altitude > 2000 AND lens IS NULL\""
    ),
  ]

  static let format = Option(
    "--format", "NAME",
    "geojson, geojsonseq, ndjson, csv, gpx or kml; without it a table on a terminal, else geojson",
    choices: PhotoFileFormat.allCases.map(\.rawValue))
}
