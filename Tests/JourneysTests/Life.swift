import Geography
import Journeys
import TestSupport

/// A generated life: the photos of years, and the homes, trips and day trips that a reader of them would name.
struct Life {
  struct Photo: Equatable {
    var time: Int64
    var latitude, longitude: Double
    var device: Int32
  }

  struct Stay {
    var place: Spot
    var from, to: Int
    var isOpen = false
  }

  var photos: [Photo] = []
  var homes: [Stay] = []
  var trips: [ClosedRange<Int>] = []
  var dayTrips: [Int] = []

  /// Spans that may be named or not, because the photos do not decide.
  var optional: [ClosedRange<Int>] = []

  var sightings: Sightings {
    var sightings = Sightings()
    for photo in photos {
      sightings.append(
        localMilliseconds: photo.time, longitudeE7: Int32((photo.longitude * 1e7).rounded()),
        latitudeE7: Int32((photo.latitude * 1e7).rounded()), device: photo.device)
    }
    return sightings
  }
}

/// A position with helpers to move it.
struct Spot: Equatable {
  var latitude, longitude: Double

  func moved(_ north: Double, _ east: Double) -> Spot {
    let up = max(-84, min(84, latitude + north / 111.2))
    var across = longitude + east / (111.2 * max(0.05, Spot.cosine(up)))
    if across > 180 { across -= 360 }
    if across < -180 { across += 360 }
    return Spot(latitude: up, longitude: across)
  }

  func moved(_ kilometres: Double, using random: inout SeededRandom) -> Spot {
    // A direction on a square, scaled to the circle.
    while true {
      let north = Double.random(in: -1...1, using: &random)
      let east = Double.random(in: -1...1, using: &random)
      let length = (north * north + east * east).squareRoot()
      guard length > 0.1, length <= 1 else { continue }
      return moved(north / length * kilometres, east / length * kilometres)
    }
  }

  func near(_ kilometres: Double, using random: inout SeededRandom) -> Spot {
    moved(Double.random(in: 0...kilometres, using: &random), using: &random)
  }

  func kilometres(to other: Spot) -> Double {
    guard let one = Coordinate(latitude: latitude, longitude: longitude),
      let two = Coordinate(latitude: other.latitude, longitude: other.longitude)
    else { return 0 }
    return one.centralAngle(to: two) * 6_371
  }

  private static func cosine(_ degrees: Double) -> Double {
    // Good to a percent, which is enough to scatter photos.
    let x = degrees * .pi / 180
    return 1 - x * x / 2 + x * x * x * x / 24
  }
}
