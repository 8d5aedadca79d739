internal import JSON
internal import PhotoExchange
internal import HTTPServer
internal import PhotoIndex
internal import Query
internal import Sharing

/// What requests that change links, zones or saved views have in common.
enum SharingRequest {
  /// The members of a JSON object whose values are texts, numbers or true; nulls and false count as absent.
  static func members(of request: Request) throws -> [String: String] {
    try request.requireJSON()
    do throws(InputProblem) {
      guard let members = try JSONValue(parsing: request.body).members else {
        throw InputProblem("it is not a JSON object")
      }
      var texts: [String: String] = [:]
      for member in members {
        guard texts[member.name] == nil else {
          throw InputProblem("\(InputProblem.quoted(member.name.utf8)) is given twice")
        }
        switch member.value {
        case .text(let text): texts[member.name] = text
        case .whole(let number): texts[member.name] = String(number)
        case .number(let number): texts[member.name] = String(number)
        case .truth(true): texts[member.name] = "yes"
        case .truth(false), .null: break
        case .list, .object:
          throw InputProblem("\(InputProblem.quoted(member.name.utf8)) is not a text")
        }
      }
      return texts
    } catch {
      throw Problem.badRequest(
        "The content is not valid: \(error.reason). See /api.html for what it may be.")
    }
  }

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
