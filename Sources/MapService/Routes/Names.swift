internal import HTTPServer
internal import JSON
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query

/// The lists of keywords and of people.
struct NameRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      operation("keywords", id: "getKeywords", filter: "keyword") { $0.keywords },
      operation("people", id: "getPeople", filter: "person") { $0.people },
    ]
  }

  private func operation(
    _ list: StaticString, id: String, filter: String,
    _ names: @escaping @Sendable (NameLists) -> [NameSummary]
  ) -> Operation {
    Operation(
      path: "/\(list)", id: id, chapter: .photos,
      summary: "The \(list) of photos, with the photos that have them",
      details: """
        Most photos first, with exact counts; `numberMatched` is how many names there are. With `q` those in which \
        a word begins with it, ignoring case and accents. `\(filter)` takes the `name`. `cover` is the best of its \
        photos: favourites before others, then those with more stars, then the newest.
        """,
      parameters: [.nameText, .nameCount] + Parameter.filtersBesideNames,
      formats: [.json("\(list)")], example: "/\(list)",
      handler: .guests { call in try answer(call, list, names) })
  }

  private func answer(
    _ call: Call, _ list: StaticString, _ names: @escaping @Sendable (NameLists) -> [NameSummary]
  ) throws -> Response {
    let filter = try call.parameters.filter(wordsAs: Parameter.searchedWords.name)
    let limit = try call.parameters["limit"].map { try PhotoQuery.limit($0, maximum: 10_000) }
    let words = try call.parameters["q"].map { text in
      let words = text.split(whereSeparator: \.isWhitespace).compactMap { SearchWord(String($0)) }
      guard !words.isEmpty else { throw QueryError("q", text, "has no word to look for") }
      return words
    }
    return try service.jsonResponse(call, type: "application/json") { reader in
      let all = names(try reader.names(filter))
      let found = words.map { words in
        all.filter { one in words.allSatisfy { $0.occurs(in: one.name) } }
      }
      let shown = (found ?? all).prefix(limit ?? 1_000)
      var json = JSONWriter(capacity: 100 + 150 * shown.count)
      json.object { json in
        json.member("numberMatched", (found ?? all).count)
        json.objects(list, shown) { json, one in
          json.member("name", one.name)
          json.member("count", one.count)
          json.member("cover", Int(one.cover))
          json.member("from", (one.taken?.lowerBound).map(Timestamp.utc))
          json.member("to", (one.taken?.upperBound).map(Timestamp.utc))
        }
      }
      return json
    }
  }
}

extension Parameter {
  fileprivate static let nameText = Parameter(
    "q", "Words with which words of a name begin.", ["type": "string", "minLength": 1],
    example: "bal")

  fileprivate static let nameCount = Parameter(
    "limit", "The greatest number of names, 1,000 by default.",
    ["type": "integer", "minimum": 1, "maximum": 10_000], example: 10)
}
