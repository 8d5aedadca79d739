internal import Files

/// Serves the files of one directory, and nothing outside it.
public struct StaticFiles: Responder {
  /// The directory.
  public let directory: [UInt8]

  /// The `Cache-Control` field; nil if it is not sent.
  public var cacheControl: String?

  private let root: DirectoryHandle?
  private let compressed = CompressedCopies()

  /// Serves a directory; for `/` and every path with a trailing slash, its `index.html`.
  ///
  /// If the directory does not exist, each request gets 404.
  public init(directory: [UInt8], cacheControl: String? = "no-cache") {
    self.directory = directory
    self.cacheControl = cacheControl
    root = try? DirectoryHandle(path: directory)
  }

  /// Responds with the file that the path names.
  public func respond(to request: Request) throws -> EventualResponse {
    .now(try response(to: request))
  }

  private func response(to request: Request) throws -> Response {
    guard request.method == .get || request.method == .head else {
      let allow = HeaderField(name: "Allow", value: "GET, HEAD, OPTIONS")
      if request.method == .options {
        return Response(status: 204, headers: [allow.name: allow.value])
      }
      throw Problem(status: 405, detail: "Files can only be read.", headers: [allow])
    }
    return try file(at: request.path, for: request)
  }

  /// Responds with the file at these path segments, which may differ from those of the request.
  ///
  /// Text is compressed for clients that accept it. The compressed copy is cached until the file changes.
  public func file(at segments: [String], for request: Request) throws -> Response {
    let (file, name) = try open(segments)
    var response = Response.file(file, type: MediaType.of(fileName: name))
    if let cacheControl { response.headers.append("Cache-Control", cacheControl) }
    if name.hasSuffix(".pbf") || name.hasSuffix(".mvt"), file.startsLikeGzip {
      // Tile makers compress their tiles, and only the content shows it.
      response.headers.append("Content-Encoding", "gzip")
    } else if MediaType.isCompressible(response.headers.bytes(of: "Content-Type") ?? []),
      CompressedCopies.isWorthwhile(file)
    {
      response.headers.append("Vary", "Accept-Encoding")
      let wantsPart = request.method == .get && request.headers.contains("Range")
      if request.acceptsGzip, !wantsPart, let copy = compressed.copy(of: file) {
        response.body = .bytes(copy)
        response.headers.append("Content-Encoding", "gzip")
        response.etag = EntityTag(file.etag.opaque + "-gz")
      }
    }
    return response
  }

  private func open(_ segments: [String]) throws(Problem) -> (OpenFile, name: String) {
    var segments = segments
    if segments.last?.isEmpty ?? true { segments = segments.dropLast() + ["index.html"] }
    guard let root, segments.allSatisfy(Self.isPlainName) else { throw .notFound() }
    do {
      let path = Array(segments.joined(separator: "/").utf8)
      return (OpenFile(try root.file(path, links: .followedBeneath)), segments.last ?? "")
    } catch  where error.isMissing {
      throw .notFound()
    } catch {
      throw .unavailable("The file cannot be opened now: \(error).", retryAfter: 5)
    }
  }

  /// Whether a segment names an entry of its directory: not `..`, no slash, no NUL, and not hidden.
  private static func isPlainName(_ segment: String) -> Bool {
    !segment.utf8.isEmpty && segment.utf8.first != UInt8(ascii: ".")
      && !segment.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }
}
