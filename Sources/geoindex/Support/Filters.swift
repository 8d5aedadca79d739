internal import GeoIndexClient
internal import Geography
internal import PhotoIndex
internal import Query

extension ParsedArguments {
  /// The filter of the options; without that of one name, if it is given.
  func filter(without other: Option? = nil) throws -> PhotoFilter {
    var filter = PhotoFilter()
    for (name, value) in filters where name != other?.word {
      _ = try PhotoQuery.apply(name, value, to: &filter)
    }
    return filter
  }

  /// The filters of the options, as parameters of the API.
  private var filters: [(name: String, value: String)] {
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
