internal import HTTPServer
internal import PhotoIndex

/// An operation ready to answer: what every request asks of its declaration is worked out once.
struct PreparedOperation: Sendable {
  private let operation: Operation
  private let crossOrigin: CrossOrigin
  private let parameterNames: [String]
  private let mediaTypes: [String]

  /// For each format, one format for each other type of content there is.
  private let otherFormats: [[Format]]

  init(_ operation: Operation, crossOrigin: CrossOrigin) {
    self.operation = operation
    self.crossOrigin = crossOrigin
    parameterNames = operation.queryParameters.map(\.name)
    mediaTypes = operation.mediaTypes
    otherFormats = operation.formats.map(operation.formats(beside:))
  }

  /// Answers a request: what does not fit the declaration never reaches the handler.
  func respond(to request: Request, _ path: PathParameters) throws -> Response {
    var response: Response
    do {
      let parameters = try Parameters(request, declared: parameterNames)
      let choice = try chooseFormat(request, parameters)
      response = try operation.handler(
        Call(
          request: request, path: path, parameters: parameters,
          format: choice.map { operation.formats[$0] },
          otherFormats: choice.map { otherFormats[$0] } ?? []))
      if mediaTypes.count > 1 { response.headers.appendToken("Accept", to: "Vary") }
    } catch {
      guard let problem = Problem(describing: error) else { throw error }
      response = problem.response
    }
    if operation.isOpenToOtherSites { crossOrigin.open(&response, to: request) }
    return response
  }

  /// The format that `f=` names, or else the one that `Accept` likes best.
  private func chooseFormat(_ request: Request, _ parameters: Parameters) throws -> Int? {
    let formats = operation.formats
    if let name = parameters["f"] {
      if let index = formats.firstIndex(where: { $0.name == name }) { return index }
      let names = formats.compactMap(\.name)
      throw QueryError("f", name, "is not " + names.joined(separator: " or "))
    }
    guard !formats.isEmpty else { return nil }
    guard let accepted = AcceptedTypes(request) else { return 0 }
    if let index = accepted.best(of: mediaTypes) { return index }
    let types = mediaTypes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    throw Problem(
      status: 406,
      detail: "Accept allows nothing that is served here: \(types.joined(separator: ", ")).",
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
  /// What a client is told of an error; nothing where it is none that a client can act on.
  init?(describing error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as QueryError: self = .badRequest("\(error).")
    case let error as IndexError: self = error.problem
    default: return nil
    }
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
