internal import HTTPServer
internal import JSON
internal import Journeys
internal import Notes
internal import PhotoExchange
internal import PhotoIndex
internal import Places
internal import Query

/// The trips, and for owners the homes, which show where people live.
struct TripRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/trips", id: "getTrips", chapter: .map,
        summary: "The trips and day trips, found from positions and times",
        details: """
          Oldest first. A trip has nights away from all homes; `dayTrips` have none. `from` and `to` are local dates, \
          `countries` and `places` in the order of the trip, `distance` and `farthest` (from home) in metres. `reason` \
          says why it is a trip. `trip` takes the `id` as a filter. `acts` are the newest acts that correct homes or trips, \
          or undo that, the newest first. Editors and viewers get the trips that the visible photos show, without \
          corrections.
          """,
        parameters: [.language], formats: [.json("trips")], example: "/trips",
        handler: .viewers(trips)),
      Operation(
        path: "/trips/{id}", id: "getTrip", chapter: .map,
        summary: "A trip with its places, day by day",
        details: "`stays` has the places of each photographed day in the order of their times.",
        parameters: [.tripID, .language], formats: [.json("trip")], responses: [.notFound],
        example: "/trips/2024-04-03", handler: .viewers(trip)),
      Operation(
        path: "/homes", id: "getHomes", chapter: .map,
        summary: "The places that were home, and when",
        details: "`to` is null while a place still is home. `radius` is in metres.",
        parameters: [.language], formats: [.json("homes")], example: "/homes",
        handler: .owners(homes)),
      Operation(
        method: .post, path: "/trips", id: "correctTrips", chapter: .map,
        summary: "Corrects homes or trips in one act",
        details: """
          One of: `{"rename":id,"name":"…"}` (null gives the found name back), `{"merge":[ids]}`, \
          `{"split":id,"at":date}`, `{"dismiss":id}`, `{"make":{"from":date,"to":date,"name":"…"}}`, \
          `{"home":{"longitude":…,"latitude":…,"from":date,"to":date}}` and `notHome` with the same members. \
          Corrections are stored with days and positions, so they stay valid when photos are added; a later one wins.
          """,
        content: [Content(type: "application/json", schema: .schema("tripOrder"))],
        responses: DocumentedResponse.making("tripResult"), isOpenToOtherSites: false,
        handler: .owners(correct)),
      Operation(
        method: .delete, path: "/trips/{id}", id: "undoTripCorrection", chapter: .map,
        summary: "Undoes an act that has corrected homes or trips",
        parameters: [.correctionID],
        formats: [Format(nil, "application/json", .schema("undoResult"))],
        responses: [.notFound] + DocumentedResponse.refusedChanges, isOpenToOtherSites: false,
        handler: .owners(undo)),
    ]
  }

  private func trips(_ call: Call) -> EventualResponse {
    .later {
      try service.answer(call) { reader in
        CorrectedTrips(
          found: TripsAnswer(try reader.journeys(), namer(call)),
          acts: try call.library.tripCorrections())
      }
    }
  }

  private func trip(_ call: Call) -> EventualResponse {
    let id = call.path["id"] ?? ""
    return .later {
      try service.answer(call) { reader in
        let journeys = try reader.journeys()
        guard let trip = LocalDay(id).flatMap(journeys.trip) else {
          throw Problem.notFound("There is no trip \(id.prefix(40)). See /trips.")
        }
        return TripAnswer(trip, journeys, namer(call), withStays: true)
      }
    }
  }

  private func homes(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    .later {
      try service.answer(call, of: index) { HomesAnswer(try $0.journeys(), namer(call)) }
    }
  }

  private func namer(_ call: Call) -> JourneyNamer {
    JourneyNamer(service.places, in: call.request.language, known: service.knownNames)
  }

  private func correct(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let request = call.request
    return .later {
      try request.order { content in
        let order = try JourneyOrder(content)
        var text = ""
        let act = try service.writing(to: index) { notes in
          try notes.correct(by: request.user ?? "") { reader in
            text = try order.correction(reader.journeys()).text
            return [text]
          }
        }
        guard let act else {
          throw Problem.notFound("There is nothing to correct. See /trips.").of(.nothingToChange)
        }
        let result = TripResult(id: Int(act.number), correction: text)
        return try service.created(result, "trips/\(act.number)", request, index)
      }
    }
  }

  private func undo(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    try service.undo(.journey, call, index, list: "trips", part: "id")
  }
}

/// The trips, and the newest acts that correct homes or trips.
struct CorrectedTrips: Answer {
  static let shape = AnswerShape<CorrectedTrips>("trips") {
    AnswerMember.all(of: TripsAnswer.shape) { $0.found }
    AnswerMember("acts", each: act) { $0.acts }
  }

  private static let act = AnswerShape<(act: Act, corrections: [String])> {
    AnswerMember.origin { $0.act }
    AnswerMember("corrections") { $0.corrections }
    AnswerMember.undoing { $0.act }
  }

  let found: TripsAnswer
  let acts: [(act: Act, corrections: [String])]
}

struct TripResult: Answer {
  static let shape = AnswerShape<TripResult>("tripResult") {
    AnswerMember("id") { $0.id }
    AnswerMember("correction") { $0.correction }
  }

  let id: Int
  let correction: String
}

extension Parameter {
  fileprivate static let tripID = Parameter(
    "id", "The `id` of a trip, or any of its days.", ["type": "string", "format": "date"],
    location: .path, example: "2024-04-03")

  fileprivate static let correctionID = Parameter(
    "id", "The number of the act.", ["type": "integer", "minimum": 1], location: .path, example: 1)
}
