public import BaseMaps
public import HTTPServer
public import PhotoFacts
public import PhotoIndex
public import PhotoScanner
public import Sharing
public import Thumbnails

/// The routes: functions from request to response, without sockets.
public struct MapService: Responder {
  /// The options of the service.
  public struct Options: Sendable {
    /// The public address of this server, without a trailing slash; otherwise it is taken from each
    /// request.
    public var baseURL: String?

    /// The folder with the map page; without it, only the API is served.
    public var staticFiles: FilePath?

    /// The cache of thumbnails; without it, each thumbnail is made on request.
    public var thumbnailCache: ThumbnailCache?

    /// A remote tile server for the map; without it the built-in map is drawn.
    public var tileServer: TileServer?

    /// The files of map tiles that are drawn over the built-in map.
    public var baseMaps = BaseMapFiles(files: [], folder: nil)

    /// The origins of other sites whose pages may read responses; `*` for any.
    public var otherSites = ["*"]

    /// How many bytes of photos one request to `/locate` may send.
    public var locateLimit = 268_435_456

    /// The folders to scan when a page requests it; if empty, all folders of the index.
    public var scanFolders: [FilePath] = []

    /// Counts requests for `/metrics`.
    public var meter: RequestMeter?

    /// When the program was started, in seconds since 1970.
    public var started = WallClock.seconds()

    /// How users sign in; nil without users.
    public var signIn: SignIn?

    /// Whether visitors need a password or a link now; without, links restrict nothing.
    var asksForPassword: Bool { signIn?.accounts.areRequired == true }

    /// The lists of links and zones of the record; nil if they are beside the index.
    public var lists: (any SharedLists)?

    /// The command that scans a folder into this index, for owners of an empty one.
    public var scanCommand = "geoindex scan ~/Pictures"

    /// How long ago the index was known to be that of its record; nil if it is its own.
    public var recordAge: (@Sendable () -> Duration)?

    /// Folders of other machines, such as `nas:/srv/photos`, and where they are mounted here.
    public var mountedRoots: [(root: FilePath, folder: FilePath)] = []

    /// The servers of other machines, from which their pictures are fetched.
    public var machines: OtherMachines?

    /// The options of those scans.
    public var scanOptions = ScanOptions()

    /// Makes the usual options.
    public init() {}

    /// The path before that of each page: of the public address, or as the proxy of a request says.
    func pathPrefix(of request: Request) -> String {
      guard let baseURL, let scheme = baseURL.firstRange(of: "://") else {
        return request.pathPrefix
      }
      return String(baseURL[scheme.upperBound...].drop { $0 != "/" })
    }
  }

  /// Who may sign in, and what verifies their passwords.
  public struct SignIn: Sendable {
    let accounts: UserAccounts
    let check: PasswordCheck

    /// Makes it from what the guard in front of the service uses too.
    public init(_ accounts: UserAccounts, _ check: PasswordCheck) {
      (self.accounts, self.check) = (accounts, check)
    }
  }

  /// The version of the API, which is that of the program.
  public static let version = "0.2.0"

  private let operations: [Operation]
  private let router: Router
  private let trips: SharedTrips
  private let libraries: VisibleLibraries
  private let logRedaction: LogRedaction
  private let options: Options
  private let hub: EventHub
  private let scans: ScanCoordinator
  private let ownChanges: OwnChanges

  /// The archives that are being begun.
  let archivePlans: ExportSlots

  /// Paths whose requests may have larger bodies, for the server's limits.
  public let longContent: [String: Int]

  /// Makes the service of an index.
  public init(index: PhotoIndex, options: Options = Options()) {
    let context = ServiceContext(index: index, options: options)
    operations = context.operations
    logRedaction = LogRedaction(operations)
    (hub, scans, archivePlans) = (context.hub, context.scans, context.archivePlans)
    libraries = VisibleLibraries(index)
    self.options = options
    ownChanges = OwnChanges(index)
    var router = Router(
      operations,
      crossOrigin: CrossOrigin(origins: options.otherSites, baseURL: options.baseURL),
      libraries: libraries, index: index)
    longContent = [
      "/locate": options.locateLimit, "/placements": PlacementRoutes.placementLimit,
      "/words": WordRoutes.limit, "/doubts": DoubtRoutes.limit, "/diary": DiaryRoutes.limit,
    ]
    let pageFiles = context.staticFiles.map { PageFiles(files: $0, context: context) }
    trips = SharedTrips(context, libraries, index, pageFiles)
    if let pageFiles {
      router.fallback = pageFiles
      // The description of the built-in map has an address like those of the other maps.
      for name in BaseMapFiles.reservedNames {
        router.add(.get, "/basemap/\(name).json") { request, _ in
          try pageFiles.respond(to: request)
        }
      }
    }
    self.router = router
  }

  /// The routes, for documentation and its tests.
  public var routes: [Router.Route] {
    operations.map { Router.Route(method: $0.method, pattern: $0.path) }
  }

  /// The page on which people sign in, if the client of a request shows pages; for `AccessGuard`.
  public func signInPage(for request: Request) -> Response? {
    guard request.method == .get || request.method == .head,
      request.preferredForm(among: [["application/problem+json"], ["text/html"]]) == 1
    else { return nil }
    return SignInPage(request, prefix: options.pathPrefix(of: request)).response(status: 401)
  }

  /// The target of a request, redacted for logs: without coordinates and share tokens.
  public func redactedTarget(_ target: String) -> String { logRedaction.text(target) }

  /// The full target of a request, without the tokens of shared links.
  public func targetWithoutTokens(_ target: String) -> String {
    LogRedaction.withoutTokens(target)
  }

  /// Scans folders while serving, and publishes the progress to open pages.
  ///
  /// `whenOver` receives the result; it is not called if a scan is already running.
  public func scan(
    _ folders: [FilePath],
    whenOver: @escaping @Sendable (Result<ScanReport, any Error>) -> Void
  ) throws {
    _ = try scans.start(folders, whenOver: whenOver)
  }

  /// Scans the folders of the options again, or all that the index knows; joins a running scan.
  public func scanAgain() throws { _ = try scans.start() }

  /// Stops running scans, stores what they have found, and waits at most this long.
  public func stopScans(within time: Duration = .seconds(5)) { scans.stop(within: time) }

  /// Returns an observer that publishes a watcher's work to open pages and forwards it.
  public func observer(before next: any WatchObserver) -> WatchedLibrary {
    scans.isWatching = true
    return WatchedLibrary(hub, scans, next: next)
  }

  /// What people read about a problem in the language of the request; nil for readers of English.
  public func words(for problem: Problem, to request: Request) -> ProblemWords? {
    ProblemTexts.words(for: problem, to: request)
  }

  /// Answers a request.
  public func respond(to request: Request) throws -> EventualResponse {
    guard let authorization = PictureAuthorization(request) else {
      return try ownChanges.current(for: request) { try answer(request) }
    }
    return try respond(to: request, signed: authorization, machines: options.machines, answer)
  }

  private func answer(_ request: Request) throws -> EventualResponse {
    if let response = try trips.respond(to: request, router) {
      return response.map { [options] in $0.addingSecurityHeaders(options.tileServer) }
    }
    let permission = try libraries.permission(of: request.visitor)
    return try ShareRegister.open(request, at: options.pathPrefix(of: request)) { request in
      let reader = request.readerKey
      return try router.respond(to: request).map { [options] response in
        var response = response.addingSecurityHeaders(options.tileServer)
        if let reader { response.headers.set(Request.readerField, to: reader) }
        return permission.map { response.streamed(while: $0) } ?? response
      }
    }
  }
}
