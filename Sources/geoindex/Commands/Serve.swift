internal import Glibc
internal import HTTPServer
internal import MapService
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Thumbnails

extension Command {
  static let serve = Command(
    name: "serve",
    summary: "show the map in a browser, and answer other tools",
    operands: "",
    operandCount: 0...0,
    options: [
      Option("--scan", "DIR", "index this folder while serving", isRepeatable: true),
      Option("--host", "ADDRESS", "address to listen on (default: 127.0.0.1)"),
      Option("--port", "N", "port to listen on (default: 8080); 0 picks one"),
      Option("--base-url", "URL", "where the server is reached, when behind a proxy"),
      Option(
        "--allow-host", "NAME", "answer requests that name this host, beside localhost",
        isRepeatable: true),
      Option(
        "--cors", "ORIGIN",
        "let pages of this site read the API (default: * for any); none for no other site",
        isRepeatable: true),
      Option("--cache", "DIR", "keep thumbnails there (default: ~/.cache/geoindex/thumbnails)"),
      Option("--cache-size", "MB", "how much room they may take (default: 512)"),
      Option("--no-cache", nil, "make each thumbnail anew"),
      Option(
        "--locate-limit", "MB",
        "how much one request may send to have its photos located (default: 256)"),
      Option("--static", "DIR", "the map page (default: the one that came with the program)"),
      Option("--insecure", nil, "allow an address that others can reach, without a password"),
    ],
    notes: """
      The map and everything on it comes from this machine; the page asks nobody else. Only this
      machine can reach the default address. The first line on standard output is the address, once
      the server answers. Ctrl-C lets requests in flight finish and ends it.

      Thumbnails are kept for the next time, readable by you alone; what nobody has looked at for the
      longest time makes room. The folder can be removed at any time.
      """,
    examples: [
      ("geoindex serve", "the map at http://127.0.0.1:8080/"),
      ("geoindex serve --scan ~/Pictures --port 0", "index and serve, on any free port"),
    ],
    run: { try ServeCommand($0).run() })
}

private struct ServeCommand {
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    var configuration = try configuration()
    let options = try options()
    let folders = arguments.all("--scan").map { FilePath($0) }
    // Before any thread is started, so that none of them takes the signal that ends the program.
    Interruption.hold()
    let index = try openIndex(toScan: !folders.isEmpty)
    let service = MapService(index: index, options: options)
    configuration.conventions.limits.longContent = service.longContent
    let server = HTTPServer(configuration: configuration, responder: service)
    let port = try server.start()
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    try Output.standard.write("Serving http://\(host):\(port)/\n")
    if !folders.isEmpty { scanInBackground(folders, index) }
    Interruption.wait()
    if !arguments.has("--quiet") { Console.error("geoindex: finishing the requests in flight") }
    server.stop()
    return .done
  }

  /// Opens the index, and makes an empty one where there is none: the page then explains how to fill
  /// it, and shows the photos of a scan that is started meanwhile.
  private func openIndex(toScan: Bool) throws -> PhotoIndex {
    let path = Locations.database(arguments)
    if Locations.exists(path), !toScan { return try Locations.openForReading(arguments) }
    if !toScan {
      Console.error("geoindex: there is no index at \(path) yet; fill it with: geoindex scan <dir>")
    }
    return try Locations.openForWriting(arguments)
  }

  private func configuration() throws -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.host = arguments.value("--host") ?? configuration.host
    configuration.port = try arguments.whole("--port", in: 0...65_535) ?? configuration.port
    configuration.threads = max(2, Interruption.coreCount)
    // One picture at a time for each core: more would only take more memory.
    configuration.slowThreads = Interruption.coreCount
    configuration.conventions.allowedHosts = arguments.all("--allow-host")
    configuration.conventions.errorLog = { Console.error("geoindex: \($0)") }
    guard isLoopback(configuration.host) || arguments.has("--insecure") else {
      throw UsageError(
        """
        --host \(configuration.host) would show the photos to everyone who can reach this machine. \
        Say --insecure if that is meant
        """, command: arguments.command)
    }
    return configuration
  }

  private func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private func options() throws -> MapService.Options {
    var options = MapService.Options()
    options.baseURL = try baseURL()
    if let megabytes = try arguments.whole("--locate-limit", in: 1...1_048_576) {
      options.locateLimit = megabytes << 20
    }
    options.staticFiles = try Locations.staticFiles(arguments)
    options.thumbnailCache = try thumbnailCache()
    if arguments.has("--cors") { options.otherSites = try origins() }
    if options.staticFiles == nil {
      Console.error("geoindex: the map page was not found, so only the API is served; see --static")
    }
    return options
  }

  private func thumbnailCache() throws -> ThumbnailCache? {
    let megabytes = try arguments.whole("--cache-size", in: 1...1_048_576) ?? 512
    guard !arguments.has("--no-cache") else {
      if let name = ["--cache", "--cache-size"].first(where: arguments.has) {
        throw UsageError("\(name) and --no-cache exclude each other", command: arguments.command)
      }
      return nil
    }
    return ThumbnailCache(
      folder: Locations.thumbnailCache(arguments), limit: megabytes * 1_048_576)
  }

  private func origins() throws -> [String] {
    let origins = arguments.all("--cors")
    if origins == ["none"] { return [] }
    for origin in origins where origin != "*" {
      let host = origin.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
      guard origin.hasPrefix("http://") || origin.hasPrefix("https://"), !host.isEmpty,
        !host.contains("/")
      else {
        throw UsageError(
          "--cors \"\(origin)\" is not an origin such as https://photos.example, *, or none",
          command: arguments.command)
      }
    }
    return origins
  }

  private func baseURL() throws -> String? {
    guard var url = arguments.value("--base-url") else { return nil }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw UsageError(
        "--base-url \"\(url)\" does not begin with http:// or https://", command: arguments.command)
    }
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }

  private func scanInBackground(_ folders: [FilePath], _ index: PhotoIndex) {
    let isQuiet = arguments.has("--quiet")
    Task.detached {
      do {
        var options = ScanOptions()
        options.jobs = Interruption.coreCount
        let report = try PhotoScanner(index: index, options: options).scan(folders)
        if !isQuiet { Console.error(ScanText.summary(report)) }
        ScanText.printProblems(report)
      } catch {
        _ = ErrorReport(error).print()
      }
    }
  }
}
