internal import CBuildInfo
internal import Glibc
internal import MapService
internal import PhotoFacts
internal import Places

/// The program: finds the command, runs it, and turns errors into a message and an exit code.
@main
enum GeoIndex {
  static let version = MapService.version

  /// The commit that the program was built from, if scripts/install built it.
  static var commit: String { unsafe String(cString: photo_build_commit()) }

  static let commands: [Command] = [
    .scan, .serve, .watch, .open, .baseMap, .share, .zone, .user, .replica, .query, .nearest,
    .seeing, .whereIs,
    .places, .trips, .homes, .diary, .view,
    .report, .inspect,
    .place, .doubt, .tag, .tracks, .notes,
    .export, .zip, .import, .site,
    .forget, .backup, .restore, .uninstall,
    .doctor,
  ]

  static func main() {
    // Writing to a pipe without a reader then returns an error instead of ending the program.
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(words.dropFirst())).rawValue)
  }

  /// The arguments as bytes; `CommandLine.arguments` would replace bytes that are not UTF-8.
  private static var words: [FilePath] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return FilePath(bytes: unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
    }
  }

  static func run(_ arguments: [FilePath]) -> ExitCode {
    do {
      return try dispatch(arguments)
    } catch {
      return ErrorReport(error).print()
    }
  }

  private static func dispatch(_ words: [FilePath]) throws -> ExitCode {
    let arguments = words.map(\.description)
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
      try Output.standard.write("geoindex \(version)\ncommit \(commit)\n\(Places.credits)\n")
      return .done
    case "--generate":
      let kind = try GeneratedText.named(arguments.dropFirst().first)
      try Output.standard.write(kind.text)
      return .done
    default: break
    }
    let (command, rest) = try command(of: words)
    let parsed = try ParsedArguments(rest, for: command)
    if parsed.has(.help) {
      try Output.standard.write(HelpText.page(for: command))
      return .done
    }
    if parsed.has(.version) {
      try Output.standard.write("geoindex \(version)\n")
      return .done
    }
    return try command.run(parsed)
  }

  /// The command and what follows it; a folder in place of a command is served.
  private static func command(of words: [FilePath]) throws -> (Command, [FilePath]) {
    let first = words[0]
    let name = first.description
    if let command = commands.first(where: { $0.name == name }) {
      return (command, Array(words.dropFirst()))
    }
    guard !Locations.isFolder(first) else { return (.serve, words) }
    guard !name.contains("/") else {
      throw InputError(description: "there is no folder \(name); check the path")
    }
    throw UsageError(
      "there is no command or folder \"\(name)\"\(Suggestion.text(for: name, among: commands.map(\.name)))",
      command: nil)
  }
}

/// The exit codes of the program.
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  case scannedWithGaps = 3
  case recordedNotShown = 4
}
