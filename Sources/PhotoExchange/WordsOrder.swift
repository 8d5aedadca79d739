public import JSON
public import PhotoFacts
public import PhotoIndex

/// A client's change of words as JSON: `{"photos":[12],"set":{"title":"Beach"},"add":{"keywords":["Sea"]}}`.
public struct WordsOrder: Sendable {
  /// Its members.
  public static let shape = OrderShape(
    "wordsOrder", into: WordsOrder(nil, WordsChange(), renaming: [])
  ) {
    OrderMember("photos", .list(of: .photo), \.ids)
    WordsChange.members(\.same.set, \.same.added, \.same.removed)
    OrderMember("rename", .renamings, \.renamings) { $0 }
    OrderMember("key", .actKey, \.key)
  }

  private var ids: [Int64]?
  private var same = WordsChange()
  private var renamings: [WordsChange.Renaming] = []

  /// What the client calls the act, so that it is made once.
  public private(set) var key: String?

  /// Makes an order; without `photos`, names change in all photos.
  public init(
    _ photos: [Int64]?, _ change: WordsChange, renaming renamings: [WordsChange.Renaming]
  ) {
    (ids, same, self.renamings) = (photos, change, renamings)
  }

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    self = try Self.shape.read(bytes)
    if let problem = same.problem { throw InputProblem(problem) }
    guard !same.isEmpty || !renamings.isEmpty else { throw InputProblem("it changes nothing") }
    guard ids != nil || same.isEmpty else { throw InputProblem("photos is missing") }
    var seen: Set<Int64> = []
    for id in ids ?? [] where !seen.insert(id).inserted {
      throw InputProblem("photo \(id) is given twice")
    }
  }

  /// The photos that it is about.
  public func photos(_ reader: IndexReader) throws -> [Int64] {
    if let ids { return ids }
    var found: Set<Int64> = []
    for renaming in renamings {
      found.formUnion(try reader.photoIDs(of: renaming))
    }
    return found.sorted()
  }

  /// What changes in a photo that shows these words.
  public func change(_ words: PhotoWords) -> WordsChange {
    var change = same
    for renaming in renamings { change.add(renaming, in: words) }
    return change
  }
}

extension OrderContent<[WordsChange.Renaming]> {
  /// New names by old ones by lists.
  fileprivate static var renamings: Self {
    let schema: JSONValue = ["type": "object", "additionalProperties": String.schema]
    let lists = WordsChange.lists.map { JSONValue.Member(name: $0.name, value: schema) }
    return Self(.describing(lists, optional: lists.map(\.name)), "an object") {
      (json) throws(InputProblem) in
      guard let members = json.members else { return nil }
      var found: [WordsChange.Renaming] = []
      for member in members {
        guard let property = WordsChange.lists.first(where: { $0.name == member.name }),
          let names = member.value.members
        else { throw InputProblem("it is not an object of keywords, keywordPaths and people") }
        for name in names {
          guard let new = name.value.text else {
            throw InputProblem(
              "the new name of \(InputProblem.quoted(name.name.utf8)) is not a text")
          }
          let renaming = WordsChange.Renaming(property, from: name.name, to: new)
          if let problem = renaming.problem { throw InputProblem(problem) }
          found.append(renaming)
        }
      }
      return found
    }
  }
}
