public import HTTPServer
public import PhotoFacts
internal import Sharing

/// Stands before a service that others can reach and that asks nobody for a password.
///
/// Nobody is known there to be the owner: as long as anything is to be hidden, everybody is a guest.
public struct OpenHouse: Responder {
  private let inside: MapService
  private let zones: ZoneRegister
  private let links: ShareRegister
  private let anybody: ShareGuest

  /// Stands before a service that answers from this index.
  public init(inside: MapService, index: FilePath) throws {
    self.inside = inside
    zones = ZoneRegister(index: index)
    links = ShareRegister(index: index)
    anybody = try ShareGuest(token: "", terms: ShareTerms(id: "", expires: .max, filters: [:]))
  }

  /// Whether visitors are guests now; they are where that cannot be found out.
  public var hidesAnything: Bool { (try? zones.current().zones.isEmpty) != true }

  /// Answers one request.
  public func respond(to request: Request) throws -> EventualResponse {
    guard hidesAnything else {
      return try inside.respond(to: request).map { [self] response in
        response.streamed(while: { !hidesAnything })
      }
    }
    var request = request
    request.visitor = .guest(try links.guest(of: request) ?? anybody)
    return try inside.respond(to: request)
  }
}
