/// A response.
public struct Response: Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The header fields; the server adds length, date and connection.
  public var headers: Headers

  /// The body.
  public var body: Body

  /// The number of the operation that made it, for a `RequestMeter`; nil if the request was refused before.
  public var operation: Int?

  /// Makes a response.
  public init(status: Int = 200, headers: Headers = Headers(), body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The entity tag, by which clients get 304 for unchanged content.
  public var etag: EntityTag? {
    get { headers["ETag"].flatMap(EntityTag.init(parsing:)) }
    set {
      headers.remove("ETag")
      guard let newValue else { return }
      headers.append("ETag", pieces: [newValue.isWeak ? "W/\"" : "\"", newValue.opaque, "\""])
    }
  }

  /// The `Cache-Control` field.
  public var cacheControl: String? {
    get { headers["Cache-Control"] }
    set {
      headers.remove("Cache-Control")
      if let newValue { headers.append("Cache-Control", newValue) }
    }
  }

  /// A response with bytes of a media type.
  public static func bytes(
    _ bytes: [UInt8], type: String, status: Int = 200, etag: EntityTag? = nil
  ) -> Response {
    var response = Response(status: status, headers: .roomy, body: .bytes(bytes))
    response.headers.append("Content-Type", type)
    if let etag { response.headers.append("ETag", etag.description) }
    return response
  }

  /// A response with prepared JSON.
  public static func json(_ bytes: [UInt8], status: Int = 200, etag: EntityTag? = nil) -> Response {
    .bytes(bytes, type: "application/json", status: status, etag: etag)
  }

  /// A response with plain text.
  public static func text(_ text: String, status: Int = 200) -> Response {
    .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  /// A response with a file and its validators, which support ranges and conditional requests.
  public static func file(_ file: OpenFile, type: String) -> Response {
    var response = Response(body: .file(file))
    response.headers.append("Content-Type", type)
    response.headers.append("ETag", file.etag.description)
    response.headers.append("Last-Modified", HTTPDate(secondsSince1970: file.modified).description)
    return response
  }

  /// A response with a stream.
  public static func stream(_ stream: BodyStream, type: String) -> Response {
    var response = Response(body: .stream(stream))
    response.headers.append("Content-Type", type)
    return response
  }

  /// 304: the client's copy is current.
  public static func notModified(etag: EntityTag) -> Response {
    Response(status: 304, headers: ["ETag": etag.description])
  }

  /// 204: success without a body.
  public static func noContent() -> Response { Response(status: 204) }
}
