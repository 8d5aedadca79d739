internal import BaseMaps
internal import Glibc
internal import HTTPServer
internal import MapService
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Record
internal import Threads
internal import Thumbnails

/// Runs the server until it is asked to end.
struct ServeCommand {
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
    var options = try options()
    let announcement = try MachineAnnouncement(arguments)
    if let host = announcement.host { configuration.policy.allowedHosts.append(host) }
    let pollInterval = try WatchedFolders.pollInterval(arguments)
    let scanInterval = try arguments.duration(.scanEvery)
    let isFirstStart = !Locations.exists(try Locations.database(arguments))
    // Before any thread starts, so that no thread receives the signal that ends the program.
    Interruption.hold()
    let machines = try MachineConnections.machines(arguments)
    let (index, record, follower) = try openIndex(
      toScan: !options.scanFolders.isEmpty, machines)
    if let record {
      try announcement.store(in: record)
      options.machines = machines
      options.recordAge = { record.age }
      options.lists = record
      options.mountedRoots = try RecordLocation.mountedRoots(arguments)
    }
    let (accounts, check) = try access.signIn(index, options.lists, meter: meter)
    options.signIn = MapService.SignIn(accounts, check)
    let service = MapService(index: index, options: options)
    configuration.policy.limits.longContent = service.longContent
    configuration.accessLog = log?.writer(of: service)
    let server = HTTPServer(
      configuration: configuration,
      responder: try access.guarding(
        service, check, listeningOn: configuration.host, meter: meter))
    let port = try start(server)
    if isFirstStart, Console.isTerminal, !arguments.has(.quiet), !options.scanFolders.isEmpty {
      try explain(options.scanFolders, port: port)
    }
    if arguments.has(.qr) { showCode(listeningOn: configuration.host, port, options) }
    ServiceManager.notifyReady()
    let watchdog = Watchdog(
      listeningOn: configuration.host, port, isEncrypted: configuration.tls != nil)
    try watchdog?.start()
    try scanInBackground(service)
    let rescans = try scanInterval.map { try PeriodicScans(service, every: $0) }
    let watching = try watch(service, index, pollInterval)
    Interruption.wait { wasAsked in
      access.refresh(server, wasAsked: wasAsked)
      if wasAsked { log?.reopen() }
    }
    ServiceManager.notifyStopping()
    watchdog?.stop()
    HangingFolders.shared.hurry()
    if !arguments.has(.quiet) { Console.error("geoindex: finishing the requests in flight") }
    rescans?.stop()
    watching?.stop()
    service.stopScans()
    server.stop()
    watching?.wait()
    follower?.stop()
    return .done
  }

  /// Starts to listen and prints the address, before the log may write to the same output.
  private func start(_ server: HTTPServer) throws -> Int {
    try RequestLog.holdingBack(log) {
      let port = try server.start()
      let host = server.configuration.host
      let name = host.contains(":") ? "[\(host)]" : host
      try Output.standard.write("Serving \(access.scheme)://\(name):\(port)/\n")
      return port
    }
  }

  /// Opens the index, or creates an empty one.
  ///
  /// The page then explains how to fill it, and shows the photos of a scan that is started meanwhile.
  private func openIndex(toScan: Bool, _ machines: OtherMachines?) throws -> (
    PhotoIndex, Record?, RecordFollower?
  ) {
    let limit = Duration.seconds(
      try arguments.whole(.queryTimeout, in: 1...86_400) ?? 10)
    if let address = try RecordLocation.address(arguments) {
      return try openReplica(address, limit, machines)
    }
    return (try openFile(toScan: toScan, limit), nil, nil)
  }

  /// Opens the local index of a record, and follows the record from now on.
  private func openReplica(
    _ address: RecordAddress, _ limit: Duration, _ machines: OtherMachines?
  ) throws -> (PhotoIndex, Record?, RecordFollower?) {
    // No request waits for a database longer than a browser would.
    let (record, index) = try RecordLocation.open(
      address, arguments, toWrite: false, questionLimit: limit, retryLimit: .seconds(8))
    let registers = SharedRegisters(of: index, record)
    do {
      try registers.follow(index)
    } catch {
      Console.error(
        "geoindex: zones, views and links are those of the local copy: \(ErrorReport(error).text)")
    }
    let follower = try RecordFollower(
      record, index,
      onServers: { machines?.update(addresses: $0.addresses, key: $0.key) },
      onLists: { try registers.follow() }
    ) { problem in
      Console.error(
        problem.map { "geoindex: \($0); answering from the local copy" }
          ?? "geoindex: following \(address.display) again")
    }
    return (index, record, follower)
  }

  private func openFile(toScan: Bool, _ limit: Duration) throws -> PhotoIndex {
    let path = try Locations.database(arguments)
    if Locations.exists(path), !toScan {
      let index = try PhotoIndex(
        path: path, access: .reading, questionLimit: limit, places: try? Locations.places(arguments)
      )
      // The map is there meanwhile. An index that may not be written is served as it is.
      try SystemThread.start { try? Locations.renewNames(index, isQuiet: true) }
      return index
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
          "\(option.name) has no effect: the service manager listens on \(socket.host) already; set it "
            + "in the socket unit")
      }
      configuration.host = socket.host
      configuration.inheritedSocket = socket
    }
    configuration.threads = max(2, SystemThread.coreCount)
    // One picture at a time per core: more would only take more memory.
    configuration.slowThreads = SystemThread.coreCount
    configuration.policy.allowedHosts = arguments.all(.allowHost)
    configuration.policy.errorLog = { Console.error("geoindex: \($0)") }
    let connections = try arguments.whole(.connections, in: 16...1_000_000) ?? 4_096
    configuration.connectionLimit = OpenFileLimit.raise(for: connections)
    if configuration.connectionLimit < connections, arguments.has(.connections) {
      Console.error(
        "geoindex: the system allows only \(configuration.connectionLimit) connections; raise ulimit -n"
      )
    }
    // Only uploads to be located are long, and those go to a file. The bodies of other requests are kept in
    // memory, so they must be small.
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
      throw InputError(description: "there is no folder \(folder); check the path")
    }
    options.scanCommand = try Locations.scanCommand(arguments)
    options.scanOptions = try ScanOptions(arguments)
    options.staticFiles = try Locations.staticFiles(arguments)
    options.thumbnailCache = try thumbnailCache()
    options.tileServer = try tileServer()
    options.baseMaps = try baseMaps()
    options.meter = meter
    if arguments.has(.cors) { options.otherSites = try origins() }
    if options.staticFiles == nil {
      Console.error(
        "geoindex: the map page was not found, so only the API is served; set its folder with --static"
      )
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
      Console.error("geoindex: without $HOME thumbnails are not stored; set a folder with --cache")
      return nil
    }
    return ThumbnailCache(folder: folder, limit: megabytes * 1_048_576)
  }

  /// The files of `--basemap`, and those in the folder of maps.
  private func baseMaps() throws -> BaseMapFiles {
    let files = arguments.paths(.baseMap)
    for file in files where !Locations.exists(file) {
      throw InputError(description: "there is no file \(file); check the path")
    }
    let maps = BaseMapFiles(
      files: files.map(\.bytes), folder: try Locations.maps(arguments).bytes)
    for problem in maps.contents.problems { Console.error("geoindex: \(problem)") }
    return maps
  }

  private func tileServer() throws -> TileServer? {
    let attribution = arguments.value(.tilesAttribution)
    guard let url = arguments.value(.tiles) else {
      guard attribution == nil else {
        throw arguments.usage(
          "--tiles-attribution has no effect without --tiles")
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

  /// Prints the address as a QR code: the base URL, or else the network address of this machine.
  private func showCode(listeningOn host: String, _ port: Int, _ options: MapService.Options) {
    let local = ReachableAddress.host(listeningOn: host).map { address in
      "\(access.scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)"
    }
    guard let address = options.baseURL ?? local else {
      return Console.error(
        "geoindex: only this machine can reach \(host), so there is no QR code; give an address of the network with --host"
      )
    }
    Console.showCode(of: address + "/")
    Console.error("geoindex: \(address)/")
  }

  /// The folders that the server watches.
  private var watchedFolders: [FilePath] { arguments.paths + arguments.paths(.watch) }

  /// Explains the first start to a person.
  private func explain(_ folders: [FilePath], port: Int) throws {
    let names = folders.map(\.description).joined(separator: " and ")
    Console.error(
      """
      Reading where and when the photos in \(names) were taken; they are never changed.
      They appear on the map at \(access.scheme)://localhost:\(port)/ (in another terminal: geoindex open\(port == 8_080 ? "" : " --port \(port)")).
      The index is \(try Locations.database(arguments)); a scan makes it again if it is deleted.
      \(watchedFolders.isEmpty ? "To have new photos appear by themselves, use --watch." : "New photos appear by themselves while this runs.") Ctrl-C ends it.
      To see the map again later, run the same command. Nothing leaves this machine.
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

  /// Starts to watch the folders of `--watch`; returns nil if there are none.
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

/// A watcher on a thread of its own.
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

  /// Waits until it has stored its changes.
  func wait() { ended.wait(.seconds(5)) }
}
