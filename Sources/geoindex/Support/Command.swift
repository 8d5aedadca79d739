internal import PhotoExchange
internal import Query

/// The declaration of one command.
struct Command: Sendable {
  var name: String

  /// A one-line summary.
  var summary: String

  /// The operands in the usage line.
  var operands = ""

  /// The allowed number of operands.
  var operandCount = 0...0

  /// The options of this command; the common ones are added to them.
  var options: [Option] = []

  /// Further help after the options.
  var notes: String = ""

  /// Examples, each with its effect.
  var examples: [(command: String, effect: String)]

  var run: @Sendable (ParsedArguments) throws -> ExitCode

  var allOptions: [Option] { options + Option.common }
}

/// One option of a command.
struct Option: Sendable {
  var name: String

  /// The placeholder of the value in help; nil for an option without a value.
  var value: String?

  var help: String

  /// Whether it may be given several times.
  var isRepeatable = false

  /// The allowed values if they are few; shells complete them.
  var choices: [String] = []

  /// Whether the value is a file name or a pattern for file names, which need not be UTF-8.
  var takesFileName: Bool {
    ["FILE", "DIR", "PHOTO"].contains(value) || name == "--include" || name == "--exclude"
  }

  /// Whether the value may be omitted; its placeholder is in brackets then.
  var hasOptionalValue: Bool { value?.hasPrefix("[") ?? false }

  /// The same option with another help text.
  func saying(_ help: String) -> Option {
    var option = self
    option.help = help
    return option
  }

  /// The name without dashes, as the API has it.
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
    "the index, or postgres://… (default: $GEOINDEX_DB, or ~/.local/share/geoindex/photos.sqlite)")
  static let json = Option(
    "--json", nil,
    "print one JSON document instead of text; inspect and watch print one per line")
  static let quiet = Option("--quiet", nil, "print only data and errors")
  static let verbose = Option("--verbose", nil, "print more: report lists every file")
  static let config = Option(
    "--config", "FILE",
    "settings (default: $GEOINDEX_CONFIG, ~/.config/geoindex/config or /etc/geoindex/config)")
  static let help = Option("--help", nil, "show this help")
  static let version = Option("--version", nil, "show the version of the program")

  static let common = [db, replica, machine, config, json, quiet, verbose, help, version]

  static let bbox = Option(FilterParameter.bbox)
  static let datetime = Option(FilterParameter.datetime)
  static let path = Option(FilterParameter.path)
  static let filter = Option(FilterParameter.filter)
  static let trip = Option(FilterParameter.trip)

  static let filters = FilterParameter.all.map(Option.init)

  init(_ filter: FilterParameter) {
    self.init("--" + filter.option, filter.placeholder, filter.help, choices: filter.choices)
  }

  static let limit = Option("--limit", "N", "maximum number of photos (default: all)")
  static let server = Option(
    "--server", "URL", "query a server (http://… or https://…) instead of the index")
  static let format = formats(
    OutputFormat.names, " (default: by the extension of FILE, a table on a terminal, or geojson)")

  /// The option `--format` with a subset of the formats.
  static func formats(_ names: [String], _ otherwise: String) -> Option {
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    return Option("--format", "NAME", list + otherwise, choices: names)
  }
}
