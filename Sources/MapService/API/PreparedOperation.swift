internal import BaseMaps
internal import HTTPServer
internal import People
internal import PhotoIndex
internal import Query
internal import Rooms

/// An operation ready to respond: everything that does not depend on the request is computed once.
struct PreparedOperation: Sendable {
  private let operation: Operation
  private let libraries: VisibleLibraries

  /// The whole index, for operations of owners.
  private let index: PhotoIndex

  /// Its index in the table, under which requests are counted.
  private let number: Int
  private let crossOrigin: CrossOrigin
  private let parameterNames: [String]
  private let mediaTypes: [String]

  /// The request header fields on which the response depends.
  private let variesBy: [String]

  /// The media types that select each format.
  private let typesByFormat: [[String]]

  /// For each format, the texts of the links of a page.
  ///
  /// They include one link for each other media type.
  private let wordings: [PageWording?]

  /// The header fields for formats and CORS that are the same for all requests.
  private let usualFields: Headers

  init(
    _ operation: Operation, number: Int, crossOrigin: CrossOrigin, _ libraries: VisibleLibraries,
    _ index: PhotoIndex
  ) {
    self.operation = operation
    (self.libraries, self.index) = (libraries, index)
    self.number = number
    self.crossOrigin = crossOrigin
    parameterNames = operation.queryParameters.map(\.name)
    mediaTypes = operation.mediaTypes
    typesByFormat = operation.formats.map { [$0.type] + $0.aliases }
    wordings = operation.formats.map { format in
      format.photos.map { photos in
        PageWording(photos, alternates: operation.formats(beside: format).map(AlternateLink.init))
      }
    }
    var fields = Headers()
    var variants = mediaTypes.count > 1 ? ["Accept"] : []
    if parameterNames.contains(Parameter.language.name) { variants.append("Accept-Language") }
    variesBy = variants
    if !variants.isEmpty { fields.append("Vary", variants.joined(separator: ", ")) }
    if operation.isOpenToOtherSites { fields.append(contentsOf: crossOrigin.fieldsForAny) }
    // Strangers need not know which program this is.
    if !operation.isForStrangers { fields.append(Self.version.name, Self.version.value) }
    usualFields = fields
  }

  /// Responds to a request; the handler runs only if the request matches the declaration.
  func perform(_ request: Request, _ path: PathParameters) throws -> EventualResponse {
    do {
      let call = try call(request, path)
      // The first time, all photos are judged, which takes a second for a million.
      if call.parameters.askAboutDoubts, !index.hasJudged {
        return .later { [operation, index] in
          try completed(request) { try operation.handler.reply(call, index).response() }
        }
      }
      switch try operation.handler.reply(call, index) {
      case .now(let response): return .now(completed(response, request))
      case .later(let make): return .later { try completed(request, make) }
      case .distant(let make): return .distant { try completed(request, make) }
      }
    } catch {
      return .now(try described(error, request))
    }
  }

  private func call(_ request: Request, _ path: PathParameters) throws -> Call {
    try admit(request)
    let parameters = try Parameters(request.query, declared: parameterNames) {
      try libraries.view($0, for: request.visitor)
    }
    let choice = try chooseFormat(request, parameters)
    return Call(
      request: request, path: path, library: try libraries.library(for: request.visitor),
      parameters: parameters,
      format: choice.map { operation.formats[$0] },
      wording: choice.flatMap { wordings[$0] })
  }

  private func completed(_ request: Request, _ make: () throws -> Response) throws -> Response {
    do { return completed(try make(), request) } catch { return try described(error, request) }
  }

  /// Adds the header fields that all responses of the operation have.
  private func completed(_ response: Response, _ request: Request) -> Response {
    var response = response
    response.operation = number
    if !response.headers.contains("Vary"), crossOrigin.isForAnyOrNone(response) {
      response.headers.append(contentsOf: usualFields)
      return response
    }
    for variant in variesBy { response.headers.appendToken(variant, to: "Vary") }
    if operation.isOpenToOtherSites { crossOrigin.open(&response, to: request) }
    if !operation.isForStrangers {
      response.headers.append(Self.version.name, Self.version.value)
    }
    return response
  }

  /// The version of the API, as in its description.
  private static let version = HeaderField(name: "API-Version", value: MapService.version)

