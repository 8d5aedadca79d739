public import HTTPServer
internal import Glibc
internal import PhotoIndex
internal import Query
public import Sharing
internal import PhotoFacts

/// A guest of the server is one of a link.
extension ShareGuest: Guest {}

extension ShareRegister {
  private static let cookie = "geoindex-share"

  /// Finds the link by which a request comes: in its address, which a browser opens, in the cookie that
  /// this leaves there, or as a bearer's token, which other programs send.
  public func guest(of request: Request) throws -> (any Guest)? {
    let now = time(nil)
    if let token = request.queryValue("share") {
      guard let guest = guest(token, now: now) else {
        throw Problem(
          status: 403, detail: "This link is no longer good: it has expired or was taken back.")
      }
      return guest
    }
    // An expired cookie does not prevent a login by password.
    return Self.token(in: request.headers).flatMap { guest($0, now: now) }
  }

  private static func token(in headers: Headers) -> String? {
    if let field = headers["Authorization"] { return String(field.dropFirst("Bearer ".count)) }
    let cookies = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
    return cookies.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(cookie + "=") }
      .map { String($0.dropFirst(cookie.count + 1)) }
  }

  /// Takes the token out of the address of a request, and has the browser keep it instead.
  ///
  /// The page is answered at once, not by way of another address: a browser that follows a link from
  /// another site would not send a strict cookie along.
  static func open(
    _ request: Request, _ respond: (Request) throws -> EventualResponse
  ) throws -> EventualResponse {
    guard let shared = request.queryValue("share") else { return try respond(request) }
    let reply = try respond(try request.dropping("share"))
    guard case .guest = request.visitor else { return reply }
    let secure = request.scheme == "https" ? "; Secure" : ""
    let field =
      "\(cookie)=\(shared); Path=\(request.pathPrefix)/; HttpOnly; SameSite=Strict\(secure)"
    return reply.map { response in
      var response = response
      response.headers.append("Set-Cookie", field)
      response.cacheControl = "no-store"
      return response
    }
  }
}

extension Visitor {
  /// Whether everything may be shown.
  var isOwner: Bool { if case .owner = self { true } else { false } }

  /// The link by which they came.
  var share: ShareGuest? {
    guard case .guest(let guest) = self else { return nil }
    return guest as? ShareGuest
  }

  /// The filter with what holds for this visitor besides.
  func restrict(_ filter: inout PhotoFilter) {
    guard let condition = share?.condition else { return }
    filter.condition = .all([condition] + (filter.condition.map { [$0] } ?? []))
  }

  /// Whether this visitor may see a photo.
  func maySee(_ id: Int64, _ reader: IndexReader) throws -> Bool {
    guard !isOwner else { return true }
    var filter = PhotoFilter()
    filter.condition = .compare(.id, .equal, .integer(id))
    restrict(&filter)
    return share != nil ? try reader.count(filter) == 1 : false
  }
}
