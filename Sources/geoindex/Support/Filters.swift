internal import GeoIndexClient
internal import Geography
internal import PhotoIndex
internal import Query
internal import Sharing

extension ParsedArguments {
  /// The filter of the options; without that of one name, if it is given.
  func filter(without other: Option? = nil) throws -> PhotoFilter {
    var filter = PhotoFilter()
    for (name, value) in filters where name != other?.word && name != FilterParameter.view.name {
      _ = try PhotoQuery.apply(name, value, to: &filter)
    }
    // A server knows its own views.
    guard !has(.server), let name = value(Option(FilterParameter.view)) else { return filter }
    guard let view = try SharedRegisters(self, toWrite: false).views.view(named: name) else {
      throw QueryError.unknownView(name)
    }
    // Last, because other filters replace what is set.
    filter.require(try view.filter())
    return filter
  }

  /// The filters of the options, as parameters of the API.
  var filters: [(name: String, value: String)] {
    FilterParameter.all.compactMap { filter in
      value(Option(filter)).map { (filter.name, filter.placeholder == nil ? "true" : $0) }
    }
  }

  /// Explains why `--path` may have matched nothing: it applies to the whole path.
  func explainNoMatch(_ matched: Int?) {
    guard matched == 0, !has(.quiet), let path = value(.path),
      !path.contains(where: { "*?[".contains($0) })
    else { return }
    Console.error(
      "geoindex: no photo has the path \(path); for all below that folder: --path '\(path)/*'")
  }

  /// The filters of the options as they are sent to a server.
  func selection() -> Selection {
    var selection = Selection()
    for (name, value) in filters {
      if let filter = Selection.Filter(rawValue: name) { selection[filter] = value }
    }
    return selection
  }
}
