import Geography
import Places
import TestSupport

/// The places file that scripts/setup has built, opened once.
enum PlacesFile {
  static let path = SamplePhotos.package + "/static/" + Places.fileName

  static let shared = Result { try Places(path: Array(path.utf8)) }

  /// The English description of a position.
  static func describe(_ latitude: Double, _ longitude: Double, in language: String = "en") throws
    -> PlaceDescription
  {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw NoPosition()
    }
    let places = try shared.get()
    return try places.describe(places.locate(coordinate), in: Language(language))
  }

  struct NoPosition: Error {}
}
