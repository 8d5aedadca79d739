internal import Grid
internal import Files
internal import GeoIndexClient
internal import Geography
internal import HTTPServer
internal import MapService
internal import Notes
internal import People
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Query
internal import Record
internal import Places
internal import Thumbnails
internal import Sharing

extension Command {
  static let doctor = Command(
    name: "doctor",
    summary: "check the installation, the index and the port, and say how to fix problems",
    options: [
      .staticFiles.saying("the map page to check"),
      .port.saying("the port to check (default: 8080)"),
      .server.saying("check only whether the server at this URL responds, for health checks"),
      .cacert, .repair,
    ],
    notes: """
      --repair needs a record in PostgreSQL (--db postgres://…). Early versions could leave rows there that
      refer to missing rows, so that no new machine gets a copy. References to missing cameras and names
      are emptied; photos, tracks and options of missing folders are removed. The next scan finds them
      again, with new ids; imported photos are to be imported again. Positions that people have entered
      stay.
      """,
    examples: [
      ("geoindex doctor", "versions, settings, index, map page and port"),
      ("geoindex doctor --server http://127.0.0.1:8080", "exit code 0 if the server is healthy"),
    ],
    run: { try DoctorCommand($0).run() })
}

struct DoctorCommand {
  /// The result of one check.
  struct Finding {
    enum State: String {
      case good = "ok"
      case note = "note"
      case bad = "problem"
    }

    var subject: String
    var state: State
    var text: String
    var remedy: String?
  }

