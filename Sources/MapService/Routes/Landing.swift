internal import JSON
internal import HTTPServer
internal import PhotoExchange

struct LandingRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    let json = Format.json("landingPage")
    let page = Format("html", "text/html", ["type": "string"])
    return [
      Operation(
        path: "/", id: "getLandingPage", chapter: .start,
        summary: "The map page for browsers; for other programs the landing page of the API",
        parameters: [.languageOfPage], formats: service.staticFiles == nil ? [json] : [json, page],
        example: "/?f=json",
        handler: .guests(landing)),
      Operation(
        path: "/conformance", id: "getConformance", chapter: .start,
        summary: "The standards and conformance classes that this API fulfils",
        formats: [.json("conformance")], example: "/conformance",
        handler: .guests(conformance)),
      Operation(
        path: "/api", id: "getDescription", chapter: .start,
        summary: "This description as OpenAPI 3.0",
        formats: [Format("json", OpenAPIDocument.mediaType, ["type": "object"])], example: "/api",
        handler: .guests(description)),
      Operation(
        path: "/api.html", id: "getReadableDescription", chapter: .start,
        summary: "This description as an HTML page",
        formats: [Format("html", "text/html", ["type": "string"])],
        isOpenToOtherSites: false, handler: .guests(readableDescription)),
      Operation(
        path: "/api.css", id: "getStyle", chapter: .start,
        summary: "The style sheet of that page",
        formats: [Format(nil, "text/css", ["type": "string"])],
        isOpenToOtherSites: false,
        handler: .guests { _ in
          service.document(Array(ReferencePage.style.utf8), type: "text/css; charset=utf-8")
        }
      ),
    ]
  }

  /// The map page for browsers, the landing page of the API for other programs.
  private func landing(_ call: Call) throws -> Response {
    if call.format?.name == "html", let files = service.staticFiles {
      return try files.file(at: ["index.html"], for: call.request)
    }
    let base = service.baseURL(call.request)
    return service.document(LandingAnswer(links: landingLinks(base)))
  }

  private func landingLinks(_ base: String) -> [Link] {
    var links = [Link(href: base + "/?f=json", rel: "self", type: "application/json")]
    if service.staticFiles != nil {
      links.append(
        Link(href: base + "/?f=html", rel: "alternate", type: "text/html", title: "The map"))
    }
    return links + [
      Link(
        href: base + "/api", rel: "service-desc", type: OpenAPIDocument.mediaType,
        title: "The API as OpenAPI"),
      Link(href: base + "/api.html", rel: "service-doc", type: "text/html", title: "The API"),
      Link(href: base + "/conformance", rel: "conformance", type: "application/json"),
      Link(href: base + "/collections", rel: "data", type: "application/json"),
      Link(
        href: base + "/collections/photos/items", rel: "items", type: "application/geo+json",
        title: "All located photos"),
    ]
  }

  private func conformance(_ call: Call) -> Response {
    return service.document(ConformanceAnswer())
  }

  private func description(_ call: Call) -> Response {
    let description = OpenAPIDocument(
      operations: service.operations, base: service.baseURL(call.request))
    var json = JSONWriter(capacity: 65_536)
    json.value(description.value)
    return service.document(json.bytes, type: OpenAPIDocument.mediaType)
  }

  private func readableDescription(_ call: Call) -> Response {
    let page = ReferencePage(operations: service.operations, base: service.baseURL(call.request))
    return service.document(Array(page.html.utf8), type: "text/html; charset=utf-8")
  }
}

struct LandingAnswer: Answer {
  static let shape = AnswerShape<LandingAnswer>("landingPage") {
    AnswerMember("title") { _ in "geoindex" }
    AnswerMember("description") { _ in "Where the photos of this library were taken." }
    AnswerMember("links") { $0.links }
  }

  let links: [Link]
}

struct ConformanceAnswer: Answer {
  static let shape = AnswerShape<ConformanceAnswer>("conformance") {
    AnswerMember("conformsTo") { _ in Conformance.classes }
  }
}
