public import Geography

/// The filters of a request, combined with AND.
public struct Selection: Hashable, Sendable {
  /// The filters of the API; `filter` is any condition in CQL2 text.
  public enum Filter: String, CaseIterable, Sendable {
    case bbox, datetime
    case datetimeLocal = "datetime-local"
    case month, date, day, weekday, hour, camera, media, source, path, country, region, place, area
    case keyword, person, rating, favourite, trip, doubt, view
    case words = "q"
    case filter
  }

  private var values: [Filter: String] = [:]

  /// Makes a selection of all photos.
  public init() {}

  /// A filter as the API writes it: `selection[.datetime] = "2024-05-01/2024-06-01"`.
  public subscript(filter: Filter) -> String? {
    get { values[filter] }
    set { values[filter] = newValue }
  }

  /// Restricts to a box; if its west edge is greater than its east edge, it crosses the antimeridian.
  public mutating func keep(inside box: GeographicBounds) { self[.bbox] = box.parameter }

  /// The filters in a fixed order; routes that search for names call that of words `text`.
  func query(words: String = Filter.words.rawValue) -> [Request.Parameter] {
    Filter.allCases.compactMap { filter in
      values[filter].map { .init(filter == .words ? words : filter.rawValue, $0) }
    }
  }
}

/// The order of a listing; the default is the order of the grid.
public enum PhotoOrder: String, Sendable {
  /// Oldest first, undated photos last.
  case oldestFirst = "takenAt"
  /// Newest first, undated photos last.
  case newestFirst = "-takenAt"

  var parameter: String { rawValue }
}

/// A format of photos and tracks as a file; tracks are GeoJSON and GPX only.
public enum FileFormat: String, CaseIterable, Sendable {
  case geojson, geojsonseq, ndjson, csv, tsv, gpx, kml
}

extension GeographicBounds {
  var parameter: String { "\(west),\(south),\(east),\(north)" }
}

extension Request {
  /// Makes a query; parameters that are nil are omitted.
  static func query(_ parameters: [(name: String, value: String?)]) -> [Parameter] {
    parameters.compactMap { name, value in value.map { Parameter(name, $0) } }
  }
}
