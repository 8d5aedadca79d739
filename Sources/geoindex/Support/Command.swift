internal import PhotoExchange
internal import PhotoFacts

/// One command of the program: what it is called, what it takes, and what it does.
struct Command: Sendable {
  var name: String

  /// What it does, in a line.
  var summary: String

  /// What stands after the name in the usage line.
  var operands = ""

  /// The least and the most operands.
  var operandCount = 0...0

  /// Its own options; the common ones are added to them.
  var options: [Option] = []

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

  /// The same option in a command where it means something else.
  func saying(_ help: String) -> Option {
    var option = self
    option.help = help
    return option
  }

  /// Its name without the dashes, as the API has it.
  var word: String { String(name.drop { $0 == "-" }) }

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
  static let db = Option(
    "--db", "FILE",
    "the index; else $GEOINDEX_DB, else ~/.local/share/geoindex/photos.sqlite")
  static let json = Option("--json", nil, "print one JSON document instead of text")
  static let quiet = Option("--quiet", nil, "print nothing but data and errors")
  static let verbose = Option("--verbose", nil, "say more: report lists every file")
  static let config = Option(
    "--config", "FILE",
    "read settings there; else $GEOINDEX_CONFIG, ~/.config/geoindex/config, /etc/geoindex/config")
  static let help = Option("--help", nil, "show this page")
  static let version = Option("--version", nil, "show the version of the program")

  static let common = [db, config, json, quiet, verbose, help, version]

  static let bbox = Option(
    "--bbox", "W,S,E,N", "in this box of degrees; west > east crosses the antimeridian")
  static let datetime = Option(
    "--datetime", "A/B",
    "taken in this span: 2024, 2024-05, 2024-05-01/2024-06-01, ../2019 (UTC)")
  static let datetimeLocal = Option(
    "--datetime-local", "A/B",
    "the camera's clock showed a time in this span: 2024-05-01, 2024-05-01T09:00:00/..")
  static let camera = Option("--camera", "TEXT", "maker, model or lens contains this text")
  static let media = Option("--media", "KIND", "image or video", choices: ["image", "video"])
  static let source = Option(
    "--source", "NAME", "where the location was read: exif, xmp, sidecar, takeout, …",
    choices: LocationSource.allCases.map(\.name))
  static let path = Option("--path", "GLOB", "path below the scanned folder, such as '2024/*'")
  static let filter = Option(
    "--filter", "TEXT", "any condition in CQL2 text, such as \"altitude > 2000 AND lens IS NULL\""
  )

  static let filters = [bbox, datetime, datetimeLocal, camera, media, source, path, filter]

  static let limit = Option("--limit", "N", "no more than so many (default: all)")
  static let server = Option("--server", "URL", "ask a server (http://…) in place of the index")
  static let format = formats(
    PhotoFileFormat.allCases, "; without it a table on a terminal, else geojson")

  /// The format of what goes out or comes in, where not all formats do.
  static func formats(_ formats: [PhotoFileFormat], _ otherwise: String) -> Option {
    let names = formats.map(\.name)
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    return Option("--format", "NAME", list + otherwise, choices: names)
  }
}
