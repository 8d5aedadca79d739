internal import JSON
internal import HTTPServer
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Placement
internal import Query

struct PlacementRoutes: RouteGroup {
  let service: ServiceContext

  /// The most bytes that a request may place at once: about half a million photos.
  static let placementLimit = 64 << 20

  var operations: [Operation] {
    [
      Operation(
        path: "/placements", id: "getPlacements", chapter: .photos,
        summary: "The placements so far, and a plan for further ones",
        details: """
          `acts` are the newest acts that place photos or undo that, the newest first; with `photo`, those that place this \
          photo and are not undone for it. With `from`, `plan` has the photos without \
          a position that tracks among the photos or photos of other devices place; nothing is changed. To \
          do what a plan says, or a part of it, post its entries. An editor gets the editor's own acts, and no plan.
          """,
        parameters: [
          .planFrom, .planMaxGap, .planMaxDistance, .planExtrapolate, .planClock, .actPhoto,
          .actLimit,
        ],
        formats: [.json("placements")], isOpenToOtherSites: false,
        example: "/placements?from=tracks,neighbours", handler: .editors(placements)),
      Operation(
        method: .post, path: "/placements", id: "placePhotos", chapter: .photos,
        summary: "Places photos in one act, or removes positions",
        details: """
          A placement without `longitude` and `latitude` removes the position. `source` is `manual` if \
          it is missing. Photos are never written; the act is stored beside the index, and can be undone. \
          A request with the `key` of an earlier act of the same user makes no second act, and is answered as the first.
          """,
        content: [Content(type: "application/json", schema: .schema("placementOrder"))],
        responses: DocumentedResponse.making("placementResult"),
        isOpenToOtherSites: false, handler: .editors(place)),
      Operation(
        method: .delete, path: "/placements/{act}", id: "undoPlacements", chapter: .photos,
        summary: "Undoes an act, for all of its photos or for some",
        parameters: [.act, .undonePhotos],
        formats: [Format(nil, "application/json", .schema("undoResult"))],
        responses: [.notFound] + DocumentedResponse.refusedChanges, isOpenToOtherSites: false,
        handler: .editors(undo)),
    ]
  }

  // MARK: Acts and plans

  private func placements(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let plan = try PlanRequest(call.parameters)
    let (photo, limit) = try (call.actPhoto, call.actLimit)
    guard plan == nil || call.request.visitor.isOwner else {
      // It shows where tracks and photos are that an editor does not see.
      throw Problem(
        status: 403,
        detail:
          "Plans are made from all tracks and photos, so they are for owners; place photos by hand, or ask an owner."
      ).of(.forOwners)
    }
    // On a worker thread: the acts are read from a file, and a plan reads all photos.
    return .later {
      let acts = try call.acts(.place, about: photo, of: index)
      return service.document(
        PlacementsAnswer(
          matched: acts.count, acts: acts.prefix(limit), plan: try plan?.plan(index)))
    }
  }

  // MARK: Changes

  private func place(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let request = call.request
    return .later {
      let order = try request.order(PlacementOrder.init)
      let allowed = Set(try call.changeable(order.placements.map(\.id), of: index))
      let own = order.placements.filter { allowed.contains($0.id) }
      let act = try service.writing(to: index) {
        try $0.place(own, by: request.user ?? "", key: order.key)
      }
      guard let act else {
        throw Problem.notFound("The index has none of these photos; fetch the list again.").of(
          .nothingToChange)
      }
      let result = PlacementResult(act: Int(act.number), placed: act.photos)
      return try service.created(result, "placements/\(act.number)", request, index)
    }
  }

  private func undo(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    try service.undo(.place, call, index, list: "placements")
  }
}

/// The plan that a request asks for.
private struct PlanRequest: Sendable {
  private var sources = PlacementPlan.Sources()

