internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

/// The parameters of a request, all of them declared by its operation and each given once.
struct Parameters: Sendable {
  private let values: [String: String]

  /// Collects the parameters, or refuses one that is not declared or given twice: a misspelt filter
  /// is never an unfiltered answer.
  init(_ request: Request, declared: [String]) throws {
    var values: [String: String] = [:]
    for item in request.query {
      guard declared.contains(item.name) else {
        let known = declared.isEmpty ? "none" : declared.joined(separator: ", ")
        throw Problem.badRequest(
          "There is no parameter \(item.name.prefix(100)) here; there is: \(known).")
      }
      guard values.updateValue(item.value, forKey: item.name) == nil else {
        throw Problem.badRequest("\(item.name) is given twice.")
      }
    }
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  func require(_ name: String) throws -> String {
    guard let value = values[name] else { throw Problem.badRequest("\(name) is missing.") }
    return value
  }

  /// Reads the filters.
  func filter() throws -> PhotoFilter {
    var filter = PhotoFilter()
    for name in PhotoQuery.filterNames {
      if let value = values[name] { _ = try PhotoQuery.apply(name, value, to: &filter) }
    }
    try checkFilterLanguage()
    return filter
  }

  /// Checks what `filter` is written in: there is one language and one system of coordinates.
  private func checkFilterLanguage() throws {
    if let language = values["filter-lang"], language != "cql2-text" {
      throw QueryError("filter-lang", language, "is not cql2-text")
    }
    if let system = values["filter-crs"], system != Parameter.crs84 {
      throw QueryError("filter-crs", system, "is not \(Parameter.crs84)")
    }
  }

  /// Reads which part of a listing is wanted.
  func paging() throws -> Paging {
    var paging = Paging()
    if let limit = values["limit"] {
      paging.limit = try PhotoQuery.limit(limit, maximum: Paging.maximum)
    }
    if let offset = values["offset"] {
      paging.offset = try PhotoQuery.whole("offset", offset, in: 0...Int.max)
    }
    if let text = values["cursor"] {
      guard let cursor = PageCursor(text) else {
        throw QueryError("cursor", text, "is not one that a next link gave")
      }
      paging.cursor = cursor
    }
    if let order = values["sortby"] { paging.order = try PhotoQuery.order(order) }
    if let cursor = paging.cursor, cursor.order != paging.order {
      throw QueryError("cursor", cursor.text, "belongs to a listing in another order")
    }
    return paging
  }

  /// Reads which properties are wanted; all where nothing is said, none where the list is empty.
  func properties() throws -> PropertySelection {
    guard let list = values["properties"] else { return .all }
    let names = list.isEmpty ? [] : list.split(separator: ",", omittingEmptySubsequences: false)
    guard let selection = PropertySelection(names) else {
      let known = PropertySelection.names.joined(separator: ", ")
      throw QueryError("properties", list, "has a name that is none of \(known)")
    }
    return selection
  }
}

/// Which part of a listing is wanted.
struct Paging {
  static let maximum = 10_000
  static let standard = 1_000

  var limit = Self.standard
  var offset = 0
  var cursor: PageCursor?
  var order = PhotoOrder.place
}
