import Files
import Geography
import Grid
import PhotoFacts
@testable import PhotoIndex
import Query
import TestSupport
import Testing

/// A realistic world in an index and in a list.
final class LivedLibrary {
  struct Photo {
    var id: Int64
    var place: Coordinate
    var time: Int64?
  }

  let index: PhotoIndex
  private var photos: [Photo] = []
  private let folder: TemporaryDirectory

  init(_ kind: LivedWorld, count: Int) throws {
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    photos = try index.write { writer in
      let directory = try writer.markListed(
        FilePath("all"), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      return try kind.photos(count).enumerated().map { number, photo in
        let place = try #require(Coordinate(latitude: photo.latitude, longitude: photo.longitude))
        var facts = PhotoFacts(place: .located(Location(place, source: .exif)), format: .jpeg)
        facts.time = photo.time.map { CaptureTime(localMilliseconds: $0) }
        let file = ReadFile(
          name: Array("\(number).jpg".utf8),
          stamp: FileStamp(size: 1, modified: Int64(number), inode: UInt64(number)), facts: facts)
        return Photo(id: try writer.add(file, in: directory), place: place, time: photo.time)
      }
    }
  }

  /// A box from a street to the world, around home or a photo, at any time.
  func filter(_ random: inout SeededRandom) -> PhotoFilter {
    var filter = PhotoFilter()
    let photo = photos.randomElement(using: &random)?.place
    let home = Coordinate(latitude: LivedWorld.home.latitude, longitude: LivedWorld.home.longitude)
    let half = [0, 0.001, 0.01, 0.06, 4, 20, nil].randomElement(using: &random) ?? nil
    if let half, let centre = Bool.random(using: &random) ? photo : home {
      filter.box = BoundingBox(
        west: max(-180, centre.longitude - half), south: centre.latitude - half,
        east: min(180, centre.longitude + half), north: min(90, centre.latitude + half))
    }
    let day: Int64 = 86_400_000
    if Bool.random(using: &random), let time = photos.randomElement(using: &random)?.time {
      let start = Bool.random(using: &random) ? time / day * day : time
      let days: [Int64] = [1, 7, 183, 3_650]
      filter.time = TimeSpan(
        from: start, through: start + day * (days.randomElement(using: &random) ?? 1) - 1)
    }
    return filter
  }

  func matching(_ filter: PhotoFilter) -> [Photo] {
    photos.filter { photo in
      guard filter.box?.contains(photo.place) ?? true else { return false }
      guard let span = filter.time else { return true }
      return photo.time.map { $0 >= span.from ?? .min && $0 <= span.through ?? .max } ?? false
    }
  }

  /// The number of points in the runs that a filter's box intersects.
  func pointsAround(_ filter: PhotoFilter) throws -> Int {
    try index.read { reader in
      var count = 0
      try reader.grid.forEachRun(in: GridRegion(filter.box ?? .world)) { extent in
        count += extent.count
        return .on
      }
      return count
    }
  }
}
