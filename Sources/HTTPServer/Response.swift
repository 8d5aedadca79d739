/// An answer: what a handler gives back.
public struct Response: Sendable {
  /// The HTTP status code.
  public var status: Int

  /// The header fields; length, date and connection are the server's to add.
  public var headers: Headers

  /// The content.
  public var body: Body

  /// The number of what made it among the things the responder does, for a `RequestMeter`; nothing
  /// where it was refused before.
  public var operation: Int?

  /// Makes an answer.
  public init(status: Int = 200, headers: Headers = Headers(), body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The validator of the content, by which a client that has it already is answered 304.
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

  /// Content of a media type.
  public static func bytes(
    _ bytes: [UInt8], type: String, status: Int = 200, etag: EntityTag? = nil
  ) -> Response {
    var response = Response(status: status, headers: .roomy, body: .bytes(bytes))
    response.headers.append("Content-Type", type)
    if let etag { response.headers.append("ETag", etag.description) }
    return response
  }

  /// JSON that is already written out.
  public static func json(_ bytes: [UInt8], status: Int = 200, etag: EntityTag? = nil) -> Response {
    .bytes(bytes, type: "application/json", status: status, etag: etag)
  }

  /// Plain text.
  public static func text(_ text: String, status: Int = 200) -> Response {
    .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  /// A file, with the validators by which clients ask whether it changed and for parts of it.
  public static func file(_ file: OpenFile, type: String) -> Response {
    var response = Response(body: .file(file))
    response.headers.append("Content-Type", type)
    response.headers.append("ETag", file.etag.description)
    response.headers.append("Last-Modified", HTTPDate(secondsSince1970: file.modified).description)
    return response
  }

  /// Content made while it is sent.
  public static func stream(_ stream: BodyStream, type: String) -> Response {
    var response = Response(body: .stream(stream))
    response.headers.append("Content-Type", type)
    return response
  }

  /// 304: what the client has is still right.
  public static func notModified(etag: EntityTag) -> Response {
    Response(status: 304, headers: ["ETag": etag.description])
  }

  /// 204: done, with nothing to show.
  public static func noContent() -> Response { Response(status: 204) }
}
