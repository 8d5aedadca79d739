import Files
import Geography
import PhotoFacts
public import PhotoIndex

/// A library of a year at home in Munich, with two trips and a day trip; photos without files.
public enum TravelledLibrary {
  /// A photo, by its local time.
  public struct Photo: Sendable {
    /// The local date, as the number of days after 1970-01-01.
    public var day: Int
    /// The hour of the day.
    public var hour: Int
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double

    /// Makes a photo.
    public init(day: Int, hour: Int, latitude: Double, longitude: Double) {
      (self.day, self.hour) = (day, hour)
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  /// 2021-01-01.
  public static let firstDay = 18_628

  /// The days of the trip to Rome, 2021-06-14 to 2021-06-18.
  public static let rome = 18_792...18_796

  /// The days of the trip to Prague, 2021-09-10 to 2021-09-12.
  public static let prague = 18_880...18_882

  /// All photos: in Munich every second day, in Rome and Prague three a day, and once in Salzburg.
  public static let photos: [Photo] = (0..<365).flatMap { number -> [Photo] in
    let day = firstDay + number
    if rome.contains(day) {
      return [9, 14, 21].map { Photo(day: day, hour: $0, latitude: 41.9, longitude: 12.5) }
    }
    if prague.contains(day) {
      return [10, 15, 20].map { Photo(day: day, hour: $0, latitude: 50.08, longitude: 14.43) }
    }
    if number == 100 {
      return [11, 15].map { Photo(day: day, hour: $0, latitude: 47.8, longitude: 13.04) }
    }
    return number % 2 == 0
      ? [8, 19].map { Photo(day: day, hour: $0, latitude: 48.137, longitude: 11.575) } : []
  }

  /// The photos away from home, as a second camera takes them whose clock is some days ahead.
  public static func secondCamera(daysAhead: Int) -> [Photo] {
    photos.filter { $0.latitude != 48.137 }.map { photo in
      var copy = photo
      copy.day += daysAhead
      return copy
    }
  }

  /// Stores photos of a camera; the ids of those that are stored first are in the order of `photos`.
  public static func store(
    _ photos: [Photo] = photos, camera: String = "One", in index: PhotoIndex
  ) throws {
    _ = try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(
        FilePath(camera == "One" ? "" : camera), in: root, scan: 1)
      for (number, photo) in photos.enumerated() {
        guard let place = Coordinate(latitude: photo.latitude, longitude: photo.longitude) else {
          continue
        }
        var facts = PhotoFacts(place: .located(Location(place, source: .exif)))
        facts.format = .jpeg
        let local = Int64(photo.day) * 86_400_000 + Int64(photo.hour) * 3_600_000
        facts.time = CaptureTime(
          localMilliseconds: local, utcOffsetMinutes: 120, source: .offsetTag)
        facts.camera = Camera(make: "Aster", model: camera)
        let inode = UInt64(number + 1 + (camera == "One" ? 0 : 100_000))
        let stamp = FileStamp(size: 1, modified: Int64(number), inode: inode)
        try writer.add(
          ReadFile(name: Array("\(number).jpg".utf8), stamp: stamp, facts: facts), in: directory.id)
      }
    }
  }
}

extension TravelledLibrary {
  /// Photos at home on each day that is not away, early and late.
  public static var homeEveryDay: [Photo] {
    let away = Set(photos.filter { $0.latitude != photos[0].latitude }.map(\.day))
    return (firstDay..<firstDay + 365).filter { !away.contains($0) }.flatMap { day in
      [7, 22].map { hour in
        var photo = photos[0]
        (photo.day, photo.hour) = (day, hour)
        return photo
      }
    }
  }
}
