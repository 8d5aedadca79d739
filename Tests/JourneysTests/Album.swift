import Journeys
import Testing

/// Photos that a test takes by date, hour and place.
struct Album {
  var photos: [Life.Photo] = []

  static let berlin = Spot(latitude: 52.52, longitude: 13.40)
  static let munich = Spot(latitude: 48.14, longitude: 11.58)
  static let rome = Spot(latitude: 41.90, longitude: 12.50)
  static let lisbon = Spot(latitude: 38.72, longitude: -9.14)
  static let iceland = Spot(latitude: 64.15, longitude: -21.94)
  static let dresden = Spot(latitude: 51.05, longitude: 13.74)
  static let potsdam = Spot(latitude: 52.40, longitude: 13.06)
  static let sydney = Spot(latitude: -33.87, longitude: 151.21)
  static let fiji = Spot(latitude: -17.8, longitude: 177.4)

  var sightings: Sightings { Life(photos: photos).sightings }

  func history(_ corrections: [Correction] = []) -> TravelHistory {
    TravelHistory(sightings, corrections: corrections)
  }

  static func day(_ date: String) throws -> LocalDay { try #require(LocalDay(date)) }

  static func span(_ first: String, _ last: String) throws -> DaySpan {
    try day(first)...day(last)
  }

  /// Two years in Berlin with eight outings and trips, and the same by a second camera with a wrong clock.
  static func byTwoCameras(hoursAhead: Double) throws -> Album {
    var album = Album()
    for number in 0..<8 {
      let day = LocalDay(number: 17_600 + number * 60)
      album.take(day, [8, 20], at: Album.berlin)
      album.take(day, [11, 13, 15, 17], at: Album.dresden.moved(Double(number) * -20, 0))
      for night in 30...33 {
        album.take(
          LocalDay(number: day.number + night), [9, 13, 18],
          at: Album.rome.moved(Double(number) * -60, Double(number) * 40))
      }
    }
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin, hours: [7.5, 21])
    for photo in album.photos {
      var copy = photo
      copy.device = 2
      copy.time += 600_000 + Int64(hoursAhead * 3_600_000)
      if photo.latitude != Album.berlin.latitude || photo.time / 86_400_000 % 3 == 2 {
        album.photos.append(copy)
      }
    }
    return album
  }

  /// Takes photos on a day.
  mutating func take(
    _ date: String, _ hours: [Double] = [10, 18], at spot: Spot, device: Int32 = 1
  ) throws {
    take(try Self.day(date), hours, at: spot, device: device)
  }

  mutating func take(_ day: LocalDay, _ hours: [Double], at spot: Spot, device: Int32 = 1) {
    for hour in hours {
      photos.append(
        Life.Photo(
          time: Int64(day.number) * 86_400_000 + Int64(hour * 3_600_000), latitude: spot.latitude,
          longitude: spot.longitude, device: device))
    }
  }

  /// Takes photos every few days of a span, except on days that have photos of the camera.
  mutating func fill(
    _ first: String, _ last: String, every days: Int = 1, at spot: Spot, device: Int32 = 1,
    hours: [Double] = [9, 20]
  ) throws {
    let span = try Self.span(first, last)
    let taken = Set(
      photos.filter { $0.device == device }
        .map { Int(($0.time - ($0.time < 0 ? 86_399_999 : 0)) / 86_400_000) })
    for number in stride(from: span.lowerBound.number, through: span.upperBound.number, by: days)
    where !taken.contains(number) {
      take(LocalDay(number: number), hours, at: spot, device: device)
    }
  }
}

extension TravelHistory {
  /// The first and last days of the trips.
  var spans: [String] { trips.map { "\($0.days.lowerBound)/\($0.days.upperBound)" } }
  var singleDays: [String] { dayTrips.map(\.id) }
}
