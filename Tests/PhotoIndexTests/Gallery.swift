import Files
import Geography
import PhotoFacts
import PhotoIndex
import Places
import TestSupport

/// Photos with all the properties that conditions can use, any of which may be missing, in an index and in a plain list.
final class Gallery {
  struct Photo {
    var id: Int64
    var coordinate: Coordinate
    /// The time for filters.
    var taken: Int64?
    var texts: [PhotoProperty: String] = [:]
    var numbers: [PhotoProperty: Double] = [:]
    var lists: [PhotoProperty: [String]] = [:]
  }

  let index: PhotoIndex
  let path: String
  private(set) var photos: [Photo] = []
  private let folder: TemporaryDirectory
  private let places: Places?
  var random: SeededRandom

  init(seed: UInt64, count: Int, places: Places? = nil) throws {
    folder = try TemporaryDirectory()
    path = folder.file("photos.sqlite")
    self.places = places
    index = try PhotoIndex(path: FilePath(path), access: .writing, places: places)
    random = SeededRandom(seed: seed)
    for root in ["/photos", "/Photos/100% [all]"] {
      for directory in ["", "trips", "trips/50%_off", "TRIPS"] {
        try fill(root, directory, count / 8)
      }
    }
  }

  private func fill(_ root: String, _ directory: String, _ count: Int) throws {
    let drawn = try (0..<count).map { number in try draw(root, directory, number) }
    let ids = try index.write { writer in
      let id = try writer.markListed(
        FilePath(directory), in: try writer.root(FilePath(root)), scan: 1
      ).id
      return try drawn.map { try writer.add($0.file, in: id) }
    }
    for (id, item) in zip(ids, drawn) {
      var photo = item.photo
      photo.id = id
      photo.numbers[.id] = Double(id)
      photos.append(photo)
    }
  }

  private func pick<Value>(_ values: [Value?]) -> Value? {
    values.randomElement(using: &random) ?? nil
  }

  private func draw(_ root: String, _ directory: String, _ number: Int) throws -> (
    photo: Photo, file: ReadFile
  ) {
    let name = (pick(["IMG_", "img_", "É*", "a?b"]) ?? "") + "\(number).jpg"
    let coordinate = randomCoordinate()
    let source = pick([LocationSource.exif, .xmp, .gpx]) ?? .exif
    var location = Location(coordinate, source: source)
    location.altitude = pick([nil, -3.5, 0, 120, 2_500.25])
    location.direction = pick([nil, 0, 90.5])
    location.accuracy = pick([nil, 4])
    var facts = PhotoFacts(place: .located(location), format: pick([.jpeg, .heic, .mp4, nil]))
    let clock =
      Int64.random(in: 0..<4, using: &random) * 86_400_000 + (pick([0, 1, 43_200_000]) ?? 0)
    facts.time = pick([
      nil, CaptureTime(localMilliseconds: clock),
      CaptureTime(localMilliseconds: clock, utcOffsetMinutes: 120, source: .offsetTag),
      CaptureTime(instantMilliseconds: clock, source: .gps),
    ])
    facts.camera = Camera(
      make: pick([nil, "Lumo", "lumo", "Fen'wick"]), model: pick([nil, "F2"]),
      lens: pick([nil, "16_50"]))
    facts.words.title = pick([nil, "A lake", "a_lake", "Zürich"])
    facts.words.caption = pick([nil, "one\ntwo"])
    facts.words.people = pick([nil, ["Ada"], ["Ada", "see"]]) ?? []
    facts.words.rating = pick([nil, -1, 0, 3, 5])
    facts.words.isFavourite = pick([nil, true, false])
    facts.words.keywords =
      pick([nil, ["lake"], ["lake", "Zürich"], ["a", "lake", "ab"], ["see"]]) ?? []
    facts.words.keywordPaths = pick([nil, ["water/lake"], ["water/lake/Ohrid", "a"]]) ?? []
    facts.words.label = pick([nil, "Red", "blue lake"])
    facts.words.creator = pick([nil, "Ada Léa"])
    facts.storedSize = pick([nil, PixelSize(width: 400, height: 300)])
    facts.orientation = pick([.upright, .turnedLeft]) ?? .upright
    let size = Int64(number % 7 * 1_000)
    var photo = Photo(
      id: 0, coordinate: coordinate, taken: facts.time?.timelineMilliseconds,
      texts: texts(root, directory, name, facts), numbers: numbers(size, facts))
    addWords(of: facts, to: &photo)
    try addNames(to: &photo, facts.time)
    let stamp = FileStamp(size: size, modified: 1, inode: UInt64(number + 1))
    return (photo, ReadFile(name: Array(name.utf8), stamp: stamp, facts: facts))
  }

