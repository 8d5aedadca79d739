internal import HTTPServer
internal import JSON
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

// What the routes of all kinds of acts have in common.
extension ServiceContext {
  /// Runs `body`, which changes the notes and the index.
  func writing<Result>(
    to index: PhotoIndex, _ body: (NotesWriter) throws -> Result
  ) throws -> Result {
    do {
      return try body(NotesWriter(index))
    } catch let error as IndexError where error.code == .cannotOpen {
      throw Problem(
        status: 409,
        detail:
          "This server may read the index but not write to it. Run geoindex as a user who may."
      ).of(.readOnly)
    }
  }

  /// The response to a change that has made an act; a DELETE of `path` undoes it.
  func created(
    _ answer: some Answer, _ path: String, _ request: Request, _ index: PhotoIndex
  ) throws -> Response {
    var response = try changed(.json(answer, status: 201), request, index)
    response.headers.append("Location", "\(baseURL(request))/\(path)")
    return response
  }

  private func changed(
    _ response: Response, _ request: Request, _ index: PhotoIndex
  ) throws -> Response {
    var response = response
    response.cacheControl = "no-store"
    try OwnChanges.mark(&response, request, at: options.pathPrefix(of: request), index)
    return response
  }

  /// Undoes the act of a kind, or of one of two kinds, that a part of the path names; `list` is the path of the acts of this kind.
  func undo(
    _ kind: Note.Kind, or other: Note.Kind? = nil, _ call: Call, _ index: PhotoIndex,
    list: String, part: String = "act"
  ) throws -> EventualResponse {
    let named = call.path[part] ?? ""
    guard let number = Int64(named), number > 0, !named.hasPrefix("+") else {
      throw Problem.notFound(
        "\"\(named.prefix(40))\" is not the number of an act. Look at the acts in /\(list)."
      ).of(.nothingToUndo)
    }
    let ids = try call.parameters["photo"].map { list in
      try list.split(separator: ",").map {
        Int64(try PhotoQuery.whole("photo", String($0), in: 1...Int.max))
      }
    }
    return .later {
      try call.checkUndoing(number, of: index, list: list)
      let photos = try ids.map { ids in
        try index.read { reader in
          try ids.compactMap { id in try reader.photo(id).map(PhotoIdentity.init) }
        }
      }
      let author = call.request.user ?? ""
      let count = try writing(to: index) { notes in
        let count = try notes.undo(number, kind, of: photos, by: author)
        guard count == 0, let other else { return count }
        return try notes.undo(number, other, of: photos, by: author)
      }
      guard count > 0 else { throw Problem.nothingToUndo(number, list) }
      return try changed(
        .json(UndoResult(act: Int(number), undone: count)), call.request, index)
    }
  }
}

extension PhotoIndex {
  /// The acts of a kind about a photo, or all of them; the newest first.
  func acts(_ kind: Note.Kind, about photo: Int64?) throws -> [Act] {
    let acts = try readActs { store, reader -> [Act] in
      guard let photo else { return try store.acts().reversed().filter { $0.kind == kind } }
      guard let known = try reader.photo(photo) else { return [] }
      return try store.acts(kind, about: PhotoIdentity(known), in: reader)
    }
    return acts ?? []
  }
}

extension Call {
  /// The photo whose acts are listed; nil if all are.
  var actPhoto: Int64? {
    get throws {
      try parameters["photo"].map { Int64(try PhotoQuery.whole("photo", $0, in: 1...Int.max)) }
    }
  }

  /// How many acts are listed.
  var actLimit: Int {
    get throws {
      try parameters["limit"].map { try PhotoQuery.limit($0, maximum: Paging.maximum) } ?? 100
    }
  }
}

extension Request {
  /// Throws if the content is of another type than JSON.
  func requireJSON() throws {
    let type = headers["Content-Type"]?.split(separator: ";").first ?? ""
    guard type.lowercased().filter({ $0 != " " }) == "application/json" else {
      throw Problem(status: 415, detail: "Send the content as application/json.")
    }
  }

  /// Reads the content; what is wrong with it becomes a problem.
  func order<Result>(_ read: ([UInt8]) throws -> Result) throws -> Result {
    try requireJSON()
    do { return try read(wholeContent()) } catch let problem as InputProblem {
      throw Problem.badRequest(
        "The content is not valid: \(problem.reason). See /api.html for what it may be.")
    }
  }

  /// The whole content, also of a long request.
  func wholeContent() throws -> [UInt8] {
    try spooled.map { try $0.read(at: 0, count: $0.count) } ?? body
  }
}

extension AnswerMember {
  /// The number of an act, and who made it when.
  static func origin(_ act: @escaping @Sendable (Owner) -> Act) -> [AnswerMember] {
    [
      AnswerMember("act") { Int(act($0).number) },
      AnswerMember("made", .moment) { Timestamp.utc(act($0).time) },
      AnswerMember("by") { act($0).author },
    ]
  }

  /// How many photos of an act are undone, and how many it undoes.
  static func undoing(_ act: @escaping @Sendable (Owner) -> Act) -> [AnswerMember] {
    [
      AnswerMember("undone", .count) { act($0).undone },
      AnswerMember("undoes", .count) { act($0).undoes },
    ]
  }
}

/// The answer to a request that has changed photos.
struct ChangeResult: Answer {
  static let shape = AnswerShape<ChangeResult> {
    AnswerMember("id") { $0.id }
    AnswerMember("photos", .count) { $0.photos }
  }

  private let id, photos: Int

  init(_ act: Act) { (id, photos) = (Int(act.number), act.photos) }
}

/// The answer to a request that has undone an act.
struct UndoResult: Answer {
  static let shape = AnswerShape<UndoResult>("undoResult") {
    AnswerMember("act") { $0.act }
    AnswerMember("undone", .count) { $0.undone }
  }

  let act: Int
  let undone: Int
}

extension Response {
  /// A response with an object.
  static func json(_ answer: some Answer, status: Int = 200) -> Response {
    .json(answer.bytes, status: status)
  }
}

extension DocumentedResponse {
  /// Why a change of the notes may be refused.
  static let refusedChanges: [DocumentedResponse] = [
    .problem(
      403, "The server does not accept the host, or the request is from a page of another host."),
    .problem(409, "The index cannot be written."),
  ]

  /// The responses to a request that makes an act.
  static func making(_ schema: String) -> [DocumentedResponse] {
    [
      DocumentedResponse(
        status: 201, summary: "The act; a DELETE of `Location` undoes it",
        content: [Content(type: "application/json", schema: .schema(schema))])
    ] + refusedChanges + [
      .problem(404, "The index has none of these photos."),
      .problem(413, "The content is too long."), .problem(415, "The content is not JSON."),
    ]
  }
}

extension Parameter {
  static let actPhoto = Parameter(
    "photo", "Only the acts about the photo with this id that are not undone for it.",
    ["type": "integer", "minimum": 1], example: 1)

  static let actLimit = Parameter(
    "limit", "The number of listed acts; greater numbers mean the maximum.",
    ["type": "integer", "minimum": 1, "maximum": .whole(Paging.maximum), "default": 100])

  static let act = Parameter(
    "act", "The number of the act.", ["type": "integer", "minimum": 1], location: .path, example: 1)

  static let undonePhotos = Parameter(
    "photo", "Only for the photos with these ids, separated by commas.", ["type": "string"],
    example: "1")
}
