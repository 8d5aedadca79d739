public import JSON
public import PhotoFacts
public import PhotoIndex

/// A client's change of words as JSON: `{"photos":[12],"set":{"title":"Beach"},"add":{"keywords":["Sea"]}}`.
public struct WordsOrder: Sendable {
  private let ids: [Int64]?
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
    guard let members = try JSONValue(parsing: bytes).members else {
      throw InputProblem("it is not a JSON object")
    }
    var (photos, change) = ([Int64]?.none, [JSONValue.Member]())
    var seen: Set<String> = []
    for member in members {
      guard seen.insert(member.name).inserted else {
        throw InputProblem("\(InputProblem.quoted(member.name.utf8)) is given twice")
      }
      switch member.name {
      case "photos": photos = try Self.photos(member.value)
      case "key": key = try ActKey.text(member.value)
      case "rename": renamings = try Self.renamings(member.value)
      default: change.append(member)
      }
    }
    same = try WordsChange(.object(change))
    ids = photos
    guard !same.isEmpty || !renamings.isEmpty else { throw InputProblem("it changes nothing") }
    guard photos != nil || same.isEmpty else { throw InputProblem("photos is missing") }
  }

  private static func photos(_ json: JSONValue) throws(InputProblem) -> [Int64] {
    guard let elements = json.elements else { throw InputProblem("photos is not a list") }
    guard !elements.isEmpty else { throw InputProblem("photos is empty") }
    var seen: Set<Int64> = []
    var ids: [Int64] = []
    for element in elements {
      guard let id = element.whole.map(Int64.init) else {
        throw InputProblem("photos has what is not the id of a photo")
      }
      guard seen.insert(id).inserted else { throw InputProblem("photo \(id) is given twice") }
      ids.append(id)
    }
    return ids
  }

  private static func renamings(_ json: JSONValue) throws(InputProblem) -> [WordsChange.Renaming] {
    guard let members = json.members else { throw InputProblem("rename is not an object") }
    var found: [WordsChange.Renaming] = []
    for member in members {
      guard let property = WordsChange.lists.first(where: { $0.name == member.name }),
        let names = member.value.members
      else {
        throw InputProblem("rename is not an object of keywords, keywordPaths and people")
      }
      for name in names {
        guard let new = name.value.text else {
          throw InputProblem("the new name of \(InputProblem.quoted(name.name.utf8)) is not a text")
        }
        let renaming = WordsChange.Renaming(property, from: name.name, to: new)
        if let problem = renaming.problem { throw InputProblem(problem) }
        found.append(renaming)
      }
    }
    return found
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
