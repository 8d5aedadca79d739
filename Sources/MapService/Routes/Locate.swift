internal import JSON
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoMetadata
internal import Places

struct LocateRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let types = ["image/*", "video/*", "application/octet-stream"]
    let form = Content(
      type: "multipart/form-data",
      schema: [
        "type": "object", "required": ["photo"], "additionalProperties": false,
        "properties": ["photo": ["type": "array", "minItems": 1, "items": .binary]],
      ])
    return [
      Operation(
        method: .post, path: "/locate", id: "locatePhotos", chapter: .photos,
        summary: "Where the photos in the request were taken; none of them is stored",
        details: """
          The bytes of one photo or video, or several as form-data, under any names, with their sidecars \
          (`a.jpg.xmp`, `a.jpg.json`, `.picasa.ini`). Each photo becomes a feature; if it \
          has no position, its geometry is null and `reason` says why. At most \
          \(service.options.locateLimit >> 20) MB at once.
          """,
        content: types.map { Content(type: $0, schema: .sentPhoto) } + [form],
        formats: Format.geoJSON("locatedPhotos"),
        responses: [
          .problem(
            403,
            "The server does not accept the host, or the request is from a page of another host."),
          .problem(413, "The content is too long."),
          .problem(415, "The content is compressed, or neither photos nor form-data."),
        ],
        isOpenToOtherSites: false,
        handler: .owners(locate))
    ]
  }

  /// Responds with the positions of the photos in a request, and stores nothing.
  private func locate(_ call: Call) throws -> EventualResponse {
    let request = call.request
    if let coding = request.headers["Content-Encoding"], coding.lowercased() != "identity" {
      throw Problem(status: 415, detail: "The content is compressed; send it uncompressed.")
    }
    let form = try LocateForm(contentType: request.headers["Content-Type"])
    // The server has spooled the content to a file.
    let content = try request.spooled ?? SpooledContent(request.body)
    guard content.count > 0 else {
      throw Problem.badRequest("The request has no content: send a photo, or several as form-data.")
    }
    return .later {
      let photos = try form.files(in: content)
      var response = Response.bytes(
        SentPhotos(photos, content, service.places, request.language)
          .document(), type: "application/geo+json")
      response.cacheControl = "no-store"
      return response
    }
  }
}

extension JSONValue {
  /// The bytes of a file; an empty one is refused.
  fileprivate static let sentPhoto: JSONValue = [
    "type": "string", "format": "binary", "minLength": 1,
  ]
}

/// The form of the photos in a request.
private enum LocateForm {
  case onePhoto
  case parts(boundary: String)

  init(contentType: String?) throws {
    // Without a content type, the content decides.
    guard let contentType else {
      self = .onePhoto
      return
    }
    if let boundary = try Multipart.boundary(ofContentType: contentType) {
      self = .parts(boundary: boundary)
      return
    }
    let type = contentType.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
    guard type.hasPrefix("image/") || type.hasPrefix("video/") || type == "application/octet-stream"
    else {
      throw Problem(
        status: 415,
        detail: "Send one photo as image/… or application/octet-stream, or several as "
          + "multipart/form-data, not \(contentType.prefix(100)). With curl: -F photo=@a.jpg")
    }
    self = .onePhoto
  }

  func files(in content: SpooledContent) throws -> [SentPhotos.File] {
    switch self {
    case .onePhoto: [SentPhotos.File(name: nil, range: 0..<content.count)]
    case .parts(let boundary):
      try Multipart(content, boundary: boundary).parts.map { part in
        SentPhotos.File(name: part.filename ?? Array(part.name.utf8), range: part.range)
      }
    }
  }
}

/// The photos of one request, and their sidecars.
private struct SentPhotos {
  struct File {
    var name: [UInt8]?
    var range: Range<Int>

    /// The name that photo and sidecar share, without the folders that some browsers add.
    var path: FilePath { FilePath(bytes: (name ?? []).map { $0 == 0x5C ? 0x2F : $0 }) }

    var isCompanion: Bool { Companion.kind(ofFileNamed: path.lastComponent) != nil }
  }

  private let files: [File]
  private let content: SpooledContent
  private let places: Places?
  private let language: Language

  init(_ files: [File], _ content: SpooledContent, _ places: Places?, _ language: Language) {
    self.files = files
    self.content = content
    self.places = places
    self.language = language
  }

  /// A FeatureCollection with a feature for each photo, in their order, and for each sidecar without a photo.
  func document() -> [UInt8] {
    var folders: [FilePath: Folder] = [:]
    for file in files where file.isCompanion {
      folders[parent(file), default: Folder()].parts[file.path.lastComponent] = part(file)
    }
    for file in files where !file.isCompanion {
      folders[parent(file)]?.photos.append(file.path.lastComponent)
    }
    for key in folders.keys { folders[key]?.makeFinder() }
    let found = files.map { $0.isCompanion ? nil : facts($0, &folders) }
    var json = JSONWriter(capacity: 700 * files.count + 100)
    let written = zip(files, found).filter { file, facts in
      facts != nil || !(folders[parent(file)]?.used.contains(file.path.lastComponent) ?? false)
    }
    json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberReturned", written.count)
      json.name("features")
      json.array { json in
        for (file, facts) in written {
          PhotoFeature().write(
            sent: FileFacts(
              path: file.name.map { _ in FilePath(bytes: file.path.lastComponent) },
              size: Int64(file.range.count)),
            facts ?? Self.lonely, to: &json)
        }
      }
    }
    return json.bytes
  }

  /// The parts from one folder of the sender.
  private struct Folder {
    var parts: [[UInt8]: FilePart] = [:]
    var photos: [[UInt8]] = []
    var finder: CompanionFinder?
    var used: Set<[UInt8]> = []

    mutating func makeFinder() {
      // Sorted, so that an ambiguous choice is always the same.
      let names = parts.keys.sorted { $0.lexicographicallyPrecedes($1) }
      let documents = names.filter { Companion.kind(ofFileNamed: $0) == .picasa }.prefix(4)
        .compactMap { name in parts[name].flatMap { PicasaDocument($0, name: name) } }
      let described = photos.filter { photo in documents.contains { $0.names(photo) } }
      finder = CompanionFinder(names, documents: documents, described: Set(described))
    }
  }

  private static let lonely = PhotoFacts(
    place: .unlocated(.unsupported, detail: "it belongs to none of the uploaded photos"))

  private func parent(_ file: File) -> FilePath { file.path.parent ?? FilePath("") }

  private func part(_ file: File) -> FilePart {
    FilePart(
      descriptor: content.descriptor, offset: file.range.lowerBound, size: file.range.count)
  }

  /// The metadata of a photo, as the index would store it.
  private func facts(_ file: File, _ folders: inout [FilePath: Folder]) -> PhotoFacts {
    var facts = read(file, &folders)
    // If the places file is damaged, positions have no names.
    try? places?.complete(&facts, in: language)
    return facts
  }

  private func read(_ file: File, _ folders: inout [FilePath: Folder]) -> PhotoFacts {
    var reader = PhotoReader()
    let name = file.path.lastComponent
    guard let folder = folders[parent(file)], let finder = folder.finder else {
      return reader.facts(of: part(file))
    }
    let companions = finder.companions(of: name)
    folders[parent(file)]?.used.formUnion(companions.map(\.name))
    return reader.facts(of: part(file), named: name, companions: companions, in: folder.parts)
  }
}
