internal import GeoIndexClient
internal import Geography
internal import PhotoIndex
internal import Query

extension ParsedArguments {
  /// The filter of the options.
  func filter() throws -> PhotoFilter {
    var filter = PhotoFilter()
    for option in Option.filters {
      guard let value = value(option) else { continue }
      _ = try PhotoQuery.apply(option.word, value, to: &filter)
    }
    return filter
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
    for option in Option.filters {
      if let filter = Selection.Filter(rawValue: option.word) { selection[filter] = value(option) }
    }
    return selection
  }
}
