import Files
import Geography
import PhotoFacts
import PhotoIndex
import TestSupport
import Query

/// Photos of a synthetic world in an index and in a plain list, whose results must agree.
final class World {
  struct Photo {
    var id: Int64
    var coordinate: Coordinate
    var time: Int64?
    var localTime: Int64?
    var media: MediaKind
    var source: LocationSource
    var camera: String?
    var path: String
  }

  let index: PhotoIndex
  private(set) var photos: [Photo] = []
  private let folder: TemporaryDirectory
  private var random: SeededRandom
  private var made = 0
  private let times: Range<Int64>

  init(seed: UInt64, count: Int = 0, times: Range<Int64> = 0..<2_000_000_000_000) throws {
    self.times = times
    folder = try TemporaryDirectory()
    index = try PhotoIndex(path: FilePath(folder.file("photos.sqlite")), access: .writing)
    random = SeededRandom(seed: seed)
    var rest = count
    while rest > 0 {
      try grow(by: min(rest, 700))
      rest -= 700
    }
  }

  /// Adds photos in one batch: clusters, bursts at one position, and unusual positions.
  func grow(by count: Int) throws {
    let coordinates = (0..<count).map { _ in randomCoordinate() }
    try place(coordinates)
  }

  func place(_ coordinates: [Coordinate]) throws {
    let files = coordinates.map { coordinate in (coordinate, randomFile(at: coordinate)) }
    let ids = try index.write { writer in
      let directory = try writer.markListed(
        FilePath("trips"), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      return try files.map { try writer.add($0.1, in: directory) }
    }
    for (id, (coordinate, file)) in zip(ids, files) {
      photos.append(
        Photo(
          id: id, coordinate: coordinate, time: file.facts.time?.timelineMilliseconds,
          localTime: file.facts.time?.localMilliseconds, media: file.facts.format?.kind ?? .image,
          source: file.facts.place.location?.source ?? .exif, camera: file.facts.camera.model,
          path: "trips/" + String(decoding: file.name, as: UTF8.self)))
    }
  }

  func remove(_ ids: [Int64]) throws {
    try index.write { writer in
      for id in ids { try writer.remove(id) }
    }
    photos.removeAll { ids.contains($0.id) }
  }

  /// Updates photos with new positions.
  func relocate(_ ids: [Int64]) throws {
    let moved = ids.map { id in (id, randomCoordinate()) }
    let files = moved.map { ($0.0, randomFile(at: $0.1)) }
    try index.write { writer in
      let directory = try writer.markListed(
        FilePath("trips"), in: try writer.root(FilePath("/photos")), scan: 1
      ).id
      for (id, file) in files { try writer.update(id, with: file, in: directory) }
    }
    for ((id, coordinate), (_, file)) in zip(moved, files) {
      guard let position = photos.firstIndex(where: { $0.id == id }) else { continue }
      photos[position] = Photo(
        id: id, coordinate: coordinate, time: file.facts.time?.timelineMilliseconds,
        localTime: file.facts.time?.localMilliseconds, media: file.facts.format?.kind ?? .image,
        source: file.facts.place.location?.source ?? .exif, camera: file.facts.camera.model,
        path: "trips/" + String(decoding: file.name, as: UTF8.self))
    }
  }

  func matching(_ filter: PhotoFilter) -> [Photo] {
    photos.filter { photo in
      if let box = filter.box, !box.contains(photo.coordinate) { return false }
      if let span = filter.time {
        guard let time = photo.time, time >= span.from ?? .min, time <= span.through ?? .max else {
          return false
        }
      }
      if let span = filter.localTime {
        guard let time = photo.localTime, time >= span.from ?? .min, time <= span.through ?? .max
        else { return false }
      }
      if let media = filter.media, photo.media != media { return false }
      if let source = filter.source, photo.source != source { return false }
      if let camera = filter.camera,
        !(photo.camera?.lowercased().contains(camera.lowercased()) ?? false)
      {
        return false
      }
      if let path = filter.path, path.hasSuffix("*"), !photo.path.hasPrefix(path.dropLast()) {
        return false
      }
      return true
    }
  }

  func randomBox() -> BoundingBox {
    let centre = Bool.random(using: &random) ? photos.randomElement(using: &random) : nil
    let middle = centre?.coordinate ?? randomCoordinate()
    let half: Double = [0, 0.0001, 0.01, 0.2, 3, 40, 120].randomElement(using: &random) ?? 1
    let west = wrapped(middle.longitude - half)
    let east = wrapped(middle.longitude + half)
    let made = BoundingBox(
      west: west, south: max(-90, middle.latitude - half), east: east,
      north: min(90, middle.latitude + half))
    return half >= 120 ? BoundingBox.world : made ?? BoundingBox.world
  }

  func randomPlace() -> Coordinate { randomCoordinate() }

  func randomID() -> Int64 { photos.randomElement(using: &random)?.id ?? 0 }

  func randomFilter() -> PhotoFilter {
    var filter = PhotoFilter()
    func perhaps() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
    if !perhaps() { filter.box = randomBox() }
    if perhaps() {
      let from = Int64.random(in: times, using: &random)
      filter.time = TimeSpan(
        from: perhaps() ? nil : from,
        through: perhaps() ? nil : from + (times.upperBound - times.lowerBound) / 5)
    }
    if perhaps(), perhaps() { filter.localTime = randomLocalSpan() }
    if perhaps() { filter.media = .allCases.randomElement(using: &random) }
    if perhaps() { filter.source = [.exif, .xmp, .takeout].randomElement(using: &random) }
    if perhaps() { filter.camera = ["lumo", "F2", "nothing"].randomElement(using: &random) }
    if perhaps() { filter.path = ["trips/1*", "trips/*", "other/*"].randomElement(using: &random) }
    return filter
  }

  /// A random span of local time, half of the time of whole days.
  func randomLocalSpan() -> TimeSpan {
    let day: Int64 = 86_400_000
    var from = Int64.random(in: times, using: &random)
    var through = from + (times.upperBound - times.lowerBound) / 5
    if Bool.random(using: &random) { (from, through) = (from / day * day, through / day * day - 1) }
    return TimeSpan(
      from: Int.random(in: 0..<4, using: &random) == 0 ? nil : from,
      through: Int.random(in: 0..<4, using: &random) == 0 ? nil : through)
  }

  private func randomCoordinate() -> Coordinate {
    let awkward: [(Double, Double)] = [
      (90, 0), (-90, 0), (0, 180), (0, -180), (85.0511288, 10), (-16.8, 179.98), (-16.8, -179.98),
      (48.8583701, 2.2944813), (0.000_000_1, 0),
    ]
    let (latitude, longitude) =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: awkward.randomElement(using: &random) ?? (0, 0)
      case 1...6: near(awkward.randomElement(using: &random) ?? (0, 0))
      default:
        (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
      }
    // Random positions are always valid; an invalid one would be replaced.
    return Coordinate(latitude: latitude, longitude: longitude) ?? randomCoordinate()
  }

  private func near(_ place: (Double, Double)) -> (Double, Double) {
    let reach: Double = [0.000_000_5, 0.001, 0.1, 4].randomElement(using: &random) ?? 1
    return (
      min(90, max(-90, place.0 + .random(in: -reach...reach, using: &random))),
      wrapped(place.1 + .random(in: -reach...reach, using: &random))
    )
  }

  private func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  private func randomTime() -> CaptureTime {
    let local = Int64.random(in: times, using: &random)
    let offset =
      [nil, nil, 0, 60, 540, 345, -480, 840, -720, 1_440, -1_440]
      .randomElement(using: &random) ?? nil
    return offset.map {
      CaptureTime(localMilliseconds: local, utcOffsetMinutes: $0, source: .offsetTag)
    } ?? CaptureTime(localMilliseconds: local)
  }

  private func randomFile(at coordinate: Coordinate) -> ReadFile {
    made += 1
    let source = [LocationSource.exif, .xmp, .takeout].randomElement(using: &random) ?? .exif
    var facts = PhotoFacts(
      place: .located(Location(coordinate, source: source)),
      format: Bool.random(using: &random) ? .jpeg : .mp4)
    if Int.random(in: 0..<5, using: &random) > 0 {
      facts.time = randomTime()
    }
    facts.camera.model = [nil, "Lumo 3", "Fenwick F2"].randomElement(using: &random) ?? nil
    return ReadFile(
      name: Array("\(made).jpg".utf8),
      stamp: FileStamp(size: 1, modified: Int64(made), inode: UInt64(made)), facts: facts)
  }
}
