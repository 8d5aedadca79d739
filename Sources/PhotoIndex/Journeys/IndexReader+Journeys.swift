internal import Grid
internal import Journeys
internal import Query

extension IndexReader {
  /// The homes and trips of all photos that are on the map and dated, as people have corrected them.
  ///
  /// Walks the runs once for each version of the index, and caches the result.
  public func journeys() throws -> FoundJourneys {
    try caches.journeys.answer(to: EntireIndex(), at: stamp()) {
      var seen = SeenPhotos(devices: try devices())
      try addChosen(PhotoFilter(), to: &seen) { $0.add($1, $2) }
      let corrections = try journeyCorrections().compactMap(Correction.init)
      let history = TravelHistory(seen.sightings, corrections: corrections)
      let merits = try merits()
      func found(_ trip: Trip) -> FoundTrip {
        let photos = trip.sightings.map { seen.photos[$0] }
        return FoundTrip(trip, photos: photos, cover: Self.cover(of: photos, merits))
      }
      return FoundJourneys(
        homes: history.homes, trips: history.trips.map(found),
        dayTrips: history.dayTrips.map(found))
    }
  }

  /// The numbers of the cameras, without regard to lenses; 0 stands for unknown ones.
  private func devices() throws -> SeenPhotos.Devices {
    let groups = try namedGroups().groups
    let names = try groupNames()
    return SeenPhotos.Devices(
      groups: groups,
      numbers: groups.groups.map { Int32(names.group($0).camera.map { $0 + 1 } ?? 0) })
  }

  private static func cover(of photos: [Int64], _ merits: [Int64: Int]) -> Int64? {
    guard let middle = photos.isEmpty ? nil : photos[photos.count / 2] else { return nil }
    var best = (photo: middle, merit: merits[middle] ?? 0)
    for photo in photos {
      if let merit = merits[photo], merit > best.merit { best = (photo, merit) }
    }
    return best.photo
  }
}

/// The dated photos that were walked.
private struct SeenPhotos: Mergeable {
  /// The cameras of photos.
  struct Devices {
    var groups: PhotoGroups
    /// For each group the number of its camera.
    var numbers: [Int32]
  }

  private(set) var sightings = Sightings()

  /// The ids, in the order of the sightings.
  private(set) var photos: [Int64] = []

  private let devices: Devices

  init(devices: Devices) { self.devices = devices }

  var emptied: SeenPhotos { SeenPhotos(devices: devices) }

  mutating func merge(_ other: SeenPhotos) {
    sightings.append(other.sightings)
    photos += other.photos
  }

  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    for index in chosen where run.time(index) != IndexedPoint.undated {
      let photo = run.id(index)
      sightings.append(
        localMilliseconds: run.localTime(index), longitudeE7: run.longitudeE7(index),
        latitudeE7: run.latitudeE7(index),
        device: devices.numbers[devices.groups.groupPosition(of: photo)])
      photos.append(photo)
    }
  }
}
