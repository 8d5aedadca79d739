internal import Glibc
internal import HTTPServer
internal import MapService
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Threads
internal import Thumbnails

extension Option {
  static let scan = Option("--scan", "DIR", "index this folder while serving", isRepeatable: true)
  static let watch = Option(
    "--watch", "DIR", "index this folder, then keep in step with it while serving",
    isRepeatable: true)
  static let host = Option("--host", "ADDRESS", "address to listen on (default: 127.0.0.1)")
  static let port = Option("--port", "N", "port to listen on (default: 8080); 0 picks one")
  static let baseURL = Option(
    "--base-url", "URL", "where the server is reached, when behind a proxy")
  static let allowHost = Option(
    "--allow-host", "NAME", "answer requests that name this host, beside localhost",
    isRepeatable: true)
  static let cors = Option(
    "--cors", "ORIGIN",
    "let pages of this site read the API (default: * for any); none for no other site",
    isRepeatable: true)
  static let cache = Option(
    "--cache", "DIR", "keep thumbnails there (default: ~/.cache/geoindex/thumbnails)")
  static let cacheSize = Option("--cache-size", "MB", "how much room they may take (default: 512)")
  static let noCache = Option("--no-cache", nil, "make each thumbnail anew")
  static let locateLimit = Option(
    "--locate-limit", "MB",
    "how much one request may send to have its photos located (default: 256)")
  static let tiles = Option(
    "--tiles", "URL",
    "draw the map from this tile server instead of the built-in one; it learns what is looked at"
  )
  static let tilesAttribution = Option(
    "--tiles-attribution", "TEXT", "whom to name on the map for those tiles")
  static let staticFiles = Option(
    "--static", "DIR", "the map page (default: the one that came with the program)")
  static let qr = Option(
    "--qr", nil, "show the address as a QR code, for a phone in the same network")
  static let scanEvery = Option(
    "--scan-every", "TIME",
    "scan the folders again at this interval, such as 30m, 6h or 1d: for those that cannot be watched"
  )
  static let queryTimeout = Option(
    "--query-timeout", "SECONDS", "give up on a question that takes longer (default: 10)")
}

extension Command {
  static let serve = Command(
    name: "serve",
    summary: "show the map in a browser, and answer other tools",
    operands: "[<dir>…]",
    operandCount: 0...Int.max,
    options: [
      .scan, .watch, .poll, .scanEvery, .host, .port, .baseURL, .allowHost, .cors, .cache,
      .cacheSize,
      .noCache, .locateLimit, .tiles, .tilesAttribution, .staticFiles, .qr, .queryTimeout,
    ] + ServerAccess.options + RequestLog.options,
    notes: """
      Folders named after the options are indexed and watched, as with --watch; geoindex <dir> is short
      for geoindex serve <dir>. All options can also be set in the environment or in a file:
      GEOINDEX_PORT=9000, or the line port = 9000 in ~/.config/geoindex/config.

      The map and everything on it comes from this machine; the page asks nobody else, unless --tiles
      names a tile server. That one is told which places are looked at, and by which address. Its URL
      has {z}, {x} and {y}: .pbf and .mvt are vector tiles, all others pictures; one that ends in .json
      is the TileJSON of vector tiles, which have to be on the same host. Only this machine can reach
      the default address. The first line on standard output is the address, once
      the server answers. Ctrl-C lets requests in flight finish and ends it.

      With a password the map may be shown to others: passwords and certificates are read again when
      their files change, or at once with SIGHUP. security.md says what is promised: in
      /usr/share/doc/geoindex with the package, else in the folder docs of the sources.

      A log of requests leaves out what tells where somebody looked: the values of most parameters, and
      the numbers of tiles and clusters. SIGHUP opens its file anew, for programs that put logs away.

      Thumbnails are kept for the next time, readable by you alone; what nobody has looked at for the
      longest time makes room. The folder can be removed at any time.

      A photo that comes into a folder under --watch is on every page that is open within a moment,
      and so is what geoindex scan finds meanwhile.
      """,
    examples: [
      ("geoindex serve", "the map at http://127.0.0.1:8080/"),
      ("geoindex ~/Pictures", "index a folder, keep in step with it, and serve the map"),
      ("geoindex serve --scan ~/Pictures --port 0", "index and serve, on any free port"),
      (
        "geoindex serve --tiles 'https://tiles.example/{z}/{x}/{y}.png'",
        "the map of another server, which then sees where one looks"
      ),
      (
        "geoindex serve --host 0.0.0.0 --auth-file ~/.htpasswd",
        "for the network at home, with the passwords that htpasswd -B wrote"
      ),
    ],
    run: { try ServeCommand($0).run() })
}

