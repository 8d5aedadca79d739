/// The conformance classes of standards that the API fulfils; each is tested.
///
/// `ogcapi-features-3/1.0/conf/queryables-query-parameters` is not fulfilled. It demands a parameter for each
/// property with that property's values, but `path` takes a pattern and `media` takes a kind.
enum Conformance {
  /// The identifiers of the classes, as `/conformance` lists them.
  static let classes =
    names("ogcapi-features-1", ["core", "geojson", "oas30"])
    + names("ogcapi-features-3", ["queryables", "filter", "features-filter"])
    + names(
      "cql2",
      [
        "cql2-text", "basic-cql2", "advanced-comparison-operators", "basic-spatial-functions",
        "array-functions",
      ])

  private static func names(_ standard: String, _ classes: [String]) -> [String] {
    classes.map { "http://www.opengis.net/spec/\(standard)/1.0/conf/\($0)" }
  }

  /// The classes that `/stac/conformance` lists.
  static let ofCatalog =
    [
      "core", "collections", "ogcapi-features", "ogcapi-features#fields", "ogcapi-features#sort",
      "item-search", "item-search#fields", "item-search#sort",
    ].map { "https://api.stacspec.org/v1.0.0/\($0)" }
    + ["ogcapi-features#filter", "item-search#filter"].map {
      "https://api.stacspec.org/v1.0.0-rc.3/\($0)"
    }
    + names("ogcapi-features-1", ["core", "geojson", "oas30"])
    + names("ogcapi-features-3", ["queryables", "filter", "features-filter"])
    + names(
      "cql2",
      [
        "cql2-text", "cql2-json", "basic-cql2", "advanced-comparison-operators",
        "basic-spatial-functions", "array-functions",
      ])
}
