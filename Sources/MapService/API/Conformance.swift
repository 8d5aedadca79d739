/// The parts of standards that the API keeps: only what holds and is tested.
///
/// `ogcapi-features-3/1.0/conf/queryables-query-parameters` does not hold: it wants a parameter for
/// each property, with the property's own values, and `path` and `media` are filters of another
/// kind (a pattern, and stills or films).
enum Conformance {
  /// The names of the classes, as `/conformance` lists them.
  static let classes =
    names("ogcapi-features-1", ["core", "geojson", "oas30"])
    + names("ogcapi-features-3", ["queryables", "filter", "features-filter"])
    + names(
      "cql2",
      ["cql2-text", "basic-cql2", "advanced-comparison-operators", "basic-spatial-functions"])

  private static func names(_ standard: String, _ classes: [String]) -> [String] {
    classes.map { "http://www.opengis.net/spec/\(standard)/1.0/conf/\($0)" }
  }
}