private struct ServeCommand {
  private let arguments: ParsedArguments
  private let access: ServerAccess
  private let log: RequestLog?
  private let meter = RequestMeter()

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    access = try ServerAccess(arguments)
    log = try RequestLog(arguments)
  }

  func run() throws -> ExitCode {
    var configuration = try configuration()
    let options = try options()
    let pollInterval = try WatchedFolders.pollInterval(arguments)
    let scanInterval = try arguments.duration(.scanEvery)
    let isFirstStart = !Locations.exists(try Locations.database(arguments))
    // Before any thread is started, so that none of them takes the signal that ends the program.
    Interruption.hold()
    let index = try openIndex(toScan: !options.scanFolders.isEmpty)
    let service = MapService(index: index, options: options)
    configuration.policy.limits.longContent = service.longContent
    configuration.accessLog = log?.writer(of: service)
    let server = HTTPServer(
      configuration: configuration,
      responder: try access.guarding(
        service, listeningOn: configuration.host, meter: meter))
    let port = try start(server)
    if isFirstStart, Console.isTerminal, !arguments.has(.quiet), !options.scanFolders.isEmpty {
      try explain(options.scanFolders, port: port)
    }
    if arguments.has(.qr) { showCode(listeningOn: configuration.host, port, options) }
    ServiceManager.tellReady()
    try scanInBackground(service)
    let rescans = try scanInterval.map { try PeriodicScans(service, every: $0) }
    let watching = try watch(service, index, pollInterval)
    Interruption.wait { wasAsked in
      access.refresh(server, wasAsked: wasAsked)
      if wasAsked { log?.reopen() }
    }
    ServiceManager.tellStopping()
    if !arguments.has(.quiet) { Console.error("geoindex: finishing the requests in flight") }
    rescans?.stop()
    watching?.stop()
    service.stopScans()
    server.stop()
    watching?.wait()
    return .done
  }

  /// Begins to listen and says where: before the first line of a log, which may go to the same place.
  private func start(_ server: HTTPServer) throws -> Int {
    try RequestLog.holdingBack(log) {
      let port = try server.start()
      let host = server.configuration.host
      let name = host.contains(":") ? "[\(host)]" : host
      try Output.standard.write("Serving \(access.scheme)://\(name):\(port)/\n")
      return port
    }
  }

  /// Opens the index, and makes an empty one where there is none: the page then explains how to fill
  /// it, and shows the photos of a scan that is started meanwhile.
  private func openIndex(toScan: Bool) throws -> PhotoIndex {
    let path = try Locations.database(arguments)
    let limit = Duration.seconds(
      try arguments.whole(.queryTimeout, in: 1...86_400) ?? 10)
    if Locations.exists(path), !toScan {
      return try PhotoIndex(path: path, access: .reading, questionLimit: limit)
    }
    if !toScan {
      Console.error("geoindex: there is no index at \(path) yet; fill it with: geoindex scan <dir>")
    }
    return try Locations.openForWriting(arguments, questionLimit: limit)
  }

  private func configuration() throws -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.host = arguments.value(.host) ?? configuration.host
    configuration.port = try arguments.whole(.port, in: 0...65_535) ?? configuration.port
    if let socket = try ServiceManager.socket() {
      if let option = [Option.host, .port].first(where: arguments.has) {
        throw arguments.usage(
          "\(option.name) cannot be followed: the service manager listens on \(socket.host) already; say it "
            + "in the socket unit")
      }
      configuration.host = socket.host
      configuration.inheritedSocket = socket
    }
    configuration.threads = max(2, Interruption.coreCount)
    // One picture at a time for each core: more would only take more memory.
    configuration.slowThreads = Interruption.coreCount
    configuration.policy.allowedHosts = arguments.all(.allowHost)
    configuration.policy.errorLog = { Console.error("geoindex: \($0)") }
    configuration.connectionLimit = OpenFileLimit.raise(for: 4_096)
    // Nothing but what is sent to be located is long, and that goes to a file: what clients by the
    // thousand send elsewhere is kept in memory until they have sent all of it.
    configuration.policy.limits.body = 65_536
    configuration.meter = meter
    try access.configure(&configuration)
    return configuration
  }

  private func options() throws -> MapService.Options {
    var options = MapService.Options()
    options.baseURL = try arguments.baseURL()
    if let megabytes = try arguments.whole(.locateLimit, in: 1...1_048_576) {
      options.locateLimit = megabytes << 20
    }
    options.scanFolders = arguments.paths(.scan) + watchedFolders
    if let folder = arguments.paths.first(where: { !Locations.isFolder($0) }) {
      throw InputError(description: "there is no folder \(folder)")
    }
    options.scanCommand = try Locations.scanCommand(arguments)
    options.scanOptions = try ScanOptions(arguments)
    options.staticFiles = try Locations.staticFiles(arguments)
    options.thumbnailCache = try thumbnailCache()
    options.tileServer = try tileServer()
    options.meter = meter
    // A password is for who knows it, not for every page that is open in their browser.
    if access.passwords != nil { options.otherSites = [] }
    if arguments.has(.cors) { options.otherSites = try origins() }
    if options.staticFiles == nil {
      Console.error("geoindex: the map page was not found, so only the API is served; see --static")
    }
    return options
  }

  private func thumbnailCache() throws -> ThumbnailCache? {
    let megabytes = try arguments.whole(.cacheSize, in: 1...1_048_576) ?? 512
    if arguments.has(.noCache) {
      let isOnCommandLine = { arguments.origin(of: $0) == .commandLine }
      guard let option = [Option.cache, .cacheSize].first(where: isOnCommandLine) else {
        return nil
      }
      guard !isOnCommandLine(.noCache) else {
        throw arguments.usage("\(option.name) and --no-cache exclude each other")
      }
    }
    guard let folder = Locations.thumbnailCache(arguments) else {
      Console.error("geoindex: without $HOME thumbnails are not kept; see --cache")
      return nil
    }
    return ThumbnailCache(folder: folder, limit: megabytes * 1_048_576)
  }

  private func tileServer() throws -> TileServer? {
    let attribution = arguments.value(.tilesAttribution)
    guard let url = arguments.value(.tiles) else {
      guard attribution == nil else {
        throw arguments.usage(
          "--tiles-attribution says nothing without --tiles")
      }
      return nil
    }
    do {
      return try TileServer(url: url, attribution: attribution)
    } catch {
      throw arguments.usage("--tiles \"\(url)\" \(error)")
    }
  }

  private func origins() throws -> [String] {
    let origins = arguments.all(.cors)
    if origins == ["none"] { return [] }
    for origin in origins where origin != "*" {
      let host = origin.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
      guard origin.hasPrefix("http://") || origin.hasPrefix("https://"), !host.isEmpty,
        !host.contains("/")
      else {
        throw arguments.usage(
          "--cors \"\(origin)\" is not an origin such as https://photos.example, *, or none")
      }
    }
    return origins
  }

  /// Shows a phone the way: to where the world reaches the server, else to this machine's address.
  private func showCode(listeningOn host: String, _ port: Int, _ options: MapService.Options) {
    let local = ReachableAddress.host(listeningOn: host).map { address in
      "\(access.scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)"
    }
    guard let address = options.baseURL ?? local else {
      return Console.error(
        "geoindex: only this machine reaches \(host), so there is no code for a phone; see --host")
    }
    guard let code = QRCode(address + "/") else {
      return Console.error("geoindex: the address is too long for a QR code: \(address)/")
    }
    Console.error(code.lines(coloured: Console.hasColours).joined(separator: "\n"))
    Console.error("geoindex: \(address)/")
  }

  /// The folders that the server keeps in step with.
  private var watchedFolders: [FilePath] { arguments.paths + arguments.paths(.watch) }

  /// Explains the first start to a person.
  private func explain(_ folders: [FilePath], port: Int) throws {
    let names = folders.map(\.description).joined(separator: " and ")
    Console.error(
      """
      Reading where and when the photos in \(names) were taken; they are never changed.
      They appear on the map at \(access.scheme)://localhost:\(port)/ (in another terminal: geoindex open).
      The index is \(try Locations.database(arguments)); it can be deleted and made again at any time.
      \(watchedFolders.isEmpty ? "To have new photos appear by themselves, use --watch." : "New photos appear by themselves while this runs.") Ctrl-C ends it.
      To see the map again later, give the same command. Nothing leaves this machine.
      """)
  }

  private func scanInBackground(_ service: MapService) throws {
    let folders = arguments.paths(.scan)
    guard !folders.isEmpty else { return }
    let isQuiet = arguments.has(.quiet)
    try service.scan(folders) { outcome in
      do {
        let report = try outcome.get()
        if !isQuiet { Console.error(ScanText.summary(report)) }
        ScanText.printProblems(report)
      } catch {
        _ = ErrorReport(error).print()
      }
    }
  }

  /// Keeps the index in step with the folders under `--watch`; nothing where there are none.
  private func watch(_ service: MapService, _ index: PhotoIndex, _ pollInterval: Duration) throws
    -> WatchingThread?
  {
    let folders = watchedFolders
    guard !folders.isEmpty else { return nil }
    var options = try ScanOptions(arguments)
    options.usesRememberedOptions = true
    let printer = WatchPrinter(isQuiet: arguments.has(.quiet), printsJSON: false)
    return try WatchingThread(
      FolderWatcher(
        index: index, folders: folders, options: options, pollInterval: pollInterval,
        keepsTrying: true, observer: service.observer(before: printer)))
  }
}

/// Scans at intervals while a server runs.
private struct PeriodicScans {
  private let ended = Doorbell()

  init(_ service: MapService, every interval: Duration) throws {
    try SystemThread.start { [ended] in
      while !ended.wait(interval) {
        do {
          try service.scanAgain()
        } catch {
          _ = ErrorReport(error).print()
        }
      }
    }
  }

  func stop() { ended.ring() }
}

/// A watcher that runs beside a server.
private struct WatchingThread {
  private let watcher: FolderWatcher
  private let ended = Doorbell()

  init(_ watcher: FolderWatcher) throws {
    self.watcher = watcher
    try SystemThread.start { [ended] in
      do { try watcher.run() } catch { _ = ErrorReport(error).print() }
      ended.ring()
    }
  }

  func stop() { watcher.stop() }

  /// Waits until it has stored what it was at.
  func wait() { ended.wait(.seconds(5)) }
}
