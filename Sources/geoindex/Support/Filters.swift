internal import GeoIndexClient
internal import Geography
internal import MapService
internal import PhotoIndex

extension ParsedArguments {
  /// The filters among the options.
  func filter() throws -> PhotoFilter {
    var filter = PhotoFilter()
    for name in PhotoQuery.filterNames {
      guard let value = value("--\(name)") else { continue }
      _ = try PhotoQuery.apply(name, value, to: &filter)
    }
    return filter
  }

  /// The filters among the options, as a server is sent them: word for word.
  func selection() -> Selection {
    var selection = Selection()
    for filter in Selection.Filter.allCases { selection[filter] = value("--\(filter.rawValue)") }
    return selection
  }

  /// The format of the answer.
  func format() throws -> OutputFormat {
    guard let name = value("--format") else {
      return has("--json") || !Output.standard.isTerminal ? .geojson : .table
    }
    guard let format = OutputFormat(rawValue: name), format != .table else {
      throw UsageError(
        "--format \"\(name)\" is not one of geojson, geojsonseq, ndjson, csv", command: command)
    }
    return format
  }
}

/// How photos are printed.
enum OutputFormat: String {
  /// Lines for people.
  case table
  /// One FeatureCollection.
  case geojson
  /// RFC 8142: each feature between a record separator and the end of its line.
  case geojsonseq
  /// A feature a line.
  case ndjson
  /// A table with a header.
  case csv
}
