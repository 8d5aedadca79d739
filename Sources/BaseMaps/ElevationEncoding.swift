/// How the colours of a raster tile encode elevations, with MapLibre's names.
public enum ElevationEncoding: String, CaseIterable, Sendable {
  /// Metres: 256 · red + green + blue / 256 − 32768.
  case terrarium

  /// Metres: (65536 · red + 256 · green + blue) / 10 − 10000.
  case mapbox
}
