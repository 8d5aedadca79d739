public import HTTPServer
internal import Glibc
public import Sharing

/// A client that asks for the page of a trip.
///
/// The token is not checked yet, so no other route shows anything to this guest.
private final class GuestOfTrip: Guest {}

extension ShareRegister {
  private static let cookie = "geoindex-share"

  /// Finds the shared link of a request: by a token in the address, in the cookie that is set then, or in an
  /// `Authorization: Bearer` field.
  ///
  /// A browser opens the address and keeps the cookie; other programs send the field, which takes precedence.
  public func guest(of request: Request) throws -> (any Guest)? {
    let now = time(nil)
    // `SharedTrips` answers these requests by their token alone.
    if request.path.first == SharedTrips.folder { return GuestOfTrip() }
    if let token = request.queryValue("share") {
      guard let guest = guest(token, now: now) else {
        throw Problem.linkHasEnded
      }
      return guest
    }
    // An expired cookie does not prevent a login by password.
    return (request.bearerToken ?? request.cookie(Self.cookie)).flatMap { guest($0, now: now) }
  }

  /// Removes the token from the address, and sets it as a cookie for the addresses below a path.
  ///
  /// Responds with the page instead of a redirect. A browser that follows a link from another site would not
  /// send a strict cookie after a redirect.
  static func open(
    _ request: Request, at path: String, _ respond: (Request) throws -> EventualResponse
  ) throws -> EventualResponse {
    guard let shared = request.queryValue("share") else { return try respond(request) }
    let reply = try respond(try request.dropping("share"))
    // A user stays a user.
    guard request.visitor.share != nil else { return reply }
    let secure = request.scheme == "https" ? "; Secure" : ""
    let field =
      "\(cookie)=\(shared); Path=\(path)/; HttpOnly; SameSite=Strict\(secure)"
    return reply.map { response in
      var response = response
      response.headers.append("Set-Cookie", field)
      response.cacheControl = "no-store"
      return response
    }
  }
}

extension Problem {
  static let linkHasEnded = Problem(
    status: 403,
    detail:
      "This link is no longer valid: it has expired or was revoked. Ask for a new one where it came from."
  ).of(.linkEnded)
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
  var share: ShareGuest? { limited as? ShareGuest }
}
