internal import JSON
internal import Grid
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Query
internal import PhotoFacts

struct TimelineRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/timeline", id: "getTimeline", chapter: .map,
        summary: "The number of photos by time",
        details: """
          Pieces of equal length from the first photo to the last; whole days (UTC) if there are \
          more days than pieces. With `per=day` the pieces are all days (UTC) that have photos. The \
          counts and `undated` add up to the `numberMatched` of `items` with the same filters. With \
          `clock=local` days and pieces are those of the cameras' clocks; `from` and `to` then have no \
          offset, and pieces begin and end with days.
          """,
        parameters: [.buckets, .per, .clock] + Parameter.filters, formats: [.json("timeline")],
        example: "/collections/photos/timeline?buckets=12",
        handler: .guests(timeline))
    ]
  }

  private func timeline(_ call: Call) throws -> Response {
    let buckets = try call.parameters["buckets"].map {
      try PhotoQuery.whole("buckets", $0, in: 1...10_000)
    }
    let per = call.parameters["per"]
    guard per == nil || per == "day" else { throw QueryError("per", per ?? "", "is not day") }
    let clock = try clock(call.parameters["clock"])
    let filter = try call.parameters.filter()
    return try service.answer(call) { reader in
      TimelineAnswer(
        timeline: try per == nil
          ? reader.timeline(filter, buckets: buckets ?? 100, on: clock)
          : reader.days(filter, on: clock),
        clock: clock)
    }
  }

  private func clock(_ name: String?) throws -> PhotoClock {
    switch name {
    case nil, "utc": return .utc
    case "local": return .local
    case let other?: throw QueryError("clock", other, "is not utc or local")
    }
  }
}

struct TimelineAnswer: Answer {
  static let shape = AnswerShape<TimelineAnswer>("timeline") {
    AnswerMember("from", .moment) { $0.timeline.buckets.first.map($0.bucket)?.from }
    AnswerMember("to", .moment) { $0.timeline.buckets.last.map($0.bucket)?.to }
    AnswerMember("buckets") { $0.timeline.buckets.map($0.bucket) }
    AnswerMember("undated", .count) { $0.timeline.undated }
  }

  let timeline: Timeline
  let clock: PhotoClock

  private func bucket(_ bucket: Timeline.Bucket) -> TimelinePiece {
    let text = clock == .utc ? Timestamp.utc : Timestamp.local
    return TimelinePiece(from: text(bucket.from), to: text(bucket.through), count: bucket.count)
  }
}

struct TimelinePiece: Answer {
  static let shape = AnswerShape<TimelinePiece> {
    AnswerMember("from", .moment) { $0.from }
    AnswerMember("to", .moment) { $0.to }
    AnswerMember("count", .count) { $0.count }
  }

  let from, to: String
  let count: Int
}

extension Parameter {
  fileprivate static let buckets = Parameter(
    "buckets", "The greatest number of pieces.",
    ["type": "integer", "minimum": 1, "maximum": 10_000, "default": 100], example: 12)

  fileprivate static let per = Parameter(
    "per", "Each day with photos, instead of `buckets` of equal length.",
    ["type": "string", "enum": ["day"]])

  fileprivate static let clock = Parameter(
    "clock", "The clock by which days and pieces begin and end: UTC, or the one of each camera.",
    ["type": "string", "enum": ["utc", "local"], "default": "utc"])
}
