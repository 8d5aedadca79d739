internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

extension ServiceContext {
  var timelineOperations: [Operation] {
    [
      Operation(
        path: "/collections/photos/timeline", id: "getTimeline", chapter: .map,
        summary: "How many photos were taken when",
        details: """
          Pieces of equal length from the first photo to the last, whole days (UTC) where there are \
          more days than pieces. The counts and `undated` add up to the `numberMatched` of `items` \
          with the same filters.
          """,
        parameters: [.buckets] + Parameter.filters, formats: [.json("timeline")],
        example: "/collections/photos/timeline?buckets=12",
        handler: timeline)
    ]
  }

  private func timeline(_ call: Call) throws -> Response {
    let buckets = try call.parameters["buckets"].map {
      try PhotoQuery.whole("buckets", $0, in: 1...10_000)
    }
    let filter = try call.parameters.filter()
    return try answer(call.request, type: "application/json") { reader in
      let timeline = try reader.timeline(filter, buckets: buckets ?? 100)
      var json = JSONWriter(capacity: 128 + 90 * timeline.buckets.count)
      json.object { json in
        json.member("from", (timeline.buckets.first?.from).map(Timestamp.utc))
        json.member("to", (timeline.buckets.last?.through).map(Timestamp.utc))
        json.name("buckets")
        json.array { json in
          for bucket in timeline.buckets { write(bucket, to: &json) }
        }
        json.member("undated", timeline.undated)
      }
      return json
    }
  }

  private func write(_ bucket: Timeline.Bucket, to json: inout JSONWriter) {
    json.object { json in
      json.member("from", Timestamp.utc(bucket.from))
      json.member("to", Timestamp.utc(bucket.through))
      json.member("count", bucket.count)
    }
  }
}

extension Parameter {
  fileprivate static let buckets = Parameter(
    "buckets", "How many pieces at most.",
    ["type": "integer", "minimum": 1, "maximum": 10_000, "default": 100], example: 12)
}
