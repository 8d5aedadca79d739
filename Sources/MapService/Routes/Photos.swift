internal import JSON
internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import PhotoScanner
internal import Thumbnails
internal import Query

struct PictureRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/photos/{id}/thumbnail", id: "getThumbnail", chapter: .pictures,
        summary: "A small upright JPEG, never enlarged, in the photo's own colours",
        parameters: [.photoID, .width, .missing],
        formats: [Format(nil, "image/jpeg", .binary)], responses: [.noPicture, .notFound],
        isOpenToOtherSites: false, describesHead: true,
        example: "/photos/1/thumbnail?width=640",
        handler: .guests { try service.patiently($0, thumbnail) }),
      Operation(
        path: "/photos/{id}/original", id: "getOriginal", chapter: .pictures,
        summary: "The file itself, with ranges",
        details: """
          `as=jpeg` converts formats that browsers cannot show (HEIC, raw, TIFF, JPEG XL…) to an upright JPEG \
          of at most 4096 pixels on its longer side. A JPEG is unchanged.

          Guests that see a coarse position get a JPEG with its picture and colours but without \
          other metadata. Other formats need `as=jpeg`, otherwise they get a 403.
          """,
        parameters: [.photoID, .conversion, .missing],
        responses: [
          DocumentedResponse(
            status: 200, summary: "The file", content: [.init(type: "*/*", schema: .binary)]),
          DocumentedResponse(
            status: 206, summary: "A part of it", content: [.init(type: "*/*", schema: .binary)]),
          .noPicture,
          .notFound,
          .problem(
            403,
            "The exact position is not shared, and cannot be removed from a file of this format."),
          .problem(416, "The range lies outside of the file."),
        ],
        isOpenToOtherSites: false, describesHead: true,
        example: "/photos/1/original",
        handler: .guests { try service.patiently($0, original) }),
    ]
  }

  private func thumbnail(_ call: Call) throws -> EventualResponse {
    let width = try call.parameters["width"].map {
      try PhotoQuery.whole("width", $0, in: 1...Int.max)
    }
    guard Thumbnailer.widths.contains(width ?? 320) else {
      let widths = Thumbnailer.widths.map(String.init).joined(separator: ", ")
      throw QueryError("width", String(width ?? 0), "is not one of \(widths)")
    }
    return try emptyIfMissing(call) { isEmptyIfMissing in
      switch try findPhoto(call) {
      case .here(let opened, _):
        try picture(
          call.request, of: opened, .thumbnail(width: width ?? 320),
          isEmptyIfMissing: isEmptyIfMissing)
      case .elsewhere(let distant):
        distantThumbnail(
          call.request, of: distant, width: width ?? 320, isEmptyIfMissing: isEmptyIfMissing)
      }
    }
  }

  /// Answers with 204 instead of 404 if the client asks for that with `missing=empty`.
  private func emptyIfMissing(
    _ call: Call, _ answer: (_ isEmptyIfMissing: Bool) throws -> EventualResponse
  ) throws -> EventualResponse {
    let missing = call.parameters["missing"]
    guard missing == nil || missing == "problem" || missing == "empty" else {
      throw QueryError("missing", missing ?? "", "is neither problem nor empty")
    }
    // No photo can have another name, so this is a mistake of the client.
    _ = try photoID(call)
    do {
      return try answer(missing == "empty")
    } catch let problem as Problem where missing == "empty" && problem.status == 404 {
      return .now(.noPicture)
    }
  }

  /// Responds with a picture made from a photo: at once if it is cached, otherwise from a worker thread.
  private func picture(
    _ request: Request, of opened: OpenedPhoto, _ form: ThumbnailStore.Form,
    isEmptyIfMissing: Bool = false
  ) throws -> EventualResponse {
    let photo = opened.photo
    // A placeholder of a video has another validator than its frame, so that browsers fetch the frame later.
    let mark = photo.format?.kind == .video && Thumbnailer.decodesFilms ? "f" : "t"
    let etag =
      switch form {
      case .thumbnail(let width): EntityTag("\(mark)\(width)-\(opened.stamp)")
      case .whole: EntityTag("w-\(opened.stamp)")
      }
    @Sendable func response(_ bytes: [UInt8]?) -> Response {
      var response =
        bytes.map { Response.bytes($0, type: "image/jpeg", etag: etag) }
        ?? .notModified(etag: etag)
      response.cacheControl = "private, max-age=3600"
      return response
    }
    if request.hasCurrent(etag) { return .now(response(nil)) }
    let wanted = opened.picture(form)
    let id = photo.id
    @Sendable func missing(_ error: ThumbnailError) throws(Problem) -> Response {
      guard isEmptyIfMissing else { throw error.problem(id) }
      return .noPicture
    }
    do throws(ThumbnailError) {
      switch try service.thumbnails.picture(wanted) {
      case .ready(let bytes): return .now(response(bytes))
      case .later(let make):
        return .later {
          do throws(ThumbnailError) {
            return response(try make())
          } catch {
            return try missing(error)
          }
        }
      }
    } catch {
      return .now(try missing(error))
    }
  }

  private func original(_ call: Call) throws -> EventualResponse {
    let form = call.parameters["as"]
    guard form == nil || form == "jpeg" else {
      throw QueryError("as", form ?? "", "is not jpeg")
    }
    return try emptyIfMissing(call) { isEmptyIfMissing in
      switch try findPhoto(call) {
      case .elsewhere(let distant):
        return try distantOriginal(
          call.request, of: distant, asJPEG: form != nil, isEmptyIfMissing: isEmptyIfMissing)
      case .here(let opened, let known):
        guard call.library.privacy != nil, !opened.isMoved,
          form == nil || opened.photo.format == .jpeg
        else { return try original(call, opened, isEmptyIfMissing) }
        return .later { [opened] in
          var opened = opened
          opened.isMoved = call.library.mayTellHiddenPosition(opened, of: known)
          return try original(call, opened, isEmptyIfMissing).response()
        }
      }
    }
  }

  private func original(
    _ call: Call, _ opened: OpenedPhoto, _ isEmptyIfMissing: Bool
  ) throws -> EventualResponse {
    if call.parameters["as"] != nil, opened.isMoved || opened.photo.format != .jpeg {
      return try picture(call.request, of: opened, .whole, isEmptyIfMissing: isEmptyIfMissing)
    }
    return try file(call, opened)
  }

  private func file(_ call: Call, _ opened: OpenedPhoto) throws -> EventualResponse {
    if opened.isMoved { return try pictureAlone(call.request, opened) }
    var file = OpenFile(opened.file)
    // For owners the kernel sends the file, which is faster.
    file.endsIfChanged = !call.request.visitor.isOwner
    var response = Response.file(
      file, type: opened.photo.format?.mimeType ?? "application/octet-stream")
    response.cacheControl = "private, no-cache"
    // Keeps a file that a browser opens directly from running or loading anything.
    response.headers.append("Content-Security-Policy", "default-src 'none'; sandbox")
    return .now(response)
  }

  /// Responds with a photo's file without its metadata, because its exact position is hidden; refuses formats
  /// from which it cannot be removed.
  private func pictureAlone(_ request: Request, _ opened: OpenedPhoto) throws -> EventualResponse {
    let (photo, file) = (opened.photo, opened.file)
    guard photo.format == .jpeg else { throw Problem.placeNotShared(photo.id) }
    let etag = EntityTag("p-\(opened.stamp)")
    if request.hasCurrent(etag) { return .now(.notModified(etag: etag)) }
    return .later {
      guard file.size <= PictureOnly.longestFile,
        let bytes = PictureOnly.jpeg(try file.read(0..<file.size), orientation: photo.orientation)
      else { throw Problem.placeNotShared(photo.id) }
      guard file.isUnchanged else { throw Problem.writtenToMeanwhile(photo.id) }
      var response = Response.bytes(bytes, type: "image/jpeg", etag: etag)
      response.cacheControl = "private, no-cache"
      response.headers.append("Content-Security-Policy", "default-src 'none'; sandbox")
      return response
    }
  }

  /// Finds a photo by its id, and opens its file; no request can name a path.
  ///
  /// The index also lists other files in the folders, for the report; they are not served.
  private func findPhoto(_ call: Call) throws -> FoundPhoto {
    let id = try photoID(call)
    guard let found = try call.library.read({ try $0.file(of: id) }), found.photo.format != nil
    else {
      throw Problem.noPhoto(String(id))
    }
    return try service.open(found, for: call.request.visitor, of: call.library)
  }

  private func photoID(_ call: Call) throws(Problem) -> Int64 {
    let text = call.path["id"] ?? ""
    guard let id = Int64(text) else { throw .noPhoto(text) }
    return id
  }
}

