public import HTTPServer
public import PhotoFacts
internal import Sharing

/// Guards a service without passwords that other machines can reach.
///
/// No client can prove to be the owner there, so no client may place photos or write about them. While a zone exists, all clients
/// are guests.
public struct AnonymousAccess: Responder {
  private let inside: MapService
  private let zones: ZoneRegister
  private let links: ShareRegister
  private let anonymous: ShareGuest

  /// What only an owner may do, by the first part of its address.
  private static let forOwners: [String: (what: String, command: String?)] = [
    "diary": (what: "read and write the diary", command: "diary"),
    "doubts": (what: "see and settle doubts about positions", command: "doubt"),
    "placements": (what: "place photos", command: "place"),
    "rooms": (what: "open rooms", command: nil),
    "shares": (what: "share photos", command: "share"),
    "trips": (what: "correct trips", command: "open"),
    "views": (what: "change saved views", command: "view"),
    "words": (what: "write about photos", command: "tag"),
    "zones": (what: "see and change zones", command: "zone"),
  ]

  /// What anyone may look at who may look at the map.
  private static let readable: Set = ["trips", "views"]

  /// The methods that change nothing.
  private static let reading: Set<Method> = [.get, .head, .options]

  /// Wraps a service that uses this index.
  public init(inside: MapService, index: FilePath, isReplica: Bool = false) throws {
    self.inside = inside
    zones = ZoneRegister(index: index, isReplica: isReplica)
    links = ShareRegister(index: index)
    anonymous = try ShareGuest(token: "", terms: ShareTerms(id: "", expires: .max, filters: [:]))
  }

  /// Whether visitors are guests now; true if the zones cannot be read.
  public var hidesAnything: Bool { (try? zones.current().entries.isEmpty) != true }

  /// Those of the responder inside.
  public func words(for problem: Problem, to request: Request) -> ProblemWords? {
    inside.words(for: problem, to: request)
  }

  /// Responds to a request.
  public func respond(to request: Request) throws -> EventualResponse {
    let part = request.path.first ?? ""
    let onlyReads = Self.reading.contains(request.method) && Self.readable.contains(part)
    if let refusal = Self.forOwners[part], !onlyReads {
      let other = refusal.command.map { ", or use geoindex \($0)" } ?? ""
      throw Problem(
        status: 403,
        detail:
          "Only the owner may \(refusal.what), and without passwords this server cannot recognise the owner: "
          + "start it with --auth-file\(other)."
      ).of(.ownerUnknown)
    }
    guard hidesAnything else {
      return try inside.respond(to: request).map { [self] response in
        response.streamed(while: { !hidesAnything })
      }
    }
    var request = request
    request.visitor = .guest(try links.guest(of: request) ?? anonymous)
    return try inside.respond(to: request)
  }
}
