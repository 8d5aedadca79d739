internal import JSON
internal import PhotoExchange
internal import HTTPServer
internal import PhotoIndex
internal import Query
internal import Sharing

/// What requests that change links, zones or saved views have in common.
enum SharingRequest {
  /// The response about links, zones or views, which is never cached; an unusable list becomes a problem.
  static func reporting(
    _ service: ServiceContext, _ body: () throws -> Response
  ) throws -> Response {
    do {
      var response = try body()
      response.cacheControl = "no-store"
      return response
    } catch is RegisterError {
      throw Problem(
        status: 409,
        detail:
          "The links, zones or views cannot be read or written. On the machine of the server, run: "
          + "geoindex doctor"
      ).of(.listsUnreadable)
    } catch  where service.options.lists != nil && Problem(describing: error) == nil {
      throw Problem.unavailable(
        "The database of the library does not accept the change. Look whether it was made before you repeat it. "
          + "If it lasts, run geoindex doctor on the machine of the server.", retryAfter: 10
      ).of(.databaseSilent)
    }
  }

  /// Why such a request may be refused.
  static let refusals: [DocumentedResponse] = [
    .problem(
      403, "The server does not accept the host, or the request is from a page of another host."),
    .problem(409, "The list cannot be written."),
  ]

  /// The responses to a request that adds something.
  static func responses(_ status: Int, _ summary: String, schema: String) -> [DocumentedResponse] {
    [
      DocumentedResponse(
        status: status, summary: summary,
        content: [Content(type: "application/json", schema: .schema(schema))])
    ] + refusals + [
      .problem(413, "The content is too long."), .problem(415, "The content is not JSON."),
    ]
  }
}

extension OrderMember<[String: String]> {
  /// A text, number or true, which is the text of an option of a command.
  static func option(
    _ name: String, _ schema: JSONValue = String.schema, isOptional: Bool = true
  ) -> OrderMember {
    OrderMember(
      name, OrderContent<String>(schema, "a text") { $0 == true ? "yes" : $0.parameter }, \.[name],
      isOptional: isOptional
    ) { $0 }
  }
}

extension JSONValue {
  /// The value as the text of a parameter; nil for a list, an object or null.
  var parameter: String? {
    switch self {
    case .text(let text): text
    case .whole(let number): String(number)
    case .number(let number): String(number)
    case .truth(let truth): String(truth)
    case .list, .object, .null: nil
    }
  }
}
