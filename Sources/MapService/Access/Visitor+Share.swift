public import HTTPServer
internal import Glibc
internal import PhotoIndex
internal import Query
public import Sharing
internal import PhotoFacts

/// A guest of the server is the guest of a shared link.
extension ShareGuest: Guest {}

extension ShareRegister {
  private static let cookie = "geoindex-share"

  /// Finds the shared link of a request: a token in the address, in the cookie that is set then, or in an
  /// `Authorization: Bearer` field.
  ///
  /// A browser opens the address and keeps the cookie; other programs send the field.
  public func guest(of request: Request) throws -> (any Guest)? {
    let now = time(nil)
    if let token = request.queryValue("share") {
      guard let guest = guest(token, now: now) else {
        throw Problem(
          status: 403, detail: "This link is no longer valid: it has expired or was revoked.")
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

  /// Removes the token from the address, and sets it as a cookie.
  ///
  /// Responds with the page instead of a redirect. A browser that follows a link from another site would not
  /// send a strict cookie after a redirect.
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
  /// Whether the visitor may see everything.
  var isOwner: Bool { if case .owner = self { true } else { false } }

  /// Whether the visitor is the owner, or a server that decides itself who may see a picture.
  var seesAll: Bool { isOwner || wantedVersion != nil }

  /// The version of the file that the server of another machine asks for; nil for other visitors.
  var wantedVersion: String? {
    guard case .machine(let version) = self else { return nil }
    return version
  }

  /// The shared link of a guest.
  var share: ShareGuest? {
    guard case .guest(let guest) = self else { return nil }
    return guest as? ShareGuest
  }

  /// Adds the visitor's restrictions to a filter.
  func restrict(_ filter: inout PhotoFilter) {
    guard let condition = share?.condition else { return }
    filter.condition = .all([condition] + (filter.condition.map { [$0] } ?? []))
  }

  /// Whether this visitor may see a photo.
  func maySee(_ id: Int64, _ reader: IndexReader) throws -> Bool {
    guard !seesAll else { return true }
    var filter = PhotoFilter()
    filter.condition = .compare(.id, .equal, .integer(id))
    restrict(&filter)
    return share != nil ? try reader.count(filter) == 1 : false
  }
}