  private func addWords(of facts: PhotoFacts, to photo: inout Photo) {
    for property in [PhotoProperty.keywords, .keywordPaths, .people] {
      photo.lists[property] = property.value(of: FileFacts(), facts)?.list
    }
    for property in [PhotoProperty.title, .caption, .label, .creator] {
      photo.texts[property] = property.value(of: FileFacts(), facts)?.text
    }
    photo.numbers[.rating] = facts.words.rating.map(Double.init)
    photo.numbers[.favourite] = facts.words.isFavourite.map { $0 ? 1 : 0 }
  }

  /// Adds what the position says.
  private func addNames(to photo: inout Photo, _ time: CaptureTime?) throws {
    guard let places else { return }
    let locality = try places.locate(photo.coordinate)
    let names = try places.describe(locality, of: photo.coordinate)
    photo.texts[.countryCode] = names.countryCode
    photo.texts[.country] = names.country
    photo.texts[.region] = names.region
    photo.texts[.regionCode] = names.regionCode
    photo.texts[.place] = names.place
    photo.texts[.timeZone] = names.timeZone
    photo.numbers[.placeId] = names.placeID.map(Double.init)
    guard let time, time.source == .local, let local = time.localMilliseconds,
      let clock = try places.clock(of: locality, atLocal: local)
    else { return }
    photo.taken = local - Int64(clock.offsetMinutes) * 60_000
    photo.texts[.timeSource] = TimeSource.place.name
  }

  private func texts(_ root: String, _ directory: String, _ name: String, _ facts: PhotoFacts)
    -> [PhotoProperty: String]
  {
    var texts: [PhotoProperty: String] = [
      .root: root, .path: directory.isEmpty ? name : directory + "/" + name, .filename: name,
    ]
    texts[.media] = facts.format?.mimeType
    texts[.timeSource] = facts.time?.source.name
    texts[.locationSource] = facts.place.location?.source.name
    texts[.cameraMake] = facts.camera.make
    texts[.cameraModel] = facts.camera.model
    texts[.lens] = facts.camera.lens
    return texts
  }

  private func numbers(_ size: Int64, _ facts: PhotoFacts) -> [PhotoProperty: Double] {
    var numbers: [PhotoProperty: Double] = [
      .size: Double(size), .orientation: Double(facts.orientation.rawValue),
    ]
    numbers[.width] = facts.shownSize.map { Double($0.width) }
    numbers[.height] = facts.shownSize.map { Double($0.height) }
    numbers[.takenAtLocal] = facts.time?.localMilliseconds.map(Double.init)
    numbers[.altitude] = facts.place.location?.altitude
    numbers[.direction] = facts.place.location?.direction
    numbers[.accuracy] = facts.place.location?.accuracy
    return numbers
  }

  /// On a coarse lattice, so that many positions lie exactly on the edges of queries.
  func randomCoordinate() -> Coordinate {
    let latitude = Double(Int.random(in: -4...4, using: &random)) * 20
    let longitude = Double(Int.random(in: -9...9, using: &random)) * 20
    return Coordinate(latitude: latitude, longitude: longitude) ?? randomCoordinate()
  }
}