  let arguments: ParsedArguments
  private let database: FilePath

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    database = try Locations.database(arguments)
  }

  func run() throws -> ExitCode {
    if arguments.has(.repair) { try refuseToRepairAnythingElse() }
    let findings = try arguments.value(.server).map { [try server($0)] } ?? everything()
    if arguments.has(.json) {
      try printJSON(findings)
    } else if !arguments.has(.quiet) || arguments.value(.server) == nil {
      try printText(findings)
    }
    return findings.contains { $0.state == .bad } ? .failed : .done
  }

  /// Checks a running server; its health route needs no password.
  private func server(_ url: String) throws -> Finding {
    let connection = try ServerConnection(url, arguments)
    do {
      let reply = try connection.exchange(Endpoint.health().request)
      guard reply.status == 200 else {
        return Finding(
          subject: "server", state: .bad, text: "\(url) responds with status \(reply.status)",
          remedy: "run geoindex doctor on the machine of the server")
      }
      return Finding(subject: "server", state: .good, text: "\(url) is healthy")
    } catch {
      return Finding(
        subject: "server", state: .bad, text: "\(error)", remedy: "geoindex serve --help")
    }
  }

  private func everything() throws -> [Finding] {
    versions + settings + (try record()) + index + [users, zones, views] + unreachableFiles
      + leftovers
      + emptyNotes
      + (try page()) + [
        try port()
      ]
  }

  /// The options of services that are set, each with the place where it is.
  private var settings: [Finding] {
    let file = arguments.elsewhere?.file
    var findings = [
      Finding(
        subject: "settings", state: .good,
        text: file?.description ?? "no configuration file; options have their usual values")
    ]
    for option in Settings.options {
      let onCommandLine = arguments.origin(of: option) == .commandLine
      guard
        let setting = onCommandLine
          ? Settings.Setting(values: arguments.paths(option), origin: .commandLine)
          : arguments.elsewhere?.setting(of: option)
      else { continue }
      // The address of a record may have a password.
      let values = setting.values.map(\.description).map { RecordAddress($0)?.display ?? $0 }
        .joined(separator: ", ")
      let text = setting.values.isEmpty ? "no" : values.isEmpty ? "yes" : values
      findings.append(
        Finding(subject: option.name, state: .good, text: "\(text), from \(setting.origin)"))
    }
    return findings + misspeltVariables
  }

  private var misspeltVariables: [Finding] {
    let others = ["GEOINDEX_AUTH", "GEOINDEX_CONFIG", "GEOINDEX_SERVE"]
    let known = Settings.options.map(\.variable)
    let found = Environment.names.filter {
      $0.hasPrefix("GEOINDEX_") && !known.contains($0) && !others.contains($0)
    }
    return found.compactMap { name in
      let near = Suggestion.text(for: name, among: known)
      guard !near.isEmpty else { return nil }
      return Finding(subject: "settings", state: .note, text: "$\(name) is not a setting\(near)")
    }
  }

  private var versions: [Finding] {
    [
      ("geoindex", GeoIndex.version), ("SQLite", PhotoIndex.libraryVersion),
      ("libmicrohttpd", HTTPServer.libraryVersion), ("libjpeg", Thumbnailer.libraryVersion),
    ].map { Finding(subject: $0.0, state: .good, text: $0.1) }
      + [
        library(ServerConnection.libraryVersion, for: "--server", "asks servers", "libcurl4"),
        library(
          Record.libraryVersion, for: "--db postgres://", "connects to PostgreSQL", "libpq5"),
      ]
      + Thumbnailer.otherLibraries.map {
        library($0.version, for: "\($0.formats) previews", "decodes them", $0.package)
      }
  }

  /// A library that is opened when it is first needed; `version` is nil if it is not installed.
  private func library(
    _ version: String?, for subject: String, _ purpose: String, _ package: String
  ) -> Finding {
    Finding(
      subject: subject, state: version == nil ? .note : .good,
      text: version ?? "the library that \(purpose) is not installed",
      remedy: version == nil ? "sudo apt-get install \(package)" : nil)
  }

  private var index: [Finding] {
    let path: FilePath
    do {
      path = try Locations.database(arguments)
    } catch {
      return [
        Finding(subject: "index", state: .bad, text: "\((error as? UsageError)?.message ?? "")")
      ]
    }
    guard Locations.exists(path) else {
      return [
        Finding(
          subject: "index", state: .note, text: "no index at \(path)",
          remedy: "geoindex scan ~/Pictures")
      ]
    }
    do {
      let index = try PhotoIndex(path: path, access: .reading)
      let problems = try index.integrityProblems()
      guard problems.isEmpty else {
        return problems.map {
          Finding(subject: "index", state: .bad, text: $0, remedy: remake(path))
        }
      }
      let (summary, roots) = try index.read { (try $0.summary(), try $0.roots()) }
      let whole = Finding(
        subject: "index", state: .good,
        text: "\(path): \(summary.photos) files, \(summary.located) on the map, nothing damaged")
      return [whole] + roots.map(folder)
    } catch {
      return [
        Finding(
          subject: "index", state: .bad, text: ErrorReport(error).text,
          remedy: (error as? IndexError)?.code == .damaged ? remake(path) : nil)
      ]
    }
  }

  private var users: Finding {
    finding("users", User.self, command: "user", otherwise: "the server does not start") { users in
      let owners = users.count { $0.role == .owner }
      return users.isEmpty
        ? "none: the server requires no password, unless it has --auth-file"
        : "\(users.count), of which \(owners) \(owners == 1 ? "is an owner" : "are owners")"
    }
  }

  private var zones: Finding {
    finding("privacy zones", PrivacyZone.self, command: "zone", otherwise: "guests see nothing") {
      zones in
      let hidden = zones.count { $0.treatment == .hidden }
      return zones.isEmpty
        ? "none: guests of a link see where photos were taken"
        : "\(hidden) hide photos from guests, \(zones.count - hidden) show them coarsely"
    }
  }

  private var views: Finding {
    finding("saved views", SavedView.self, command: "view", otherwise: "no view can be used") {
      "\($0.count)"
    }
  }

  /// What is known of a list beside the index; `otherwise` says what follows if it cannot be read.
  private func finding<Entry: NamedEntry>(
    _ subject: String, _ entry: Entry.Type, command: String, otherwise: String,
    _ text: ([Entry]) -> String
  ) -> Finding {
    do {
      let isReplica = try RecordLocation.address(arguments) != nil
      let entries = try NamedRegister<Entry>(index: database, isReplica: isReplica).entries()
      return Finding(subject: subject, state: .good, text: text(entries))
    } catch {
      return Finding(
        subject: subject, state: .bad, text: "\(ErrorReport(error).text); \(otherwise)",
        remedy: "make the file readable, or remove it and add the \(Entry.plural) again: "
          + "geoindex \(command) --help")
    }
  }

  /// Files beside the index that other checks do not read, and that cannot be reached.
  private var unreachableFiles: [Finding] {
    [ActStore.ending, ".shares", ".share-key"].compactMap { ending in
      let file = IndexLocation(database).beside(ending)
      do throws(SystemError) {
        _ = try FileStatus.ifPresent(file.bytes)
        return nil
      } catch {
        return Finding(
          subject: "\(ending.dropFirst())", state: .bad, text: "cannot read \(file): \(error)")
      }
    }
  }

  private var leftovers: [Finding] {
    let files = IndexLocation(database).files + [BackupFile.unpacked]
    return files.flatMap(Leftovers.beside).map { path in
      Finding(
        subject: "leftover", state: .note,
        text: "\(path) is left by a backup or restore that was ended", remedy: "rm -r '\(path)'")
    }
  }

  /// Notes that have lost their content.
  private var emptyNotes: [Finding] {
    do {
      try ActStore.refuseEmptied(of: database)
      return []
    } catch {
      return [Finding(subject: "notes", state: .bad, text: "\(ErrorReport(error).text)")]
    }
  }

  private func remake(_ path: FilePath) -> String {
    """
    mv '\(path)' '\(path).damaged'; rm -f '\(path)'-wal '\(path)'-shm; geoindex scan <dir>…  \
    (the photos themselves are never changed)
    """
  }

  private func folder(_ root: FilePath) -> Finding {
    if ImportedRoot.isOne(root) {
      return Finding(subject: "import", state: .good, text: root.description)
    }
    guard root.bytes.first == UInt8(ascii: "/") else {
      return Finding(subject: "folder", state: .good, text: "\(root), on another machine")
    }
    guard
      let exists = try? HangingFolders.shared.call(
        root, within: .seconds(5), { Self.isListed(root) })
    else {
      return Finding(
        subject: "folder", state: .bad,
        text: "the disk or share of \(root) does not answer; its photos stay in the index",
        remedy: "look at the server or the cable; to give up what waits for it: umount -f '\(root)'"
      )
    }
    return exists
      ? Finding(subject: "folder", state: .good, text: root.description)
      : Finding(
        subject: "folder", state: .bad, text: "\(root) cannot be read",
        remedy: """
          mount its disk or share; its photos stay in the index until then. If it is gone for good: \
          geoindex forget '\(root)'
          """)
  }

  /// Whether a folder can be listed; the existence alone may come from a cache of the kernel.
  private static func isListed(_ folder: FilePath) -> Bool {
    FileStatus(path: folder.bytes) != nil && (try? FileSystem.names(in: folder.bytes)) != nil
  }

  private func page() throws -> [Finding] {
    guard let folder = try Locations.staticFiles(arguments) else {
      return [
        Finding(
          subject: "map page", state: .bad, text: "not found",
          remedy: "scripts/install, or --static DIR")
      ]
    }
    let parts = [
      ("map page", "index.html", "--static DIR", Finding.State.bad),
      ("map library", "vendor/maplibre-gl/maplibre-gl.js", "scripts/setup", .bad),
      ("base map", "basemap/basemap.json", "scripts/setup", .bad),
      ("places", Places.fileName, "scripts/setup", .note),
    ]
    return try boundaries()
      + parts.map { subject, name, remedy, state in
        let file = folder.appending(Array(name.utf8))
        return Locations.exists(file)
          ? Finding(subject: subject, state: .good, text: file.description)
          : Finding(subject: subject, state: state, text: "\(file) is missing", remedy: remedy)
      }
  }

  /// The boundaries beside the index, if there are any.
  private func boundaries() throws -> [Finding] {
    guard let places = try? Locations.placesWithBoundaries(arguments) else { return [] }
    if let problem = places.boundariesProblem {
      return [Finding(subject: "boundaries", state: .bad, text: "\(problem)")]
    }
    return places.areaCount.map { count in
      [Finding(subject: "boundaries", state: .good, text: "\(count) names")]
    } ?? []
  }

  private func port() throws -> Finding {
    let number = try arguments.whole(.port, in: 1...65_535) ?? 8_080
    var configuration = HTTPServer.Configuration()
    configuration.port = number
    do {
      let server = HTTPServer(configuration: configuration, responder: Router())
      _ = try server.start()
      server.stop()
      return Finding(subject: "port", state: .good, text: "\(number) is free")
    } catch {
      return Finding(
        subject: "port", state: .note, text: "\(number) is in use: \(error)",
        remedy: "geoindex serve --port 0")
    }
  }

  private func printText(_ findings: [Finding]) throws {
    let width = (findings.map(\.subject.count).max() ?? 0) + 2
    for finding in findings {
      let mark =
        switch finding.state {
        case .good: "✓"
        case .note: "·"
        case .bad: "✗"
        }
      try Output.standard.write("\(mark) \(finding.subject.padded(to: width))\(finding.text)\n")
      if let remedy = finding.remedy {
        try Output.standard.write("  \("".padded(to: width))→ \(remedy)\n")
      }
    }
  }

  private func printJSON(_ findings: [Finding]) throws {
    try Output.standard.writeJSON { json in
      json.object { json in
        json.member("healthy", !findings.contains { $0.state == .bad })
        json.objects("findings", findings) { json, finding in
          json.member("subject", finding.subject)
          json.member("state", finding.state.rawValue)
          json.member("text", finding.text)
          json.member("remedy", finding.remedy)
        }
      }
    }
  }
}
