internal import Grid
internal import Journeys
package import Query

extension IndexReader {
  /// The homes and trips of all photos that are on the map and dated, as people have corrected them.
  ///
  /// Finds them once for each version of the index, and caches the result.
  public func journeys() throws -> FoundJourneys {
    try caches.journeys.answer(to: EntireIndex(), at: stamp()) { older in
      let corrections = try journeyCorrections().compactMap(Correction.init)
      let history = TravelHistory(
        try datedPhotos().log, corrections: corrections, former: older?.answer.history)
      return try found(history, isKept: true)
    }
  }

  /// The homes and trips of the photos that pass a filter, without corrections, which are made for all photos; cached.
  ///
  /// Caches the trips alone: what they are made of takes several times their memory, for each scope.
  package func journeys(among filter: PhotoFilter) throws -> FoundJourneys {
    try caches.chosenJourneys.answer(to: filter, at: stamp()) {
      try found(TravelHistory(datedPhotos(passing: filter).log), isKept: false)
    }
  }

  private func found(_ history: TravelHistory, isKept: Bool) throws -> FoundJourneys {
    let merits = try merits()
    func found(_ trip: Trip) -> FoundTrip {
      FoundTrip(trip, cover: Self.cover(of: trip.sightings, merits))
    }
    return FoundJourneys(
      history: isKept ? history : nil, homes: history.homes, trips: history.trips.map(found),
      dayTrips: history.dayTrips.map(found))
  }

  private static func cover(of photos: [Int64], _ merits: [Int64: Int]) -> Int64? {
    guard let middle = photos.isEmpty ? nil : photos[photos.count / 2] else { return nil }
    guard !merits.isEmpty else { return middle }
    var best = (photo: middle, merit: merits[middle] ?? 0)
    for photo in photos {
      if let merit = merits[photo], merit > best.merit { best = (photo, merit) }
    }
    return best.photo
  }
}