  /// Converts an error to a response; throws errors that are not about the request.
  private func described(_ error: any Error, _ request: Request) throws -> Response {
    guard let problem = Problem(describing: error) else { throw error }
    var response = problem.response(
      to: request, words: ProblemTexts.words(for: problem, to: request))
    response.operation = number
    if operation.isOpenToOtherSites { crossOrigin.open(&response, to: request) }
    return response
  }

  /// Refuses visitors that may not use this operation.
  private func admit(_ request: Request) throws(Problem) {
    if operation.method != .get, !operation.onlyReads {
      try crossOrigin.refuseForeignPages(request)
    }
    switch request.visitor {
    case .owner: return
    case .stranger where operation.isForStrangers: return
    case .guest where request.visitor.audience.map { $0 >= operation.audience } == true: return
    case .machine where operation.chapter == .pictures: return
    case .guest, .stranger, .machine:
      guard let role = request.visitor.limitedUser?.role else {
        throw Problem.notShared
      }
      let others = operation.audience == .owners ? "owners" : "owners and editors"
      throw Problem(
        status: 403,
        detail:
          "You have signed in as a \(role.rawValue), and this is for \(others); ask an owner to do it."
      ).of(.forOwners)
    }
  }

  /// The format that `f=` names, or the one that `Accept` prefers.
  private func chooseFormat(_ request: Request, _ parameters: Parameters) throws -> Int? {
    let formats = operation.formats
    if let name = parameters["f"] {
      if let index = formats.firstIndex(where: { $0.name == name }) { return index }
      let names = formats.compactMap(\.name)
      let known = names.joined(separator: names.count > 2 ? ", " : " or ")
      throw QueryError("f", name, (names.count > 2 ? "is not one of " : "is not ") + known)
    }
    guard !formats.isEmpty else { return nil }
    // Most clients accept anything or send no `Accept`.
    guard let accept = request.headers["Accept"], accept != "*/*" else { return 0 }
    if let index = request.preferredForm(among: typesByFormat) { return index }
    let types = mediaTypes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    throw Problem(
      status: 406,
      detail:
        "Accept allows none of the formats; ask for \(types.joined(separator: ", ")).",
      headers: [HeaderField(name: "Vary", value: "Accept")])
  }
}

extension Operation {
  fileprivate func formats(beside chosen: Format) -> [Format] {
    var types = [chosen.type]
    return formats.filter { format in
      guard format.name != nil, !types.contains(format.type) else { return false }
      types.append(format.type)
      return true
    }
  }
}

extension Problem {
  /// Describes an error to the client; nil if the request is not its cause.
  init?(describing error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as QueryError:
      self = .badRequest("\(error). See /api.html for what is accepted.")
    case let error as IndexError: self = error.problem
    case let error as RoomError: self = error.problem
    case let error as BaseMapError: self.init(error)
    default: return nil
    }
  }
}

extension IndexError {
  /// The problem that is reported to the client.
  ///
  /// Does not contain paths of this machine.
  fileprivate var problem: Problem {
    switch code {
    case .busy, .replaced, .overtaken, .leased:
      Problem.unavailable("The index is being written; try again.", retryAfter: 1)
    case .unreachable:
      Problem.unavailable(
        "The database of the library does not answer. When it does, look at /placements or /words and repeat what "
          + "is not there. If it lasts, run geoindex doctor on the machine of the server.",
        retryAfter: 10
      ).of(.databaseSilent)
    case .tookTooLong:
      Problem.unavailable(
        "The query takes too long; ask for a smaller box, a shorter time or a simpler filter. A path pattern that "
          + "begins with the name of a folder is quicker than one that begins with *.",
        retryAfter: 10
      ).of(.tooSlow)
    case .notShown:
      Problem(
        status: 500,
        detail:
          "What was entered is recorded, but is not shown yet because the index could not be written. Do "
          + "not repeat it; on the machine of the server, run: geoindex doctor"
      ).of(.notShown)
    case .diskFull:
      Problem.unavailable(
        "The disk of the server is full, so nothing was recorded. Free some space there, and repeat the request.",
        retryAfter: 30
      ).of(.diskFull)
    case .invalidRequest: Problem.badRequest(message)
    // The disk may be mounted again soon.
    case .missing, .cannotOpen:
      Problem.unavailable(
        "The index is missing. On the machine of the server, run: geoindex doctor",
        retryAfter: 30
      ).of(.indexUnreadable)
    default:
      Problem(
        status: 500,
        detail: "The index cannot be read. On the machine of the server, run: geoindex doctor"
      ).of(.indexUnreadable)
    }
  }
}
