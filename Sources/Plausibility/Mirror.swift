internal import Geography
internal import PhotoFacts

/// A way in which programs and cameras write a position wrongly that can be undone.
enum Mirror: CaseIterable {
  case longitude, latitude, both, swapped, swappedLongitude, swappedLatitude

  var reason: Doubt.Reason {
    switch self {
    case .longitude, .latitude, .both: .sign
    case .swapped, .swappedLongitude, .swappedLatitude: .swapped
    }
  }

  /// How it is undone, for the evidence.
  var correction: Evidence.Correction {
    switch self {
    case .longitude: .longitude
    case .latitude: .latitude
    case .both: .both
    case .swapped: .swapped
    case .swappedLongitude, .swappedLatitude: .swappedSign
    }
  }

  /// The position that was meant; nil if there is none.
  func undone(_ place: Coordinate) -> Coordinate? {
    let (north, east) = (place.latitudeE7, place.longitudeE7)
    return switch self {
    case .longitude: Coordinate(latitudeE7: north, longitudeE7: -east)
    case .latitude: Coordinate(latitudeE7: -north, longitudeE7: east)
    case .both: Coordinate(latitudeE7: -north, longitudeE7: -east)
    case .swapped: Coordinate(latitudeE7: east, longitudeE7: north)
    case .swappedLongitude: Coordinate(latitudeE7: east, longitudeE7: -north)
    case .swappedLatitude: Coordinate(latitudeE7: -east, longitudeE7: north)
    }
  }
}
