internal import HTTPServer
internal import JSON
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Plausibility
internal import Query

/// Positions that cannot be true, which only owners see: the evidence is where other photos are.
struct DoubtRoutes: RouteGroup {
  let service: ServiceContext

  /// The most bytes of a request: more than a million photos.
  static let limit = 16 << 20

  var operations: [Operation] {
    [
      Operation(
        path: "/doubts", id: "getDoubts", chapter: .photos,
        summary: "Positions that cannot be true, with the evidence",
        details: """
          In the order of the photos. `evidence` is an English sentence; `finding` says which one, and the members after it \
          have its values, so that programs can say it in other languages. `suggestion` is a position (longitude, \
          latitude) that fits. `reasons` and `devices` count all doubts that match, `flights` has the photos that were taken in aeroplanes. \
          Nothing is moved by itself: post `accept` or `correct`, or leave it. `acts` are the newest acts that accept \
          positions, or undo that. An accepted position is not doubted again.
          """,
        parameters: Parameter.filters + [
          .doubtReason, .doubtDevice, .doubtedPhotos, .limit, .offset, .language,
        ],
        formats: [.json("doubts")], isOpenToOtherSites: false, example: "/doubts?limit=10",
        handler: .owners(doubts)),
      Operation(
        method: .post, path: "/doubts", id: "settleDoubts", chapter: .photos,
        summary: "Accepts doubted positions, or corrects them by the suggestion, in one act",
        details: """
          Either `"accept":true` or `"correct":"suggestion"`; photos that are not doubted, or have no suggestion, are left \
          out. A correction is a placement: `/placements` lists it. A request with the `key` of an earlier act of the same \
          user makes no second act, and is answered as the first.
          """,
        content: [Content(type: "application/json", schema: .schema("doubtOrder"))],
        responses: DocumentedResponse.making("doubtResult"), isOpenToOtherSites: false,
        handler: .owners(settle)),
      Operation(
        method: .delete, path: "/doubts/{act}", id: "undoDoubts", chapter: .photos,
        summary: "Undoes an act that has accepted or corrected positions",
        parameters: [.act, .undonePhotos],
        formats: [Format(nil, "application/json", .schema("undoResult"))],
        responses: [.notFound] + DocumentedResponse.refusedChanges, isOpenToOtherSites: false,
        handler: .owners(undo)),
    ]
  }

  private func doubts(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let parameters = call.parameters
    var filter = try parameters.filter()
    if let reason = parameters["reason"] {
      _ = try PhotoQuery.apply("doubt", reason, to: &filter)
    }
    let photos = try parameters["photo"].map { list in
      try list.split(separator: ",").map {
        Int64(try PhotoQuery.whole("photo", String($0), in: 1...Int.max))
      }
    }
    let device = parameters["device"]
    if let device, device.isEmpty { throw QueryError("device", device, "is empty") }
    if let photos { filter.require(.oneOf(.id, photos.map { .integer($0) })) }
    let limit =
      try parameters["limit"].map { try PhotoQuery.limit($0, maximum: Paging.maximum) }
      ?? Paging.standard
    let offset = try parameters["offset"].map {
      try PhotoQuery.whole("offset", $0, in: 0...Int.max)
    }
    let namer = JourneyNamer(service.places, in: call.request.language, known: service.knownNames)
    return .later { [filter] in
      try service.answer(call, of: index) { reader in
        let cameras = try reader.cameraNames()
        var found = try reader.doubts(passing: filter)
        if let device {
          found.removeAll { $0.device.flatMap { cameras[$0] } != device }
        }
        let page = found.dropFirst(offset ?? 0).prefix(limit)
        let records = try reader.photos(page.map(\.photo))
        let known = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        return DoubtPage(
          matched: found.count,
          list: DoubtList(
            DoubtCounts(found, cameras),
            page.compactMap { doubt in
              known[doubt.photo].flatMap { DoubtAnswer(doubt, $0, cameras) }
            }),
          flights: try flights(reader, among: photos, namer),
          acts: Array(try index.acts(.accepted, about: nil).prefix(100)))
      }
    }
  }

  /// The flights, or those with some photos, in the order of their first photos.
  private func flights(
    _ reader: IndexReader, among wanted: [Int64]?, _ namer: JourneyNamer
  ) throws -> [DoubtPage.NamedFlight] {
    let all = try reader.doubts().flights
    var photos: [Flight: [Int64]] = [:]
    if let wanted {
      for photo in wanted {
        if let flight = all[photo] { photos[flight, default: []].append(photo) }
      }
    } else {
      for (photo, flight) in all { photos[flight, default: []].append(photo) }
    }
    return photos.map { (text: namer.text(of: $0.key), photos: $0.value.map { Int($0) }.sorted()) }
      .sorted { ($0.photos.first ?? 0) < ($1.photos.first ?? 0) }
  }

  private func settle(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let request = call.request
    return .later {
      let order = try request.order(DoubtOrder.init)
      let act = try service.writing(to: index) { notes in
        try order.act(notes, index, by: request.user ?? "")
      }
      guard let act else {
        throw Problem.notFound(
          "None of these photos is doubted, or none of them has a suggestion; fetch /doubts again."
        ).of(.nothingToChange)
      }
      return try service.created(ChangeResult(act), "doubts/\(act.number)", request, index)
    }
  }

  private func undo(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    try service.undo(.accepted, or: .place, call, index, list: "doubts")
  }
}

/// A page of doubts, how many there are, and the newest acts that accept positions.
struct DoubtPage: Answer {
  /// The name of a flight, and its photos.
  typealias NamedFlight = (text: String, photos: [Int])

  static let shape = AnswerShape<DoubtPage>("doubts") {
    AnswerMember("numberMatched", .count) { $0.matched }
    AnswerMember("numberReturned", .count) { $0.list.doubts.count }
    AnswerMember.all(of: DoubtList.shape) { $0.list }
    AnswerMember("flights", each: flight) { $0.flights }
    AnswerMember("acts", each: act) { $0.acts }
  }

  private static let flight = AnswerShape<NamedFlight> {
    AnswerMember("flight") { $0.text }
    AnswerMember("photos") { $0.photos }
  }

  private static let act = AnswerShape<Act> {
    AnswerMember.origin { $0 }
    AnswerMember("photos", .count) { $0.photos }
    AnswerMember.undoing { $0 }
  }

  let matched: Int
  let list: DoubtList
  let flights: [NamedFlight]
  let acts: [Act]
}

extension Parameter {
  fileprivate static let doubtReason = Parameter(
    "reason", "Only doubts for this reason.",
    ["type": "string", "enum": .list(DoubtReason.allCases.map { .text($0.rawValue) })],
    example: "speed")

  fileprivate static let doubtDevice = Parameter(
    "device", "Only doubts about photos of the camera with exactly this name, as `devices` has it.",
    ["type": "string", "minLength": 1])

  fileprivate static let doubtedPhotos = Parameter(
    "photo", "Only doubts about the photos with these ids, separated by commas, and their flights.",
    ["type": "string"], example: "1")
}
