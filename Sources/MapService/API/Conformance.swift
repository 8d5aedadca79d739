/// The parts of standards that the API keeps: only what holds and is tested.
enum Conformance {
  private static let features = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"

  /// The names of the classes, as `/conformance` lists them.
  static let classes = ["core", "geojson", "oas30"].map { features + $0 }
}
