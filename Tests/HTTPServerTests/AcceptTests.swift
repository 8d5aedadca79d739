import Testing

@testable import HTTPServer

@Suite("The preferred format") struct AcceptTests {
  private static let forms = [
    ["application/geo+json", "application/json"], ["text/csv"], ["application/gpx+xml"],
  ]

  @Test(
    "is that of the Accept field",
    arguments: [
      ("*/*", 0), ("text/csv", 1), ("TEXT/CSV", 1), ("text/*", 1), ("application/*", 0),
      ("text/csv;q=0.5, application/gpx+xml;q=0.8", 2), ("text/csv, */*", 1), ("*/*, text/csv", 1),
      ("text/html, application/xhtml+xml, */*;q=0.8", 0), ("text/html", nil), ("image/*", nil),
      ("text/csv;q=0", nil), ("*/*, application/geo+json;q=0, application/json;q=0", 1),
      ("*/*;q=0.1, application/json;q=0.2", 0), ("text/*;q=0.9, text/csv;q=0", nil),
      ("text/csv; charset=utf-8; header=present", 1), ("text/csv;q=1.000, */*;q=0.999", 1),
      ("application/gpx+xml;q=0.001", 2), ("text/csv;q=7", 0), ("text/csv;q=0.1234,*/*", 0),
      ("", 0), (",,;", 0), ("csv", 0), ("*/csv", nil), ("application/json", 0),
    ] as [(String, Int?)])
  func choice(_ accept: String, _ form: Int?) throws {
    let request = try Request(target: "/", headers: ["Accept": accept])
    #expect(request.preferredForm(among: Self.forms) == form, "\(accept)")
  }

  @Test("may be any JSON type for a client that accepts JSON, and an alias only if it is named")
  func kinds() throws {
    let forms = [
      ["text/csv", "text/x-csv"], ["application/geo+json", "application/vnd.geo+json"],
    ]
    for (accept, form) in [
      ("application/json", 1), ("application/json;q=0.5, text/csv;q=0.4", 1),
      ("application/vnd.geo+json", 1), ("text/x-csv", 0), ("*/*, text/csv;q=0", 1),
      ("application/*, application/json;q=0", nil), ("application/json-seq", nil),
    ] as [(String, Int?)] {
      let request = try Request(target: "/", headers: ["Accept": accept])
      #expect(request.preferredForm(among: forms) == form, "\(accept)")
    }
    // Parameters such as charset and version do not matter.
    let exact = try Request(target: "/", headers: ["Accept": "text/css"])
    #expect(exact.preferredForm(among: [["text/css; charset=utf-8"]]) == 0)
  }

  @Test("is the first without an Accept field, and several fields are one list")
  func fields() throws {
    #expect(try Request(target: "/").preferredForm(among: Self.forms) == 0)
    var headers: Headers = ["Accept": "text/html"]
    headers.append("Accept", "application/gpx+xml")
    #expect(try Request(target: "/", headers: headers).preferredForm(among: Self.forms) == 2)
    #expect(try Request(target: "/").preferredForm(among: []) == nil)
  }
}