extension Problem {
  fileprivate static func noPhoto(_ id: String) -> Problem {
    .notFound("There is no photo \(id.prefix(40)). Fetch the list again.")
  }

  fileprivate static func writtenToMeanwhile(_ id: Int64) -> Problem {
    .notFound("The file of photo \(id) is being written to; it is shown after the next scan.")
      .of(.fileChanged)
  }

  static func placeNotShared(_ id: Int64) -> Problem {
    Problem(
      status: 403,
      detail:
        "Where photo \(id) was taken is not shared exactly, and its file may reveal it. Ask for "
        + "the picture alone: /photos/\(id)/original?as=jpeg"
    ).of(.placeNotShared)
  }
}

extension Response {
  /// 204, because there is no picture and the client asked not to get a problem.
  static var noPicture: Response {
    var response = Response.noContent()
    response.cacheControl = "private, no-cache"
    return response
  }
}

extension DocumentedResponse {
  fileprivate static let noPicture = DocumentedResponse(
    status: 204, summary: "There is no picture or file, and `missing=empty` was given.")
}

extension Parameter {
  fileprivate static let missing = Parameter(
    "missing",
    """
    The response if there is no picture or file: `problem` is a 404 with the reason, `empty` is a 204, which \
    browsers do not report as an error.
    """,
    ["type": "string", "enum": ["problem", "empty"], "default": "problem"], example: "empty")

  fileprivate static let width = Parameter(
    "width", "The longer side in pixels.",
    [
      "type": "integer", "enum": .list(Thumbnailer.widths.map { .whole($0) }), "default": 320,
    ])

  fileprivate static let conversion = Parameter(
    "as", "The format of the response.", ["type": "string", "enum": ["jpeg"]])
}

extension ThumbnailError {
  /// The problem for the client; it does not contain the path.
  func problem(_ id: Int64) -> Problem {
    Problem.notFound("No preview can be made of photo \(id): its file \(reason). Try the original.")
      .of(.noPreview)
  }
}