  /// Reads the parameters; nil if no plan is wanted.
  init?(_ parameters: Parameters) throws {
    let day = 0...86_400
    if let seconds = parameters["max-gap"] {
      sources.rules.maxGap = Double(try PhotoQuery.whole("max-gap", seconds, in: day))
    }
    if let seconds = parameters["extrapolate"] {
      sources.rules.extrapolation = Double(try PhotoQuery.whole("extrapolate", seconds, in: day))
    }
    if let metres = parameters["max-distance"] {
      sources.rules.maxDistance = try PhotoQuery.metres("max-distance", metres)
    }
    sources.clocks = try Self.names(parameters["clock"] ?? "").map { text in
      guard let clock = GivenClock(text) else {
        throw QueryError(
          "clock", text,
          "is not a camera and an offset such as Aster F2=+01:02:03, nor a photo and the time it shows"
        )
      }
      return clock
    }
    guard let from = parameters["from"] else { return nil }
    for name in Self.names(from) {
      switch name {
      case "tracks": sources.usesStoredTracks = true
      case "neighbours": sources.usesNeighbours = true
      default: throw QueryError("from", name, "is not tracks or neighbours")
      }
    }
  }

  /// Makes the plan; changes nothing.
  func plan(_ index: PhotoIndex) throws -> PlacementPlan {
    let plan = try PlacementPlan(index, sources)
    if let wrong = plan.wrongClocks.first {
      throw QueryError("clock", wrong.name, wrong.reason)
    }
    return plan
  }

  static func names(_ list: String) -> [String] { list.split(separator: ",").map(String.init) }
}

/// The newest acts that place photos, and a plan if one is wanted.
struct PlacementsAnswer: Answer {
  static let shape = AnswerShape<PlacementsAnswer>("placements") {
    AnswerMember("numberMatched", .count) { $0.matched }
    AnswerMember("acts", each: act) { $0.acts }
    AnswerMember("plan") { $0.plan?.entries.map(PlannedPlacement.init) }
    AnswerMember("far", .count) { $0.plan?.far }
    AnswerMember("undated", .count) { $0.plan?.undated }
    AnswerMember("withoutClock") { $0.plan.map { Counts($0.withoutClock) } }
  }

  private static let act = AnswerShape<Act> {
    AnswerMember.origin { $0 }
    AnswerMember("placed", .count) { $0.photos }
    AnswerMember.undoing { $0 }
  }

  let matched: Int
  let acts: ArraySlice<Act>
  let plan: PlacementPlan?
}

struct PlannedPlacement: Answer {
  static let shape = AnswerShape<PlannedPlacement>("plannedPlacement") {
    AnswerMember("photo") { Int($0.entry.photo.id) }
    AnswerMember("path") { AnswerBytes($0.entry.photo.path.bytes) }
    AnswerMember("filename") { AnswerBytes($0.entry.photo.path.lastComponent) }
    AnswerMember.all(of: PlacementPlan.Entry.shape) { $0.entry }
  }

  let entry: PlacementPlan.Entry
}

struct PlacementResult: Answer {
  static let shape = AnswerShape<PlacementResult>("placementResult") {
    AnswerMember("act") { $0.act }
    AnswerMember("placed", .count) { $0.placed }
  }

  let act, placed: Int
}

extension Parameter {
  fileprivate static let planFrom = Parameter(
    "from", "The evidence of the plan: `tracks`, `neighbours` or both.", ["type": "string"],
    example: "tracks,neighbours")

  fileprivate static let planMaxGap = Parameter(
    "max-gap", "The greatest time in seconds between the two fixes around a photo.",
    ["type": "integer", "minimum": 0, "maximum": 86_400, "default": 600])

  fileprivate static let planMaxDistance = Parameter(
    "max-distance", "The greatest distance in metres between those two fixes.",
    ["type": "number", "minimum": 0])

  fileprivate static let planExtrapolate = Parameter(
    "extrapolate", "The greatest time in seconds between a photo and the start or end of a track.",
    ["type": "integer", "minimum": 0, "maximum": 86_400, "default": 60])

  fileprivate static let planClock = Parameter(
    "clock",
    "How far clocks of cameras are ahead of UTC, or photos of exact clocks with what they show, separated by commas.",
    ["type": "string"], example: "Aster F2=+02:07:00")
}
