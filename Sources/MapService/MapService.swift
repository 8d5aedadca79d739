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

    /// How many bytes of photos one request to `/locate` may send.
    public var locateLimit = 268_435_456

    /// Makes the usual options.
    public init() {}
  }

  private let router: Router

  /// Paths whose requests may be longer than others, for the server's limits.
  public let longContent: [String: Int]

  /// Makes the service of an index.
  public init(index: PhotoIndex, options: Options = Options()) {
    var router = Router()
    longContent = ["/locate": options.locateLimit]
    let context = ServiceContext(index: index, options: options)
    context.addLandingRoutes(to: &router)
    context.addItemRoutes(to: &router)
    context.addExportRoutes(to: &router)
    context.addLocateRoutes(to: &router)
    context.addNearestRoutes(to: &router)
    context.addClusterRoutes(to: &router)
    context.addPhotoRoutes(to: &router)
    router.fallback = context.staticFiles.map(PageFiles.init)
    self.router = router
  }

  /// The routes, for documentation and its tests.
  public var routes: [Router.Route] { router.routes }

  /// Answers a request.
  public func respond(to request: Request) throws -> Response {
    do {
      return try router.respond(to: request).guardingPages()
    } catch let error as QueryError {
      throw Problem.badRequest("\(error).")
    } catch let error as IndexError {
      throw error.problem
    }
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

extension IndexError {
  /// What a client is told.
  ///
  /// Paths of this machine stay here.
  fileprivate var problem: Problem {
    switch code {
    case .busy: Problem.unavailable("The index is being written; try again.", retryAfter: 1)
    case .invalidRequest: Problem.badRequest(message)
    default:
      Problem(
        status: 500,
        detail: "The index cannot be read. On the machine of the server, run: geoindex doctor")
    }
  }
}
