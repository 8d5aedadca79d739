import Geography
import Journeys
import Testing

/// Trips are nights away from home, judged by days, not photos.
@Suite struct TripTests {
  /// Two years in Berlin around the days that have photos already.
  private func atHome(_ album: Album, every days: Int = 2) throws -> Album {
    var album = album
    try album.fill("2018-01-01", "2019-12-30", every: days, at: Album.berlin)
    return album
  }

  @Test func aWeekInOneHotelIsATrip() throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    let history = try atHome(album).history()
    #expect(history.spans == ["2019-06-03/2019-06-09"])
    let trip = try #require(history.trips.first)
    #expect(trip.nights == 6)
    #expect(trip.sightings.count == 14)
    #expect(
      trip.reason.sentence(home: "Berlin")
        == "6 nights away, 1183 km from Berlin, your home since 2018")
    #expect(trip.places.count { $0.isNight } == 6)
    #expect(history.homes.count == 1)
    #expect(history.homes.first?.to == nil)
  }

  @Test func aWeekendWithTwoPhotosIsATrip() throws {
    var album = Album()
    try album.take("2019-06-08", [15], at: Album.dresden)
    try album.take("2019-06-09", [11], at: Album.dresden)
    #expect(try atHome(album).history().spans == ["2019-06-08/2019-06-09"])
  }

  @Test func twoThousandPhotosWeighAsMuchAsTwo() throws {
    var album = Album()
    let hours = (0..<1_000).map { 9 + Double($0) / 100 }
    try album.take("2019-06-08", hours, at: Album.dresden)
    try album.take("2019-06-09", hours, at: Album.dresden)
    let history = try atHome(album).history()
    #expect(history.spans == ["2019-06-08/2019-06-09"])
    #expect(history.homes.count == 1)
    #expect(history.trips.first?.sightings.count == 2_000)
  }

  @Test func oneNightAtHomeSeparatesTrips() throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-07", at: Album.rome)
    try album.take("2019-06-07", [21], at: Album.berlin)
    try album.take("2019-06-08", [7], at: Album.berlin)
    try album.take("2019-06-08", [20], at: Album.lisbon)
    try album.fill("2019-06-09", "2019-06-12", at: Album.lisbon)
    #expect(
      try atHome(album).history().spans == ["2019-06-03/2019-06-07", "2019-06-08/2019-06-12"])
  }

  @Test func silentDaysWithinATripDoNotDivideIt() throws {
    var album = Album()
    try album.take("2019-06-03", at: Album.rome)
    try album.take("2019-06-11", at: Album.rome)
    try album.fill("2018-01-01", "2019-06-01", at: Album.berlin)
    try album.fill("2019-06-13", "2019-12-30", at: Album.berlin)
    #expect(album.history().spans == ["2019-06-03/2019-06-11"])
  }

  @Test func icelandInMayAndLisbonInAugustAreTwoTrips() throws {
    var album = Album()
    try album.fill("2019-05-03", "2019-05-09", at: Album.iceland)
    try album.fill("2019-08-10", "2019-08-15", at: Album.lisbon)
    try album.fill("2018-01-01", "2019-04-01", every: 7, at: Album.berlin)
    try album.fill("2019-10-01", "2019-12-30", every: 7, at: Album.berlin)
    #expect(album.history().spans == ["2019-05-03/2019-05-09", "2019-08-10/2019-08-15"])
  }

  @Test func aDayBeyondReachIsATripEvenIfOnlyThatDayIsPhotographed() throws {
    var album = Album()
    try album.take("2019-06-05", [12], at: Album.iceland)
    try album.fill("2018-01-01", "2019-06-03", at: Album.berlin)
    try album.fill("2019-06-08", "2019-12-30", at: Album.berlin)
    let trip = try #require(album.history().trips.first)
    #expect(trip.nights == 1)
    #expect(trip.days.contains(try Album.day("2019-06-05")))
  }

  @Test func aDayAndBackIsADayTrip() throws {
    var album = Album()
    try album.take("2019-06-08", [10, 16], at: Album.dresden)
    let history = try atHome(album, every: 1).history()
    #expect(history.spans == [])
    #expect(history.singleDays == ["2019-06-08"])
    #expect(
      history.dayTrips.first?.reason.sentence() == "a day away, 165 km from your home since 2018")
  }

  @Test func movingAboutNearHomeIsNoDayTrip() throws {
    var album = Album()
    try album.take("2019-06-08", [10, 16], at: Album.potsdam)
    let history = try atHome(album).history()
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
  }

  @Test func aPlaceVisitedOftenIsNoDayTrip() throws {
    var album = Album()
    for month in 10...12 {
      for day in [6, 13, 20, 27] {
        try album.take("2018-\(month)-\(day < 10 ? "0" : "")\(day)", [11, 15], at: Album.dresden)
      }
    }
    let history = try atHome(album, every: 1).history()
    #expect(history.dayTrips.isEmpty)
    #expect(history.trips.isEmpty)
    #expect(history.homes.count == 1)
  }

  @Test func aCommuterMakesNoTrips() throws {
    var album = Album()
    let start = try Album.day("2018-01-01")
    // Monday to Friday at noon in Dresden, often without a photo at home between.
    for day in 0..<700 where day % 7 < 5 && day % 3 != 0 {
      album.take(LocalDay(number: start.number + day), [12], at: Album.dresden)
    }
    for day in 0..<720 where day % 7 > 4 || day % 6 == 0 {
      album.take(LocalDay(number: start.number + day), [20], at: Album.berlin)
    }
    let history = album.history()
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
    #expect(history.homes.count == 1)
  }

  @Test func aPhotoAWeekAtHomeIsEnough() throws {
    var album = Album()
    try album.take("2019-06-04", [12], at: Album.rome)
    try album.take("2019-06-09", [12], at: Album.rome)
    try album.fill("2017-01-01", "2019-05-20", every: 7, at: Album.berlin, hours: [14])
    try album.fill("2019-06-25", "2019-12-30", every: 7, at: Album.berlin, hours: [14])
    #expect(album.history().spans == ["2019-06-04/2019-06-09"])
  }

  @Test func aYearWithoutPhotosIsNoTripAndEndsNoHome() throws {
    var album = Album()
    try album.fill("2015-01-01", "2016-12-31", every: 3, at: Album.berlin)
    try album.fill("2018-01-01", "2019-12-31", every: 3, at: Album.berlin)
    let history = album.history()
    #expect(history.trips.isEmpty)
    #expect(history.homes.map(\.from.description) == ["2015-01-01"])
    #expect(history.homes.first?.to == nil)
  }

  @Test func aCruiseAcrossTheAntimeridianIsOneTripInASmallBox() throws {
    var album = Album()
    for night in 0..<10 {
      let longitude = 176 + Double(night)
      let spot = Spot(latitude: -18, longitude: longitude > 180 ? longitude - 360 : longitude)
      try album.take("2019-06-\(night < 5 ? "0" : "")\(5 + night)", [9, 19], at: spot)
    }
    let history = try atHome(album).history()
    #expect(history.spans == ["2019-06-05/2019-06-14"])
    let box = try #require(history.trips.first?.box)
    #expect(box.crossesAntimeridian)
    #expect(box.degrees.west == 176)
    #expect(box.degrees.east == -175)
    #expect(abs((history.trips.first?.travelledKilometres ?? 0) - 953) < 10)
  }

  @Test func aFlightAcrossTheDateLineIsPartOfItsTrip() throws {
    var album = Album()
    let auckland = Spot(latitude: -36.85, longitude: 174.76)
    let hawaii = Spot(latitude: 21.3, longitude: -157.86)
    try album.fill("2018-01-01", "2019-12-30", at: auckland)
    album.photos.removeAll { (18_048...18_057).contains(Int($0.time / 86_400_000)) }
    // The flight leaves in the evening of 1 June and lands in the morning of the same date.
    try album.take("2019-06-01", [8, 17], at: auckland)
    try album.take("2019-06-01", [9.5, 14], at: hawaii)
    try album.fill("2019-06-02", "2019-06-08", at: hawaii)
    try album.take("2019-06-10", [20], at: auckland)
    #expect(album.history().spans == ["2019-06-01/2019-06-08"])
  }

  @Test func photosFromAnAeroplaneDoNotDivideATrip() throws {
    var album = Album()
    try album.take("2019-06-03", [6], at: Album.berlin)
    for step in 1...5 {
      let spot = Album.berlin.moved(Double(step) * 300, -Double(step) * 300)
      try album.take("2019-06-03", [7 + Double(step) * 0.45], at: spot)
    }
    try album.take("2019-06-03", [15], at: Album.iceland)
    try album.fill("2019-06-04", "2019-06-08", at: Album.iceland)
    #expect(try atHome(album).history().spans == ["2019-06-03/2019-06-08"])
  }

  @Test func aPositionThatNoAeroplaneReachesIsIgnored() throws {
    var album = Album()
    try album.take("2019-06-03", [9, 12, 12.2, 18], at: Album.berlin)
    try album.take("2019-06-03", [12.1], at: Album.sydney)
    let history = try atHome(album, every: 1).history()
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
  }

  @Test func aPhotoFromTheFlightHomeThatIsDatedAfterItIsNoDayTrip() throws {
    var album = Album()
    try album.fill("2019-06-03", "2019-06-08", at: Album.iceland)
    try album.take("2019-06-09", [8], at: Album.iceland)
    try album.take("2019-06-09", [21], at: Album.berlin)
    // The phone kept the zone of departure.
    try album.take("2019-06-10", [2], at: Album.berlin.moved(500, -1_000))
    let history = try atHome(album, every: 1).history()
    #expect(history.spans == ["2019-06-03/2019-06-09"])
    #expect(history.dayTrips.isEmpty)
  }

  @Test func anEveningDatedBeforeTheDepartureAcrossTheDateLineIsPartOfTheTrip() throws {
    var album = Album()
    let auckland = Spot(latitude: -36.85, longitude: 174.76)
    let rarotonga = Spot(latitude: -21.21, longitude: -159.78)
    try album.fill("2018-01-01", "2019-12-30", at: auckland)
    album.photos.removeAll { (18_049...18_057).contains(Int($0.time / 86_400_000)) }
    try album.take("2019-06-02", [22], at: rarotonga)
    try album.take("2019-06-03", [2], at: rarotonga)
    try album.take("2019-06-03", [7.5, 10], at: auckland)
    try album.fill("2019-06-04", "2019-06-08", at: rarotonga)
    try album.take("2019-06-10", [20], at: auckland)
    #expect(album.history().spans == ["2019-06-02/2019-06-08"])
  }
}
