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
      operation(
        "keywords", id: "getKeywords", filter: "keyword",
        details: """
          With `paths`, hierarchies and each name above them are listed by their paths, with the photos of all that \
          lies below, and of the flat keywords those that a photo has apart from a hierarchy; `above` is the path \
          that a path is part of.
          """, parameters: [.namePaths]),
      operation("people", id: "getPeople", filter: "person"),
    ]
  }

  private func operation(
    _ list: String, id: String, filter: String, details: String? = nil,
    parameters: [Parameter] = []
  ) -> Operation {
    Operation(
      path: "/\(list)", id: id, chapter: .photos,
      summary: "The \(list) of photos, with the photos that have them",
      details: """
        Most photos first, with exact counts; `numberMatched` is how many names there are. With `q` those in which \
        a word begins with it, ignoring case and accents. `\(filter)` takes the `name`. `cover` is the best of its \
        photos: favourites before others, then those with more stars, then the newest. Without a filter, owners \
        and users also get the names of photos without a position, which `unlocated` counts.\(details.map { " " + $0 } ?? "")
        """,
      parameters: [.nameText, .nameCount] + parameters + Parameter.filtersBesideNames,
      formats: [.json(list)], example: "/\(list)",
      handler: .guests { call -> EventualResponse in
        // For a user, the first one of a version finds the photos of the scope without a position.
        guard call.request.visitor.limitedUser != nil else { return .now(try answer(call, list)) }
        return .later { try answer(call, list) }
      })
  }

  private func answer(_ call: Call, _ list: String) throws -> Response {
    let filter = try call.parameters.filter(wordsAs: Parameter.searchedWords.name)
    let limit = try call.parameters["limit"].map { try PhotoQuery.limit($0, maximum: 10_000) }
    let isTree =
      try call.parameters["paths"].map { text in
        guard let isTree = Bool(text) else {
          throw QueryError("paths", text, "is not true or false")
        }
        return isTree
      } ?? false
    let words = try call.parameters["q"].map { text in
      let words = text.split(whereSeparator: \.isWhitespace).compactMap { SearchWord(String($0)) }
      guard !words.isEmpty else { throw QueryError("q", text, "has no word to look for") }
      return words
    }
    return try service.jsonResponse(call, type: "application/json") { reader in
      let all =
        isTree
        ? try reader.keywordTree(filter)
        : try list == "people" ? reader.names(filter).people : reader.names(filter).keywords
      let found = words.map { words in
        all.filter { one in
          // What lies below a path that is found is not found by it alone.
          words.allSatisfy { $0.occurs(in: one.name) }
            && (!isTree || words.contains { $0.occurs(in: one.name.leaf) })
        }
      }
      let shown = NamesAnswer(found ?? all, limit: limit ?? 1_000)
      var json = JSONWriter(capacity: 100 + 150 * shown.names.count)
      json.object { NamesAnswer.shape(list).write(shown, to: &$0) }
      return json
    }
  }
}

/// A list of keywords or people.
struct NamesAnswer {
  private let matched: Int
  let names: ArraySlice<NameSummary>

  init(_ found: [NameSummary], limit: Int) {
    (matched, names) = (found.count, found.prefix(limit))
  }

  static func shape(_ list: String) -> AnswerShape<NamesAnswer> {
    AnswerShape(list) {
      AnswerMember("numberMatched", .count) { $0.matched }
      AnswerMember(list, each: name) { $0.names }
    }
  }

  private static let name = AnswerShape<NameSummary> {
    AnswerMember("name") { $0.name }
    AnswerMember("above") { $0.above }
    AnswerMember("count", .count) { $0.count }
    AnswerMember("unlocated", .count) { $0.unlocated > 0 ? $0.unlocated : nil }
    AnswerMember("cover") { Int($0.cover) }
    AnswerMember("from", .moment) { ($0.taken?.lowerBound).map(Timestamp.utc) }
    AnswerMember("to", .moment) { ($0.taken?.upperBound).map(Timestamp.utc) }
  }
}

extension Parameter {
  fileprivate static let nameText = Parameter(
    "q", "Words with which words of a name begin.", ["type": "string", "minLength": 1],
    example: "bal")

  fileprivate static let namePaths = Parameter(
    "paths", "Whether keywords are listed as a tree.", ["type": "boolean"], example: true)

  fileprivate static let nameCount = Parameter(
    "limit", "The greatest number of names, 1,000 by default.",
    ["type": "integer", "minimum": 1, "maximum": 10_000], example: 10)
}
