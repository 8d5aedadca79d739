import Geography
import PhotoFacts
import Places
import TestSupport

/// Queries of the places file.
enum PlacesFile {
  /// The English description of a position.
  static func describe(_ latitude: Double, _ longitude: Double, in language: String = "en") throws
    -> PlaceDescription
  {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw NoPosition()
    }
    let places = try NamedPlaces.shared.get()
    return try places.describe(places.locate(coordinate), of: coordinate, in: Language(language))
  }

  struct NoPosition: Error {}
}
