internal import JSON
internal import PhotoExchange

// Responses that several operations share.
extension DocumentedResponse {
  /// A problem that some operations report.
  static func problem(_ status: Int, _ summary: String) -> DocumentedResponse {
    DocumentedResponse(
      status: status, summary: summary,
      content: [Content(type: "application/problem+json", schema: .schema("problem"))])
  }

  static let notFound = problem(404, "Not found.")

  /// The responses that every operation may send.
  static let everywhere: [DocumentedResponse] = [
    problem(400, "A parameter is unknown, given twice, missing or invalid."),
    problem(401, "The server requires a password, and it is missing or wrong."),
    problem(403, "The request names a host that this server does not accept."),
    problem(414, "The target is too long."),
    problem(429, "There were too many wrong passwords; try again later."),
    problem(431, "The header is too long."),
    problem(500, "The index is damaged, or is not one of this program."),
    problem(
      503,
      "The index is being written or missing, the query takes too long, or all connections are in use."
    ),
  ]

  /// The response if the client has the current version.
  static let notModified = DocumentedResponse(
    status: 304, summary: "The client has the current version (`If-None-Match`).")

  /// The response if the client accepts none of the formats.
  static let notAcceptable = problem(406, "`Accept` allows none of the formats.")
}
