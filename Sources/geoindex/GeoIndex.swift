internal import Glibc
internal import MapService

/// The program: finds the command, runs it, and turns whatever goes wrong into a message and an
/// exit code.
@main
enum GeoIndex {
  static let version = MapService.version

  static let commands: [Command] = [
    .scan, .serve, .watch, .share, .zone, .query, .nearest, .report, .inspect, .export, .import,
    .forget,
    .doctor,
  ]

  static func main() {
    // A reader that has seen enough closes the pipe; writing then fails instead of killing.
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static func run(_ arguments: [String]) -> ExitCode {
    do {
      return try dispatch(arguments)
    } catch {
      return ErrorReport(error).print()
    }
  }

  private static func dispatch(_ arguments: [String]) throws -> ExitCode {
    guard let first = arguments.first else {
      Console.error(HelpText.overview)
      return .usage
    }
    switch first {
    case "--help", "-h", "help":
      if let command = commands.first(where: { $0.name == arguments.dropFirst().first }) {
        try Output.standard.write(HelpText.page(for: command))
      } else {
        try Output.standard.write(HelpText.overview)
      }
      return .done
    case "--version":
      try Output.standard.write("geoindex \(version)\n")
      return .done
    case "--generate":
      let kind = try GeneratedText.named(arguments.dropFirst().first)
      try Output.standard.write(kind.text)
      return .done
    default: break
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      throw UsageError(
        "there is no command \"\(first)\"\(Suggestion.text(for: first, among: commands.map(\.name)))",
        command: nil)
    }
    let parsed = try ParsedArguments(Array(arguments.dropFirst()), for: command)
    if parsed.has("--help") {
      try Output.standard.write(HelpText.page(for: command))
      return .done
    }
    if parsed.has("--version") {
      try Output.standard.write("geoindex \(version)\n")
      return .done
    }
    return try command.run(parsed)
  }
}

/// What the program tells its caller.
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  case scannedWithGaps = 3
}
