internal import HTTPServer
internal import JSON
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

struct WordRoutes: RouteGroup {
  let service: ServiceContext

  /// The most bytes of a request: more than a million photos.
  static let limit = 16 << 20

  var operations: [Operation] {
    [
      Operation(
        path: "/words", id: "getWords", chapter: .photos,
        summary: "What people have written about photos",
        details: """
          `acts` are the newest acts that change words or undo that, the newest first; with `photo`, those about this \
          photo that are not undone for it. `shown` is then what the photo says with them, and `file` without them. An \
          editor gets the editor's own acts.
          """,
        parameters: [.actPhoto, .actLimit],
        formats: [.json("words")], isOpenToOtherSites: false, example: "/words?photo=1",
        handler: .editors(words)),
      Operation(
        method: .post, path: "/words", id: "writeWords", chapter: .photos,
        summary: "Changes the words of photos in one act",
        details: """
          `set` has texts, `rating` and `favourite`; null removes what is known. `add` and `remove` have names for \
          `keywords`, `keywordPaths` and `people`; what others add meanwhile stays. A keyword with slashes is a \
          hierarchy in either list; its flat name is its end, and follows it. `rename` has for each of these lists old names with their new ones: \
          `{"keywords":{"Beech":"Beach"}}`. Without `photos`, names change in all photos that have them, on the map or \
          not. Photos are never written; the act is stored beside the index, and can be undone. A request with the \
          `key` of an earlier act of the same user makes no second act, and is answered as the first.
          """,
        content: [Content(type: "application/json", schema: .schema("wordsOrder"))],
        responses: DocumentedResponse.making("wordsResult"),
        isOpenToOtherSites: false, handler: .editors(write)),
      Operation(
        method: .delete, path: "/words/{act}", id: "undoWords", chapter: .photos,
        summary: "Undoes an act, for all of its photos or for some",
        parameters: [.act, .undonePhotos],
        formats: [Format(nil, "application/json", .schema("undoResult"))],
        responses: [.notFound] + DocumentedResponse.refusedChanges, isOpenToOtherSites: false,
        handler: .editors(undo)),
    ]
  }

  private func words(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let (photo, limit) = try (call.actPhoto, call.actLimit)
    // On a worker thread: the acts are read from a file.
    return .later {
      let acts = try call.acts(.words, about: photo, of: index)
      let changes = try index.changes(of: acts.prefix(limit), photo: photo)
      let seen = try photo.flatMap { try call.changeable([$0], of: index).first }
      return service.document(
        WordsAnswer(
          matched: acts.count, acts: Array(zip(acts, changes)),
          words: try seen.flatMap { try index.words(of: $0) }))
    }
  }

  private func write(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    let request = call.request
    return .later {
      let order = try request.order(WordsOrder.init)
      let isLimited = request.visitor.limitedUser != nil
      let own = try isLimited ? call.changeable(index.read(order.photos), of: index) : nil
      let act = try service.writing(to: index) { notes in
        try notes.write(
          { reader in try own ?? order.photos(reader) }, by: request.user ?? "", key: order.key,
          order.change)
      }
      guard let act else {
        throw Problem.notFound(
          "The index has none of these photos, or none of them has a name to change; fetch them again."
        ).of(.nothingToChange)
      }
      return try service.created(ChangeResult(act), "words/\(act.number)", request, index)
    }
  }

  private func undo(_ call: Call, _ index: PhotoIndex) throws -> EventualResponse {
    try service.undo(.words, call, index, list: "words")
  }
}

/// The newest acts that change words, and those of a photo.
struct WordsAnswer: Answer {
  static let shape = AnswerShape<WordsAnswer>("words") {
    AnswerMember("numberMatched", .count) { $0.matched }
    AnswerMember("acts", each: act) { $0.acts }
    AnswerMember("shown") { $0.words?.shown }
    AnswerMember("file") { $0.words?.file }
  }

  private static let act = AnswerShape<(Act, WordsChange?)> {
    AnswerMember.origin { $0.0 }
    AnswerMember("photos", .count) { $0.0.photos }
    AnswerMember.undoing { $0.0 }
    WordsChange.Part.allCases.map { part in
      AnswerMember(part.rawValue, part.schema, isOptional: true) {
        $0.1?.write(part, to: &$1)
      }
    }
  }

  let matched: Int
  let acts: [(Act, WordsChange?)]
  let words: (shown: PhotoWords, file: PhotoWords)?
}

extension PhotoIndex {
  /// What acts change in the words of a photo, or of the first of their photos.
  fileprivate func changes(of acts: some Sequence<Act>, photo: Int64?) throws -> [WordsChange?] {
    try readActs { store, reader in
      let photo = try photo.flatMap { try reader.photo($0) }.map(PhotoIdentity.init)
      return try store.changes(by: acts, of: photo, in: reader)
    } ?? []
  }

  /// The words of a photo with notes, and without them.
  fileprivate func words(of photo: Int64) throws -> (shown: PhotoWords, file: PhotoWords)? {
    try read { reader in
      guard let shown = try reader.photo(photo)?.facts.words else { return nil }
      return (shown, try reader.ownWords(of: photo)?.words ?? shown)
    }
  }
}
