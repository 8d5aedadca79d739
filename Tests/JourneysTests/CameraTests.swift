import Journeys
import TestSupport
import Testing

/// Several cameras, wrong clocks and photos of others make no false trips.
@Suite struct CameraTests {
  @Test(arguments: [0.4, 1.0]) func aCameraThatStaysAtHomeDoesNotHideATrip(_ share: Double) throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-06", at: Album.rome)
    try album.take("2019-06-09", at: Album.rome)
    try album.fill("2018-01-01", "2019-06-01", every: 2, at: Album.berlin)
    try album.fill("2019-06-11", "2019-12-30", every: 2, at: Album.berlin)
    try album.fill("2018-01-01", "2019-12-30", every: Int(1 / share), at: Album.berlin, device: 2)
    #expect(album.history().spans == ["2019-06-03/2019-06-09"])
  }

  @Test func photosOfAFriendElsewhereAreNoTrip() throws {
    var album = Album()
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin)
    try album.fill("2019-03-01", "2019-03-06", at: Album.rome, device: 7)
    try album.fill("2019-08-10", "2019-08-12", at: Album.lisbon, device: 7)
    let history = album.history()
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
    #expect(history.homes.count == 1)
  }

  @Test func photosOfAFriendOnTheSameTripBelongToIt() throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome, device: 7)
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin)
    album.photos.removeAll {
      $0.latitude == Album.berlin.latitude && (18_050...18_056).contains($0.time / 86_400_000)
    }
    #expect(album.history().trips.first?.sightings.count == 28)
  }

  @Test(arguments: ["1970-01-01", "1980-01-01", "2000-01-01"])
  func aClockThatBeganAnewMakesNoTrip(_ start: String) throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    try album.fill("1998-01-01", "2019-12-30", every: 3, at: Album.berlin)
    album.photos.removeAll {
      $0.latitude == Album.berlin.latitude && (18_050...18_056).contains($0.time / 86_400_000)
    }
    try album.fill("2018-01-01", "2019-04-30", every: 4, at: Album.berlin, device: 2)
    for day in 0..<6 {
      let reset = LocalDay(number: try Album.day(start).number + day)
      album.take(reset, [10, 15], at: Album.rome, device: 2)
    }
    #expect(album.history().spans == ["2019-06-03/2019-06-09"])
  }

  @Test func aClockThatIsAYearSlowMakesNoTrip() throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    try album.fill("2018-06-03", "2018-06-09", at: Album.rome, device: 2)
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin)
    album.photos.removeAll {
      $0.latitude == Album.berlin.latitude && (18_050...18_056).contains($0.time / 86_400_000)
    }
    try album.fill("2019-09-01", "2019-12-30", every: 4, at: Album.berlin, device: 2)
    #expect(album.history().spans == ["2019-06-03/2019-06-09"])
  }

  @Test func aTripAloneToAPlaceVisitedTogetherLaterIsATrip() throws {
    var album = Album()
    try album.fill("2018-03-03", "2018-03-07", at: Album.rome)
    try album.fill("2019-06-03", "2019-06-07", at: Album.rome)
    try album.fill("2019-06-03", "2019-06-07", at: Album.rome, device: 2)
    try album.fill("2018-01-01", "2018-03-02", at: Album.berlin)
    try album.fill("2018-03-08", "2019-06-02", at: Album.berlin)
    try album.fill("2019-06-08", "2019-12-30", at: Album.berlin)
    // The other camera stays at home with its owner on the first trip.
    try album.fill("2018-01-01", "2019-06-02", at: Album.berlin, device: 2)
    try album.fill("2019-06-08", "2019-12-30", at: Album.berlin, device: 2)
    #expect(album.history().spans == ["2018-03-03/2018-03-07", "2019-06-03/2019-06-07"])
  }

  @Test(arguments: [-24.0, -9, 9, 24]) func aClockThatIsHoursWrongMovesNoTripByMoreThanADay(
    _ hours: Double
  ) throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    let shifted = album.photos.map { photo in
      var copy = photo
      copy.device = 2
      copy.time += Int64(hours * 3_600_000)
      return copy
    }
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin)
    album.photos.removeAll {
      $0.latitude == Album.berlin.latitude && (18_050...18_056).contains($0.time / 86_400_000)
    }
    album.photos += shifted
    try album.fill("2018-01-01", "2019-04-30", every: 4, at: Album.berlin, device: 2)
    let history = album.history()
    #expect(history.trips.count == 1)
    #expect(history.dayTrips.isEmpty)
    let days = try #require(history.trips.first?.days)
    #expect(abs(days.lowerBound.number - 18_050) <= 1)
    #expect(abs(days.upperBound.number - 18_056) <= 1)
  }

  @Test(arguments: Archetype.allCases) func theOrderOfPhotosMakesNoDifference(_ kind: Archetype) {
    let life = kind.life(seed: 3)
    var random = SeededRandom(seed: 9)
    var shuffled = life
    shuffled.photos.shuffle(using: &random)
    let (one, two) = (TravelHistory(life.sightings), TravelHistory(shuffled.sightings))
    #expect(one.homes == two.homes)
    #expect(one.trips.map(\.days) == two.trips.map(\.days))
    #expect(one.trips.map(\.places) == two.trips.map(\.places))
    #expect(one.dayTrips.map(\.days) == two.dayTrips.map(\.days))
    for (first, second) in zip(one.trips, two.trips) {
      #expect(
        Set(first.sightings.map { life.photos[Int($0)].time })
          == Set(second.sightings.map { shuffled.photos[Int($0)].time }))
    }
  }

  @Test(arguments: [-48.0, -24, 10, 24]) func aClockThatIsAlwaysWrongChangesNothing(
    _ hours: Double
  ) throws {
    let right = try Album.byTwoCameras(hoursAhead: 0).history()
    let wrong = try Album.byTwoCameras(hoursAhead: hours).history()
    #expect(right.trips.count == 8)
    #expect(wrong.spans == right.spans)
    #expect(wrong.singleDays == right.singleDays)
  }

  @Test(arguments: ["1970-01-01", "2000-01-01"])
  func aCameraWhoseClockWasNeverSetMakesNothing(_ start: String) throws {
    var album = Album()
    try album.fill("2018-01-01", "2019-12-30", at: Album.berlin)
    let expected = album.history()
    for (number, spot) in [Album.rome, Album.berlin, Album.lisbon, Album.dresden].enumerated() {
      let day = LocalDay(number: try Album.day(start).number + 2 * number)
      album.take(day, [1, 9, 23], at: spot, device: 2)
    }
    let history = album.history()
    #expect(history.homes == expected.homes)
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
  }

  @Test func aCameraAtHomeDoesNotEndAJourneyThatItIsNotOn() throws {
    var album = Album()
    try album.take("2019-06-03", at: Album.rome)
    try album.fill("2019-06-05", "2019-06-07", at: Album.rome)
    try album.fill("2018-01-01", "2019-06-02", at: Album.berlin)
    try album.fill("2019-06-08", "2019-12-30", at: Album.berlin)
    try album.take("2019-06-04", at: Album.berlin, device: 2)
    try album.fill("2018-01-01", "2019-06-01", every: 2, at: Album.berlin, device: 2)
    #expect(album.history().spans == ["2019-06-03/2019-06-07"])
  }
}
