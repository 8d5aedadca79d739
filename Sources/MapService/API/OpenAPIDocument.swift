internal import JSON
internal import PhotoExchange
internal import HTTPServer

/// The table of operations as an OpenAPI 3.0 document.
struct OpenAPIDocument {
  /// The exact media type, because clients compare it byte by byte.
  static let mediaType = "application/vnd.oai.openapi+json;version=3.0"

  var operations: [Operation]

  /// The address of the API, without a trailing slash.
  var base: String

  /// The whole document.
  var value: JSONValue {
    [
      "openapi": "3.0.3",
      "info": [
        "title": "geoindex", "version": .text(MapService.version),
        "description": "Where the photos of this library were taken.",
        "license": ["name": "MIT"],
      ],
      "servers": [["url": .text(base.isEmpty ? "/" : base)]],
      "tags": .list(Operation.Chapter.allCases.map { ["name": .text($0.rawValue)] }),
      "paths": .object(paths),
      "components": [
        "parameters": .object(sharedParameters),
        "responses": .object(DocumentedResponse.everywhere.map(component)),
        "schemas": .object(APISchemas.all),
      ],
    ]
  }

  private var paths: [JSONValue.Member] {
    var seen: [String] = []
    for operation in operations where !seen.contains(operation.path) { seen.append(operation.path) }
    return seen.map { path in
      var members: [JSONValue.Member] = []
      for operation in operations where operation.path == path {
        members.append(
          .init(name: operation.method.rawValue.lowercased(), value: describe(operation)))
        if operation.describesHead {
          members.append(.init(name: "head", value: describeHead(operation)))
        }
      }
      return .init(name: path, value: .object(members))
    }
  }

  private func describe(_ operation: Operation) -> JSONValue {
    var said: JSONValue = [
      "operationId": .text(operation.id), "tags": [.text(operation.chapter.rawValue)],
      "summary": .text(operation.summary),
    ]
    if !operation.details.isEmpty { said = said.adding("description", .text(operation.details)) }
    let parameters =
      operation.parameters.filter { $0.location == .path } + operation.queryParameters
    if !parameters.isEmpty { said = said.adding("parameters", .list(parameters.map(\.mention))) }
    if !operation.content.isEmpty {
      let body: JSONValue = [
        "required": .truth(operation.requiresContent), "content": content(operation.content),
      ]
      said = said.adding("requestBody", body)
    }
    return said.adding("responses", .object(responses(operation)))
  }

  /// HEAD: the same without a body.
  private func describeHead(_ operation: Operation) -> JSONValue {
    var head = operation
    head.id += "Head"
    head.summary = "The header of: " + operation.summary
    let said = describe(head)
    guard case .object(let members) = said else { return said }
    return .object(
      members.map { member in
        member.name == "responses"
          ? .init(name: "responses", value: .object(headResponses(operation))) : member
      })
  }

  private func headResponses(_ operation: Operation) -> [JSONValue.Member] {
    answers(operation).map { answer in
      .init(name: String(answer.status), value: ["description": .text(answer.summary)])
    }
  }

  private func responses(_ operation: Operation) -> [JSONValue.Member] {
    answers(operation).map { answer in
      guard !DocumentedResponse.everywhere.contains(answer) else {
        return .init(
          name: String(answer.status), value: .reference("#/components/responses/\(name(answer))"))
      }
      return .init(name: String(answer.status), value: describe(answer))
    }
  }

  /// All responses of an operation, by their status.
  func answers(_ operation: Operation) -> [DocumentedResponse] {
    let own = operation.responses.map(\.status)
    var answers =
      operation.responses + DocumentedResponse.everywhere.filter { !own.contains($0.status) }
    if !operation.formats.isEmpty {
      var contents: [Content] = []
      for format in operation.formats where !contents.contains(where: { $0.type == format.type }) {
        contents.append(Content(type: format.type, schema: format.schema))
      }
      answers.append(DocumentedResponse(status: 200, summary: operation.summary, content: contents))
      answers.append(.notAcceptable)
    }
    if operation.method == .get { answers.append(.notModified) }
    return answers.sorted { $0.status < $1.status }
  }

  private func describe(_ answer: DocumentedResponse) -> JSONValue {
    let said: JSONValue = ["description": .text(answer.summary)]
    return answer.content.isEmpty ? said : said.adding("content", content(answer.content))
  }

  private func component(_ answer: DocumentedResponse) -> JSONValue.Member {
    .init(name: name(answer), value: describe(answer))
  }

  /// The name of a response among the components, such as `BadRequest`.
  private func name(_ answer: DocumentedResponse) -> String {
    Problem.title(of: answer.status).filter(\.isLetter)
  }

  private func content(_ contents: [Content]) -> JSONValue {
    .object(contents.map { .init(name: $0.type, value: ["schema": $0.schema]) })
  }

  private var sharedParameters: [JSONValue.Member] {
    var seen: [JSONValue.Member] = []
    for parameter in operations.flatMap(\.parameters) where parameter.isShared {
      guard !seen.contains(where: { $0.name == parameter.name }) else { continue }
      seen.append(.init(name: parameter.name, value: parameter.description))
    }
    return seen
  }
}
