public import HTTPServer
public import PhotoFacts
public import PhotoIndex
public import PhotoScanner
public import Thumbnails
internal import Sharing

/// The routes: functions from a request to an answer, with nothing of sockets in them.
public struct MapService: Responder {
  /// What can be set about the service.
  public struct Options: Sendable {
    /// Where the world reaches this server, without a closing slash; else it is taken from what each
    /// request asked for.
    public var baseURL: String?

    /// The folder with the map page; without one only the API is served.
    public var staticFiles: FilePath?

    /// Where thumbnails are kept; without it each is made when it is asked for.
    public var thumbnailCache: ThumbnailCache?

    /// Whose tiles the map is drawn from; without it the map is the one that came with the program.
    public var tileServer: TileServer?

    /// The origins of other sites whose pages may read what is served; `*` for any.
    public var otherSites = ["*"]

    /// How many bytes of photos one request to `/locate` may send.
    public var locateLimit = 268_435_456

    /// The folders that are scanned when a page asks for it; without any, all that the index knows.
    public var scanFolders: [FilePath] = []

    /// Counts what is answered, for `/metrics`.
    public var meter: RequestMeter?

    /// When the program was started, in seconds since 1970.
    public var started = WallClock.seconds()

    /// The command that scans a folder into this index, for owners of an empty one.
    public var scanCommand = "geoindex scan ~/Pictures"

    /// How those scans go about it.
    public var scanOptions = ScanOptions()

    /// Makes the usual options.
    public init() {}
  }

  /// The version of the API, which is that of the program.
  public static let version = "0.1.0"

  private let operations: [Operation]
  private let router: Router
  private let tileServer: TileServer?
  private let libraries: ShownLibraries
  private let quietTargets: QuietTargets
  private let hub: EventHub
  private let desk: ScanDesk

  /// Paths whose requests may be longer than others, for the server's limits.
  public let longContent: [String: Int]

  /// Makes the service of an index.
  public init(index: PhotoIndex, options: Options = Options()) {
    let context = ServiceContext(index: index, options: options)
    operations = context.operations
    quietTargets = QuietTargets(operations)
    (hub, desk) = (context.hub, context.desk)
    libraries = context.libraries
    var router = Router(
      operations,
      crossOrigin: CrossOrigin(origins: options.otherSites, baseURL: options.baseURL))
    longContent = ["/locate": options.locateLimit]
    router.fallback = context.staticFiles.map { PageFiles(files: $0, context: context) }
    self.router = router
    tileServer = options.tileServer
  }

  /// The routes, for documentation and its tests.
  public var routes: [Router.Route] {
    operations.map { Router.Route(method: $0.method, pattern: $0.path) }
  }

  /// The target of a request as a log may have it: it tells of no place and of no link that was shared.
  public func quietTarget(_ target: String) -> String { quietTargets.text(target) }

  /// The target of a request in full, without the tokens of links that were shared.
  public func targetWithoutTokens(_ target: String) -> String {
    QuietTargets.withoutTokens(target)
  }

  /// Scans folders while serving, and tells the pages that are open how far that has come.
  ///
  /// `whenOver` is told how it ended; where a scan runs already it is not called.
  public func scan(
    _ folders: [FilePath],
    whenOver: @escaping @Sendable (Result<ScanReport, any Error>) -> Void
  ) throws {
    _ = try desk.start(folders, whenOver: whenOver)
  }

  /// Stops the scans under way so that what they have found is stored; waits for so long at most.
  public func stopScans(within time: Duration = .seconds(5)) { desk.stop(within: time) }

  /// Tells the pages that are open what a watcher does, and then another observer.
  public func observer(before next: any WatchObserver) -> WatchedLibrary {
    desk.isWatching = true
    return WatchedLibrary(hub, desk, next: next)
  }

  /// Answers a request.
  public func respond(to request: Request) throws -> EventualResponse {
    let permission = try libraries.permission(of: request.visitor)
    return try ShareRegister.open(request) { request in
      try router.respond(to: request).map { [tileServer] response in
        let response = response.guarded(tileServer)
        return permission.map { response.streamed(while: $0) } ?? response
      }
    }
  }
}
