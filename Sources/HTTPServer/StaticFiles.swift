/// Serves the files of one directory.
public struct StaticFiles: Responder {
  /// The directory.
  public let directory: [UInt8]

  /// What `Cache-Control` says; nothing where it is not to be sent.
  public var cacheControl: String?

  /// Serves a directory; `/` is its `index.html`.
  public init(directory: [UInt8], cacheControl: String? = "no-cache") {
    self.directory = directory
    self.cacheControl = cacheControl
  }

  /// Answers with the file that the path names.
  public func respond(to request: Request) throws -> Response { try file(at: request.path) }

  /// Answers with the file at these path segments.
  public func file(at segments: [String]) throws -> Response { throw Problem.notFound() }
}
