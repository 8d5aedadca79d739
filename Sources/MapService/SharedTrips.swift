internal import Glibc
internal import HTTPServer
internal import Journeys
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
public import Sharing

/// The pages of shared trips.
///
/// Each has an address of its own, below which its guest gets what the page shows, and the link opens nothing else.
struct SharedTrips: Sendable {
  /// The first part of the addresses; the token of the link follows.
  static let folder = "shared"

  private let service: ServiceContext
  private let libraries: VisibleLibraries
  private let index: PhotoIndex
  private let pageFiles: PageFiles?

  init(
    _ service: ServiceContext, _ libraries: VisibleLibraries, _ index: PhotoIndex,
    _ pageFiles: PageFiles?
  ) {
    (self.service, self.libraries, self.index) = (service, libraries, index)
    self.pageFiles = pageFiles
  }

  /// Responds to a request for a page of a trip or one of its files, and refuses all else to guests of such links; nil
  /// for other requests.
  ///
  /// - Parameter router: Makes the pictures.
  func respond(to request: Request, _ router: Router) throws -> EventualResponse? {
    guard request.path.first == Self.folder else {
      if let guest = guestOfTrip(request) { return .now(try redirect(request, to: guest)) }
      return nil
    }
    guard request.method == .get || request.method == .head else {
      throw Problem(
        status: 405, detail: "The page of a trip can only be read: use GET or HEAD.",
        headers: [HeaderField(name: "Allow", value: "GET, HEAD")])
    }
    guard let token = request.path.dropFirst().first,
      let guest = service.links.guest(token, now: time(nil)), let days = guest.terms.tripDays
    else { throw Problem.linkHasEnded }
    var request = request
    request.visitor = .guest(guest)
    let file = Array(request.path.dropFirst(2))
    switch (file.first, file.dropFirst().first) {
    // The page names its files relative to its address.
    case (nil, nil): return .now(Self.redirection("\(token)/"))
    case ("", nil): return .later { [request] in try page(request, guest, days) }
    case (let kind?, let name?) where file.count == 2 && TripPage.widths[kind] != nil:
      // The trips may have to be found again first.
      return .later { [request] in try picture(request, kind, name, days, router).response() }
    default: return try pageFile(file, request)
    }
  }

  /// The guest of a link to a trip, who requests something else than its page.
  ///
  /// The token is then in a cookie, in a header field or in the query, as those of other links are.
  private func guestOfTrip(_ request: Request) -> ShareGuest? {
    let guest =
      request.visitor.share
      ?? request.queryValue("share").flatMap { service.links.guest($0, now: time(nil)) }
    return guest?.terms.tripDays == nil ? nil : guest
  }

  private func redirect(_ request: Request, to guest: ShareGuest) throws -> Response {
    guard request.path.allSatisfy(\.isEmpty) else {
      throw Problem(
        status: 403, detail: "This link shows one trip and nothing else. Open the link itself."
      ).of(.notShared)
    }
    let prefix = service.options.pathPrefix(of: request)
    return Self.redirection("\(prefix)/\(Self.folder)/\(guest.token)/")
  }

  private static func redirection(_ location: String) -> Response {
    Response(status: 303, headers: ["Location": location, "Cache-Control": "no-store"])
  }

  // MARK: - The page

  private func page(_ request: Request, _ guest: ShareGuest, _ days: DaySpan) throws -> Response {
    let type = "text/html; charset=utf-8"
    let library = try libraries.library(for: request.visitor)
    func tag(_ stamp: IndexStamp) -> EntityTag {
      service.validator(request, service.baseURL(request), type, stamp)
    }
    let known = tag(try library.read { try $0.stamp() })
    guard !request.hasCurrent(known) else { return .notModified(etag: known) }
    let (etag, bytes) = try service.tripPages.page(known, for: request.clientPrefix) {
      let listing = try library.listing(PhotoFilter(), in: request.language)
      defer { listing.close() }
      return (tag(listing.stamp), try html(request, guest, days, listing))
    }
    var response = Response.bytes(bytes, type: type, etag: etag)
    response.cacheControl = "private, no-cache"
    response.headers.append("Vary", "Accept-Language")
    return response
  }

  private func html(
    _ request: Request, _ guest: ShareGuest, _ days: DaySpan, _ listing: VisibleListing
  ) throws -> [UInt8] {
    let language = request.language
    let (shared, homeCountry) = try index.read { reader in
      let journeys = try reader.journeys()
      guard let shared = journeys.shared(days) else { throw Problem.tripIsGone }
      let home = shared.trip.home.map { journeys.homes[$0] }
      let namer = JourneyNamer(service.places, in: language, known: service.knownNames)
      return (shared, home.flatMap { namer.names(of: $0.coordinate)?.country })
    }
    var photos: [PhotoRecord] = []
    while let some = try listing.next(500) {
      photos += some.filter { shared.photos[$0.id] != nil }
    }
    var shown = SharedTrip(
      name: shared.trip.name, photos: photos, days: shared.photos,
      showsTimes: guest.terms.filters[ShareTerms.noTimes] == nil, homeCountry: homeCountry,
      language: language)
    guard !shown.days.isEmpty else { throw Problem.tripIsGone }
    if guest.terms.filters[ShareTerms.diary] != nil {
      shown.add(try index.read { try $0.diary() }, ofTrip: days)
    }
    var page = TripPage(shown, in: language)
    page.sharer = guest.terms.filters[ShareTerms.sharer]
    page.expiry = guest.terms.expiryText
    page.address = guest.terms.address(guest.token, at: service.baseURL(request))
    return page.html
  }

  // MARK: - Its files

  private func picture(
    _ request: Request, _ kind: String, _ name: String, _ days: DaySpan, _ router: Router
  ) throws -> EventualResponse {
    guard name.hasSuffix(".jpg"), let number = Int64(name.dropLast(4)), name == "\(number).jpg",
      try isOfTrip(number, request, days)
    else { throw Problem.notFound("There is no such picture in this trip. Open the link itself.") }
    var request = request
    request.path = ["photos", String(number), "thumbnail"]
    request.query = [
      QueryItem(name: "width", value: String(TripPage.widths[kind] ?? 320)),
      QueryItem(name: "missing", value: "empty"),
    ]
    return try router.respond(to: request)
  }

  /// Whether the trip that the guest may see has a photo.
  private func isOfTrip(_ number: Int64, _ request: Request, _ days: DaySpan) throws -> Bool {
    let isThere = try index.read { try $0.journeys().shared(days)?.photos[number] != nil }
    guard isThere else { return false }
    let photo = try libraries.library(for: request.visitor).read { try $0.photo(number) }
    return photo.map { $0.words.rating != -1 } ?? false
  }

  private func pageFile(_ file: [String], _ request: Request) throws -> EventualResponse {
    let isKnown =
      ["vendor", "basemap"].contains(file.first)
      || TripPage.files.contains(file.joined(separator: "/"))
    guard isKnown, let pageFiles else {
      throw Problem.notFound("This trip has no such file. Open the link itself.")
    }
    var request = request
    request.path = file
    return try pageFiles.respond(to: request)
  }
}

extension ShareTerms {
  /// The address that a guest of the link opens.
  public func address(_ token: String, at base: String) -> String {
    tripDays == nil ? "\(base)/?share=\(token)" : "\(base)/\(SharedTrips.folder)/\(token)/"
  }
}

extension Problem {
  fileprivate static let tripIsGone = Problem.notFound(
    "This trip is no longer there. Ask for a new link where this one came from.")
}
