internal import HTTPServer
internal import JSON
internal import Journeys
internal import Notes
internal import PhotoExchange
internal import PhotoIndex
internal import Query

/// The diary is for owners only; a link to a trip may show what it says about that trip.
struct DiaryRoutes: RouteGroup {
  /// The longest body: a text whose characters are all escaped.
  static let limit = 6 * DiaryEntry.longest + 1_024

  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/diary", id: "getDiary", chapter: .map,
        summary: "What people have written about days, trips and places",
        details: """
          Oldest first. An entry has a `text` in Markdown, the same as `html`, and one of: `day`; `trip` and `to`, the first and last day of \
          a trip; `longitude` and `latitude`. With `trip`, only what is about that trip and its days. `acts` are the \
          newest acts that write or undo, the newest first.
          """,
        parameters: [.tripOfDiary], formats: [.json("diary")], example: "/diary",
        handler: .owners(diary)),
      Operation(
        method: .post, path: "/diary", id: "writeDiary", chapter: .map,
        summary: "Writes about a day, a trip or a place in one act",
        details: """
          `{"day":date,"text":"…"}`, or `trip` with a day of the trip, or `longitude` and `latitude`, instead of `day`. The \
          text is Markdown; markup of HTML in it is shown as it is written. It replaces a former text about the same; \
          an empty one removes it.
          """,
        content: [Content(type: "application/json", schema: .schema("diaryOrder"))],
        responses: DocumentedResponse.making("diaryResult"), isOpenToOtherSites: false,
        handler: .owners(write)),
      Operation(
        method: .delete, path: "/diary/{act}", id: "undoDiary", chapter: .map,
        summary: "Undoes an act that has written in the diary",
        parameters: [.diaryAct],
        formats: [Format(nil, "application/json", .schema("undoResult"))],
        responses: [.notFound] + DocumentedResponse.refusedChanges, isOpenToOtherSites: false,
        handler: .owners { call, index in
          try service.undo(.diary, call, index, list: "diary")
        }),
    ]
  }

  private func diary(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let day = try call.parameters["trip"].map { try PhotoQuery.day("trip", $0) }
    return .later {
      try service.answer(call, of: index) { reader in
        var entries = try reader.diary()
        if let day {
          let trip = try reader.journeys().trip(on: LocalDay(number: day))
          entries = entries.filter { trip.map($0.subject.isAbout) ?? false }
        }
        return DiaryAnswer(
          diary: DiaryList(entries), acts: try index.acts(.diary, of: DiaryEntry.init(stored:)))
      }
    }
  }

  private func write(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let request = call.request
    return .later {
      try request.order { content in
        let order = try DiaryOrder(content)
        let act = try service.writing(to: index) { notes in
          try notes.correct(by: request.user ?? "") { [try order.stored($0)] }
        }
        guard let act else {
          throw Problem.notFound("There is nothing to write. See /diary.").of(.nothingToChange)
        }
        return try service.created(
          DiaryResult(id: Int(act.number)), "diary/\(act.number)", request, index)
      }
    }
  }
}

/// The entries of the diary, and the newest acts that write or undo.
struct DiaryAnswer: Answer {
  static let shape = AnswerShape<DiaryAnswer>("diary") {
    AnswerMember.all(of: DiaryList.shape) { $0.diary }
    AnswerMember("acts", each: act) { $0.acts }
  }

  private static let act = AnswerShape<(Act, [DiaryEntry])> {
    AnswerMember.origin { $0.0 }
    AnswerMember.all(of: DiaryList.shape) { DiaryList($0.1) }
    AnswerMember.undoing { $0.0 }
  }

  let diary: DiaryList
  let acts: [(Act, [DiaryEntry])]
}

struct DiaryResult: Answer {
  static let shape = AnswerShape<DiaryResult>("diaryResult") {
    AnswerMember("id") { $0.id }
  }

  let id: Int
}

extension DiaryEntry.Subject {
  /// Whether it is about a trip or one of its days.
  fileprivate func isAbout(_ trip: FoundTrip) -> Bool {
    switch self {
    case .day(let day): trip.days.contains(day)
    case .trip(let days): days.overlaps(trip.days)
    case .place: false
    }
  }
}

extension PhotoIndex {
  /// The newest acts of a kind with what `read` finds in them; acts in which it finds nothing are left out.
  func acts<Found>(_ kind: Note.Kind, of read: (String) -> Found?) throws -> [(Act, [Found])] {
    try readActs { store, _ in
      try store.acts().reversed().lazy.filter { $0.kind == kind }.compactMap { act in
        let found = try store.notes(of: act.number).compactMap(\.journey).compactMap(read)
        return found.isEmpty && act.undoes == 0 ? nil : (act, found)
      }.prefix(100).map { $0 }
    } ?? []
  }
}

extension Parameter {
  fileprivate static let tripOfDiary = Parameter(
    "trip", "Only what is about the trip with this day.", ["type": "string", "format": "date"],
    example: "2024-04-03")

  fileprivate static let diaryAct = Parameter(
    "act", "The number of the act.", ["type": "integer", "minimum": 1], location: .path, example: 1)
}
