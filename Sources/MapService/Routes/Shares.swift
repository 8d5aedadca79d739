internal import JSON
internal import Geography
internal import Glibc
internal import HTTPServer
internal import Journeys
public import PhotoExchange
internal import PhotoFacts
public import PhotoIndex
internal import Query
public import Sharing

/// The links that owners send to others.
struct ShareRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/shares", id: "getShares", chapter: .sharing,
        summary: "The links that are valid now",
        details: """
          `asksForPassword` says whether links restrict anything: on a server without passwords every \
          visitor sees everything.
          """,
        formats: [.json("shares")], isOpenToOtherSites: false, example: "/shares",
        handler: .owners(shares)),
      Operation(
        method: .post, path: "/shares", id: "share", chapter: .sharing,
        summary: "Makes a link that shows a part of the photos for a limited time",
        details: """
          The members are the options of `geoindex share`, as text: `bbox`, `datetime`, `path`, \
          `precision`, `expires` (`12h`, `7d`, `4w`), `filter`, a drawing of at most 2048 bytes in CQL2 text \
          (`S_INTERSECTS` with polygons and `S_DWITHIN` with lines, with AND, OR and NOT), and `paths` or `no-names`, and `no-words`, with the value `yes`. \
          With `trip`, a day of a trip, the link shows a page of that trip and nothing else, with `no-times` without \
          the times of the day, with `diary` with the texts of the diary; in the answer, `trip` is its first and last day.
          """,
        content: [Content(type: "application/json", schema: .schema("shareOrder"))],
        responses: SharingRequest.responses(
          201, "The link; a DELETE of `Location` revokes it", schema: "share"),
        isOpenToOtherSites: false, handler: .owners(share)),
      Operation(
        method: .delete, path: "/shares/{id}", id: "revokeShare", chapter: .sharing,
        summary: "Revokes a link at once",
        parameters: [.shareID],
        responses: [DocumentedResponse(status: 204, summary: "It is revoked."), .notFound]
          + SharingRequest.refusals,
        isOpenToOtherSites: false, handler: .owners(revoke)),
      Operation(
        path: "/qr", id: "getCode", chapter: .sharing,
        summary: "A text as a QR code, such as the address of a link",
        parameters: [.codeText], formats: [Format(nil, "image/svg+xml", .binary)],
        isOpenToOtherSites: false, example: "/qr?text=http://localhost:8080/",
        handler: .owners(code)),
    ]
  }

  private func shares(_ call: Call) -> EventualResponse {
    .later {
      try SharingRequest.reporting(service) {
        let now = time(nil)
        let links = try service.links.links().filter { $0.expires > now }
        return .json(
          SharesAnswer(
            asksForPassword: service.options.asksForPassword,
            shares: try links.map { link in
              ShareAnswer(
                link: answer(link, try service.links.token(of: link), call),
                photos: try service.count(of: link))
            }))
      }
    }
  }

  private func share(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    var filters = try call.request.order(ShareTerms.order.read)
    let lifetime = filters.removeValue(forKey: "expires") ?? ShareTerms.usualLifetime
    if let user = call.request.user, !user.isEmpty { filters[ShareTerms.sharer] = user }
    let expires = time(nil) + (try ShareTerms.lifetime(lifetime))
    return .later { [filters] in
      try SharingRequest.reporting(service) {
        let terms = try ShareTerms(
          id: ShareRegister.newID(), expires: expires, filters: filters.naming(tripIn: index))
        // First, because a request that took too long is repeated, and must not make a second link then.
        let count = try service.count(of: terms)
        let token = try service.links.add(terms)
        let answer = ShareAnswer(link: answer(terms, token, call), photos: count)
        var response = Response.json(answer, status: 201)
        response.headers.append(
          "Location", "\(service.baseURL(call.request))/shares/\(terms.id)")
        return response
      }
    }
  }

  private func revoke(_ call: Call) throws -> EventualResponse {
    let id = call.path["id"] ?? ""
    return .later {
      try SharingRequest.reporting(service) {
        guard try service.links.revoke(id) else {
          throw Problem.notFound("There is no link of that name; it may be revoked already.")
        }
        return Response(status: 204)
      }
    }
  }

  private func code(_ call: Call) throws -> Response {
    let text = try call.parameters.require("text")
    guard text.utf8.count <= 2_000, let code = QRCode(text) else {
      throw QueryError("text", String(text.prefix(40)), "is too long for a QR code")
    }
    return service.document(Array(code.svg.utf8), type: "image/svg+xml")
  }

  private func answer(_ link: ShareTerms, _ token: String, _ call: Call) -> NewShare {
    NewShare(terms: link, url: link.address(token, at: service.baseURL(call.request)))
  }
}

