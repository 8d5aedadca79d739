internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex
internal import Places
internal import Query

/// The parameters of a request, all of them declared by its operation and each given once.
struct Parameters: Sendable {
  /// There are few, so a linear search is faster than a dictionary.
  private let given: [QueryItem]

  /// The saved view that is requested, the same for all that is made of the request.
  let view: RequestedView?

  /// Collects the parameters; throws if one is not declared or given twice, or if there is no view of the name.
  ///
  /// So a misspelt filter never returns unfiltered photos.
  init(
    _ items: [QueryItem], declared: [String], view: (_ name: String) throws -> RequestedView
  ) throws {
    for (index, item) in items.enumerated() {
      guard declared.contains(item.name) else {
        let known = declared.isEmpty ? "none" : declared.joined(separator: ", ")
        throw Problem.badRequest(
          "There is no parameter \(item.name.prefix(100)) here; use one of: \(known).")
      }
      guard !items[..<index].contains(where: { $0.name == item.name }) else {
        throw Problem.badRequest("\(item.name) is given twice; give it once.")
      }
    }
    given = items
    self.view = try given.first { $0.name == FilterParameter.view.name }.map {
      try view($0.value)
    }
    if let tag = self[Parameter.language.name], !Language.isTag(tag) {
      throw QueryError("lang", tag, "is not a language such as de or pt-BR")
    }
  }

  subscript(name: String) -> String? { given.first { $0.name == name }?.value }

  func require(_ name: String) throws -> String {
    guard let value = self[name] else { throw Problem.badRequest("\(name) is missing; give it.") }
    return value
  }

  /// Reads the filters; the one by words may have another name, where `q` means something else.
  func filter(
    wordsAs wordsName: String = FilterParameter.words.name,
    in vocabulary: FilterVocabulary = .features
  ) throws -> PhotoFilter {
    var filter = PhotoFilter()
    let isJSON = try isFilterJSON(in: vocabulary)
    for item in given {
      if vocabulary == .items, item.name == FilterParameter.filter.name {
        filter.require(
          try isJSON
            ? FilterJSON.condition(item.value, in: .items)
            : FilterText.condition(item.value, in: .items))
        continue
      }
      let isWords = item.name == wordsName
      guard isWords || item.name != FilterParameter.words.name,
        item.name != FilterParameter.view.name
      else { continue }
      let name = isWords ? FilterParameter.words.name : item.name
      _ = try PhotoQuery.apply(name, item.value, to: &filter)
    }
    // Last, because other filters replace what is set.
    if let view { filter.require(view.filter) }
    return filter
  }

  /// Checks the language and the coordinate system of `filter`; whether it is JSON, which only filters of items may be.
  private func isFilterJSON(in vocabulary: FilterVocabulary) throws -> Bool {
    if let system = self["filter-crs"], system != Parameter.crs84 {
      throw QueryError("filter-crs", system, "is not \(Parameter.crs84)")
    }
    switch self["filter-lang"] {
    case nil, "cql2-text": return false
    case "cql2-json" where vocabulary == .items: return true
    case let language?:
      let known = vocabulary == .items ? "cql2-text or cql2-json" : "cql2-text"
      throw QueryError("filter-lang", language, "is not \(known)")
    }
  }

  /// Whether a filter is about doubts or flights.
  var askAboutDoubts: Bool {
    if self["doubt"] != nil || self["flight"] != nil { return true }
    let texts = [self[FilterParameter.filter.name], view?.text].compactMap { $0?.lowercased() }
    return texts.contains { $0.contains("doubt") || $0.contains("flight") }
  }

  /// Reads which part of a listing is requested.
  func paging(order read: (String) throws -> PhotoOrder = PhotoQuery.order) throws -> Paging {
    var paging = Paging()
    if let limit = self["limit"] {
      paging.limit = try PhotoQuery.limit(limit, maximum: Paging.maximum)
    }
    if let offset = self["offset"] {
      paging.offset = try PhotoQuery.whole("offset", offset, in: 0...Int.max)
    }
    if let text = self["cursor"] {
      guard let cursor = PageCursor(text) else {
        throw QueryError("cursor", text, "is not from a `next` link")
      }
      paging.cursor = cursor
    }
    if let order = self["sortby"] { paging.order = try read(order) }
    if let cursor = paging.cursor, cursor.order != paging.order {
      throw QueryError("cursor", cursor.text, "belongs to a listing with another order")
    }
    return paging
  }

  /// Reads which properties are requested: all by default, none if the list is empty.
  func properties() throws -> PropertySelection {
    guard let list = self["properties"] else { return .all }
    guard !list.isEmpty else { return .none }
    let names = list.split(separator: ",", omittingEmptySubsequences: false)
    guard let selection = PropertySelection(names) else {
      let known = PropertySelection.names.joined(separator: ", ")
      throw QueryError("properties", list, "has a name that is none of \(known)")
    }
    return selection
  }
}

/// What a saved view selects for the visitor of a request.
struct RequestedView: Sendable {
  let filter: PhotoFilter

  /// Its filters as text, which changes when the view is changed.
  var text = ""
}

/// The requested part of a listing.
struct Paging {
  static let maximum = 10_000
  static let standard = 1_000

  var limit = Self.standard
  var offset = 0
  var cursor: PageCursor?
  var order = PhotoOrder.place
}
