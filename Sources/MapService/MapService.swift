public import HTTPServer
public import PhotoFacts
public import PhotoIndex
public import Thumbnails

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

    /// The origins of other sites whose pages may read what is served; `*` for any.
    public var otherSites = ["*"]

    /// How many bytes of photos one request to `/locate` may send.
    public var locateLimit = 268_435_456

    /// Makes the usual options.
    public init() {}
  }

  /// The version of the API, which is that of the program.
  public static let version = "0.1.0"

  private let operations: [Operation]
  private let router: Router

  /// Paths whose requests may be longer than others, for the server's limits.
  public let longContent: [String: Int]

  /// Makes the service of an index.
  public init(index: PhotoIndex, options: Options = Options()) {
    let context = ServiceContext(index: index, options: options)
    operations = context.operations
    var router = Router(operations, crossOrigin: CrossOrigin(origins: options.otherSites))
    longContent = ["/locate": options.locateLimit]
    router.fallback = context.staticFiles.map(PageFiles.init)
    self.router = router
  }

  /// The routes, for documentation and its tests.
  public var routes: [Router.Route] {
    operations.map { Router.Route(method: $0.method, pattern: $0.path) }
  }

  /// Answers a request.
  public func respond(to request: Request) throws -> Response {
    try router.respond(to: request).guardingPages()
  }
}

/// The files of the map page.
private struct PageFiles: Responder {
  let files: StaticFiles

  func respond(to request: Request) throws -> Response {
    var response = try files.respond(to: request)
    // The base map and the library change with the program only, and a view asks for dozens of
    // tiles: they need not be asked about each time.
    if let folder = request.path.first, folder == "basemap" || folder == "vendor" {
      response.cacheControl = "public, max-age=86400"
    }
    return response
  }
}

extension Response {
  /// What a page of ours may load: only what this server sends.
  ///
  /// Even if a file name got into the page as markup, nothing of it would run or leave the machine.
  private static let pagePolicy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; worker-src 'self' blob:; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  fileprivate func guardingPages() -> Response {
    guard headers["Content-Type"]?.hasPrefix("text/html") ?? false else { return self }
    var guarded = self
    guarded.headers.set("Content-Security-Policy", to: Self.pagePolicy)
    return guarded
  }
}
