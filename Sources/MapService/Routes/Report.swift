internal import JSON
internal import HTTPServer
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

struct ReportRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/report", id: "getReport", chapter: .photos,
        summary: "Every file that is not on the map, and why",
        details: """
          The totals are those of the whole library and of `geoindex report`; `numberMatched` counts \
          the files with the requested reason. They come reason by reason, in the order of \
          their ids. `scanCommand` is the command that scans a folder into this index. Editors and viewers get the \
          photos of their scope, with totals of these photos, and neither `scanCommand` nor `hanging` folders.
          """,
        parameters: [.reason, .reportLimit, .cursor], formats: [.json("report")],
        isOpenToOtherSites: false, describesHead: true, example: "/report?reason=no-gps&limit=10",
        handler: .viewers(report))
    ]
  }

  private func report(_ call: Call) throws -> EventualResponse {
    let wanted = try ReportPart(call.parameters)
    // For a user, the first one of a version finds all photos of the scope.
    guard call.request.visitor.seesAll else { return .later { try report(call, wanted) } }
    return .now(try report(call, wanted))
  }

  private func report(_ call: Call, _ wanted: ReportPart) throws -> Response {
    let feature = service.feature(call.request)
    return try service.answer(call) { reader in
      let (summary, page) = try reader.report(
        wanted.reason, after: wanted.cursor, limit: wanted.limit)
      return ReportAnswer(
        summary: summary, reason: wanted.reason, files: page.files, feature: feature,
        hanging: try reader.hangingRoots(),
        scanCommand: call.request.visitor.seesAll ? service.options.scanCommand : nil,
        links: links(call.request, page))
    }
  }

  private func links(_ request: Request, _ page: UnlocatedPage) -> [Link] {
    let base = service.baseURL(request)
    let own = Link(href: request.address(base), rel: "self", type: "application/json")
    guard let next = page.next else { return [own] }
    let address = request.address(
      base, without: ["cursor"], adding: [QueryItem(name: "cursor", value: next.text)])
    return [own, Link(href: address, rel: "next", type: "application/json", title: "Next page")]
  }
}

/// A page of the files that are not on the map, and how many there are.
struct ReportAnswer: Answer {
  typealias HangingRoot = (root: FilePath, since: Int64)

  static let shape = AnswerShape<ReportAnswer>("report") {
    AnswerMember("photos", .count) { $0.summary.photos }
    AnswerMember("located", .count) { $0.summary.located }
    AnswerMember("unlocated") { $0.summary.unlocated }
    AnswerMember("numberMatched", .count) { $0.matched }
    AnswerMember("numberReturned", .count) { $0.files.count }
    AnswerMember("scanCommand") { $0.scanCommand }
    AnswerMember("hanging", each: hanging) { $0.hanging }
    AnswerMember("links") { $0.links }
    AnswerMember("files", .listing(APISchemas.unlocatedFile), isOptional: false) { answer, json in
      json.name("files")
      json.array { json in
        for file in answer.files { answer.feature.write(unlocated: file, to: &json) }
      }
    }
  }

  private static let hanging = AnswerShape<HangingRoot> {
    AnswerMember("root") { $0.root.text }
    AnswerMember("since", .moment) { Timestamp.utc($0.since * 1_000) }
  }

  let summary: IndexSummary
  let reason: UnlocatedReason?
  let files: [PhotoRecord]
  let feature: PhotoFeature
  let hanging: [HangingRoot]
  let scanCommand: String?
  let links: [Link]

  private var matched: Int {
    reason.map { summary.unlocated[$0, default: 0] } ?? summary.photos - summary.located
  }
}

/// The requested part of the report.
private struct ReportPart {
  static let standardLimit = 100

  var reason: UnlocatedReason?
  var cursor: UnlocatedCursor?
  var limit = Self.standardLimit

  init(_ parameters: Parameters) throws {
    if let name = parameters["reason"] {
      reason = UnlocatedReason.allCases.first { $0.name == name }
      guard reason != nil else {
        let known = UnlocatedReason.allCases.map(\.name).joined(separator: ", ")
        throw QueryError("reason", name, "is not one of \(known)")
      }
    }
    if let text = parameters["limit"] {
      limit = try PhotoQuery.limit(text, maximum: Paging.maximum)
    }
    if let text = parameters["cursor"] {
      cursor = UnlocatedCursor(text)
      guard let cursor else {
        throw QueryError("cursor", text, "is not from a `next` link")
      }
      guard reason == nil || reason == cursor.reason else {
        throw QueryError("cursor", text, "belongs to a listing with another reason")
      }
    }
  }
}

extension Parameter {
  fileprivate static let reason = Parameter(
    "reason", "Only files that are not on the map for this reason.",
    ["type": "string", "enum": .list(UnlocatedReason.allCases.map { .text($0.name) })])

  fileprivate static let reportLimit = Parameter(
    "limit", "The number of files on a page; greater numbers mean the maximum.",
    [
      "type": "integer", "minimum": 1, "maximum": .whole(Paging.maximum),
      "default": .whole(ReportPart.standardLimit),
    ], example: 10)
}