struct SharesAnswer: Answer {
  static let shape = AnswerShape<SharesAnswer>("shares") {
    AnswerMember("asksForPassword") { $0.asksForPassword }
    AnswerMember("shares") { $0.shares }
  }

  let asksForPassword: Bool
  let shares: [ShareAnswer]
}

/// A link with its address, and how many photos it shows.
struct ShareAnswer: Answer {
  static let shape = AnswerShape<ShareAnswer>("share") {
    AnswerMember.all(of: NewShare.shape) { $0.link }
    AnswerMember("photos", .count) { $0.photos }
  }

  let link: NewShare
  let photos: Int
}

/// A link with its address, as the command line writes it.
public struct NewShare: Answer {
  /// Its members.
  public static let shape = AnswerShape<NewShare> {
    AnswerMember.all(of: ShareTerms.shape) { $0.terms }
    AnswerMember("url") { $0.url }
  }

  private let terms: ShareTerms
  private let url: String

  /// Makes an answer.
  public init(terms: ShareTerms, url: String) { (self.terms, self.url) = (terms, url) }
}

extension [String: String] {
  /// The terms with the days of the trip instead of one of its days.
  public func naming(tripIn index: PhotoIndex) throws -> [String: String] {
    guard let day = self[ShareTerms.trip] else { return self }
    guard let date = LocalDay(day), let trip = try index.read({ try $0.journeys().trip(on: date) })
    else { throw QueryError(ShareTerms.trip, day, "is not a day of a trip; see /trips") }
    var terms = self
    terms[ShareTerms.trip] = ShareTerms.text(of: trip.days)
    return terms
  }
}

/// A link as the API and the command line write it.
extension ShareTerms: Answer {
  /// Its members.
  public static let shape = AnswerShape<ShareTerms> {
    AnswerMember("id") { $0.id }
    AnswerMember("expires", .moment) { $0.expiryText }
    terms.map { name, schema in AnswerMember(name, schema) { $0.filters[name] } }
  }

  private static let terms: [(name: String, schema: JSONValue)] = [
    ("bbox", String.schema), ("by", String.schema), ("datetime", String.schema), ("no-names", yes),
    ("no-words", yes), ("no-times", yes), ("diary", yes), ("path", String.schema), ("paths", yes),
    ("precision", String.schema), ("trip", String.schema), ("filter", String.schema),
  ]

  private static let yes: JSONValue = .word(["yes"])

  /// What an owner asks for.
  static let order = OrderShape<[String: String]>("shareOrder", into: [:], absent: [.null, false]) {
    ["bbox", "datetime", "path", "precision"].map { .option($0) }
    ["paths", "no-names", "no-words"].map { .option($0, yes) }
    OrderMember.option("trip")
    ["no-times", "diary"].map { .option($0, yes) }
    OrderMember.option("expires")
    OrderMember.option("filter", ["type": "string", "maxLength": 2048])
  }

  /// The expiry in UTC, at most the end of the year 9999.
  public var expiryText: String {
    Timestamp.utc(Int64(min(max(expires, 0), 253_402_300_799)) * 1_000)
  }
}

extension Parameter {
  fileprivate static let shareID = Parameter(
    "id", "The id of the link.", ["type": "string"], location: .path, example: "Vb3kR8sQ")

  fileprivate static let codeText = Parameter(
    "text", "The text, of at most 2000 bytes.", ["type": "string"], isRequired: true,
    example: "http://localhost:8080/")
}
