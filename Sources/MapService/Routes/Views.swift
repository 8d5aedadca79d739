internal import HTTPServer
internal import JSON
public import PhotoExchange
public import Query
internal import Sharing

/// Saved views are for owners only: their names and filters may tell what guests must not know.
struct ViewRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/views", id: "getViews", chapter: .map,
        summary: "The saved views: filters under a name",
        details: """
          A view follows the library: `view=` selects what its filters select now. The number of its photos is \
          `numberMatched` of `/collections/photos/items?view=NAME&limit=1`.
          """,
        formats: [.json("savedViews")], isOpenToOtherSites: false, example: "/views",
        handler: .owners(views)),
      Operation(
        path: "/views/{name}", id: "getView", chapter: .map, summary: "A saved view",
        parameters: [.viewName], formats: [.json("savedView")], responses: [.notFound],
        isOpenToOtherSites: false, example: "/views/At%20the%20sea", handler: .owners(view)),
      Operation(
        method: .put, path: "/views/{name}", id: "saveView", chapter: .map,
        summary: "Saves filters under a name, or replaces those of a saved view",
        details: """
          `{"filters":{"keyword":"sea","datetime":"2019/2021"}}`: values of the parameters that select photos \
          elsewhere, except `view`, as text. `If-None-Match: *` replaces nothing. A library has at most \
          \(SavedView.mostViews) views. `address` has the same filters as the map page writes them in its address; \
          the page uses it only if it agrees with `filters`.
          """,
        parameters: [.viewName],
        content: [Content(type: "application/json", schema: .schema("savedViewOrder"))],
        responses: SharingRequest.responses(
          201, "The new view; `Location` is its address", schema: "savedView")
          + [
            DocumentedResponse(
              status: 200, summary: "The view with its new filters.",
              content: [Content(type: "application/json", schema: .schema("savedView"))]),
            .problem(412, "There is a view of that name, and `If-None-Match: *` protects it."),
          ],
        isOpenToOtherSites: false, handler: .owners(save)),
      Operation(
        method: .delete, path: "/views/{name}", id: "removeView", chapter: .map,
        summary: "Removes a saved view; photos stay as they are",
        parameters: [.viewName],
        responses: [DocumentedResponse(status: 204, summary: "It is removed."), .notFound]
          + SharingRequest.refusals,
        isOpenToOtherSites: false, handler: .owners(remove)),
    ]
  }

  private func views(_ call: Call) throws -> EventualResponse {
    .later {
      try SharingRequest.reporting(service) {
        .json(ViewsAnswer(views: try service.views.entries()))
      }
    }
  }

  private func view(_ call: Call) throws -> EventualResponse {
    let name = call.path["name"] ?? ""
    return .later {
      try SharingRequest.reporting(service) {
        guard let view = try service.views.view(named: name) else { throw Self.missing }
        return .json(view)
      }
    }
  }

  private func save(_ call: Call) throws -> EventualResponse {
    let request = call.request
    let view = try request.order(SavedViewOrder.shape.read).view(named: call.path["name"] ?? "")
    let isNew = request.headers["If-None-Match"].map { $0.filter { $0 != " " } == "*" } ?? false
    return .later {
      try SharingRequest.reporting(service) {
        switch try service.views.store(view, replacing: !isNew) {
        case .nameIsTaken:
          throw Problem(
            status: 412,
            detail: "There is a view of that name already; choose another name, or replace it."
          ).of(.nameTaken)
        case .replaced: return .json(view)
        case .added:
          var response = Response.json(view, status: 201)
          response.headers.append(
            "Location", "\(service.baseURL(request))/views/\(view.name.percentEncoded)")
          return response
        }
      }
    }
  }

  private func remove(_ call: Call) throws -> EventualResponse {
    let name = call.path["name"] ?? ""
    return .later {
      try SharingRequest.reporting(service) {
        guard try service.views.remove(name) else { throw Self.missing }
        return Response(status: 204)
      }
    }
  }

  private static var missing: Problem {
    .notFound("There is no view of that name; it may be removed already. See /views.")
  }
}

struct ViewsAnswer: Answer {
  static let shape = AnswerShape<ViewsAnswer>("savedViews") { AnswerMember("views") { $0.views } }

  let views: [SavedView]
}

/// A view as the API and the command line write it.
extension SavedView: Answer {
  /// Its members.
  public static let shape = AnswerShape<SavedView>("savedView") {
    AnswerMember("name") { $0.name }
    AnswerMember("filters", filters, isOptional: false) { view, json in
      json.name("filters")
      json.object { json in
        for (name, value) in view.parameters {
          json.name(name)
          json.value(value)
        }
      }
    }
    AnswerMember("address") { $0.address }
  }

  /// Values of parameters by their names.
  fileprivate static let filters: JSONValue = [
    "type": "object", "additionalProperties": String.schema,
  ]
}

/// The content of a request that saves a view.
struct SavedViewOrder {
  static let shape = OrderShape("savedViewOrder", into: SavedViewOrder(), absent: [.null]) {
    OrderMember("name", .text, \.name)
    OrderMember("filters", OrderContent(SavedView.filters, "an object", texts), \.filters)
    OrderMember(
      "address", OrderContent<String>(String.schema, "a text") { $0.parameter }, \.address)
  }

  private var name: String?
  private var filters: [String: String] = [:]
  private var address: String?

  /// The values of an object without its nulls.
  private static func texts(_ json: JSONValue) throws(InputProblem) -> [String: String]? {
    guard let members = json.members else { return nil }
    var texts: [String: String] = [:]
    for member in members where member.value != .null {
      let name = InputProblem.quoted(member.name.utf8)
      guard texts[member.name] == nil else { throw InputProblem("\(name) is given twice") }
      guard let text = member.value.parameter else { throw InputProblem("\(name) is not a text") }
      texts[member.name] = text
    }
    return texts
  }

  func view(named name: String) throws -> SavedView {
    guard self.name ?? name == name else {
      throw Problem.badRequest("The name in the content is not that of the address.")
    }
    return try SavedView(name, filters, address: address)
  }
}

extension Parameter {
  fileprivate static let viewName = Parameter(
    "name", "The name of the view.", ["type": "string"], location: .path, example: "At the sea")
}
