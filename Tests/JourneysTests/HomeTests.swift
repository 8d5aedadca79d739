import Geography
import Journeys
import Testing

/// Homes are where nights are spent over months.
@Suite struct HomeTests {
  private func isNear(_ home: Home, _ spot: Spot) -> Bool {
    spot.kilometres(
      to: Spot(latitude: home.coordinate.latitude, longitude: home.coordinate.longitude)) < 5
  }

  @Test func aMoveEndsOneHomeAndIsNoTrip() throws {
    var album = Album()
    try album.fill("2016-01-01", "2017-12-31", every: 2, at: Album.berlin)
    try album.fill("2018-01-02", "2019-12-31", every: 2, at: Album.sydney)
    let history = album.history()
    #expect(history.trips.isEmpty)
    #expect(history.homes.count == 2)
    #expect(history.homes.first?.to?.description == "2017-12-31")
    #expect(history.homes.last?.from.description == "2018-01-02")
    #expect(history.homes.last?.to == nil)
  }

  @Test func aVisitToAFormerHomeIsATrip() throws {
    var album = Album()
    try album.fill("2016-01-01", "2017-12-31", every: 2, at: Album.berlin)
    try album.fill("2018-02-20", "2018-02-25", at: Album.berlin)
    try album.fill("2018-01-02", "2019-12-31", every: 2, at: Album.munich)
    album.photos.removeAll {
      $0.latitude == Album.munich.latitude && (17_582...17_587).contains($0.time / 86_400_000)
    }
    let history = album.history()
    #expect(history.spans == ["2018-02-20/2018-02-25"])
    #expect(history.homes.first?.to?.description == "2017-12-31")
  }

  @Test func aWeekendHouseVisitedEveryFortnightIsAHome() throws {
    var album = Album()
    let start = try Album.day("2018-01-05")
    for week in stride(from: 0, to: 100, by: 2) {
      for day in 0...2 {
        album.take(LocalDay(number: start.number + week * 7 + day), [11, 19], at: Album.dresden)
      }
    }
    try album.fill("2017-06-01", "2019-12-31", at: Album.berlin)
    let history = album.history()
    #expect(history.homes.count == 2)
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
  }

  @Test func twoSummersAtAHolidayHouseInTenYearsAreTrips() throws {
    var album = Album()
    try album.fill("2012-07-01", "2012-07-14", at: Album.rome)
    try album.fill("2016-07-01", "2016-07-14", at: Album.rome)
    try album.fill("2010-01-01", "2019-12-31", every: 3, at: Album.berlin)
    // On these days the owner was in Rome only.
    album.photos.removeAll { photo in
      let day = LocalDay(number: Int(photo.time / 86_400_000)).description
      return photo.latitude == Album.berlin.latitude
        && (("2012-07-01"..."2012-07-14").contains(day)
          || ("2016-07-01"..."2016-07-14").contains(day))
    }
    let history = album.history()
    #expect(history.homes.count == 1)
    #expect(history.spans == ["2012-07-01/2012-07-14", "2016-07-01/2016-07-14"])
  }

  @Test func aStudentHasARoomAndAHomeAtTheParents() throws {
    var album = Album()
    try album.fill("2016-01-01", "2017-09-30", every: 2, at: Album.berlin)
    for month in 0..<24 {
      let start = try Album.day("2017-10-01").number + month * 30
      for day in 0..<26 where day % 2 == 0 {
        album.take(LocalDay(number: start + day), [12, 20], at: Album.munich)
      }
      for day in 26..<30 { album.take(LocalDay(number: start + day), [12, 20], at: Album.berlin) }
    }
    let history = album.history()
    #expect(history.homes.count == 2)
    #expect(history.homes.allSatisfy { $0.to == nil })
    #expect(history.trips.isEmpty)
  }

  @Test func aLibraryWithoutAHomeHasNoTrips() throws {
    var album = Album()
    var life = LifeWriter(seed: 5, home: Album.berlin)
    for _ in 0..<3_000 {
      let spot = Spot(latitude: life.distance(-80...80), longitude: life.distance(-180...180))
      album.take(
        LocalDay(number: life.number(10_000...18_000)), [life.distance(0...23.9)], at: spot)
    }
    let history = album.history()
    #expect(history.homes.isEmpty)
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
  }

  @Test func emptyAndTinyLibrariesHaveNothing() throws {
    var album = Album()
    #expect(album.history().homes.isEmpty)
    try album.take("2019-06-03", [12], at: Album.rome)
    #expect(album.history().homes.isEmpty)
    #expect(album.history().trips.isEmpty)
    let instant = [Double](repeating: 12, count: 100_000)
    try album.take("2019-06-03", instant, at: Album.rome)
    #expect(album.history().homes.isEmpty)
    #expect(album.history().trips.isEmpty)
  }

  @Test func oneSpotForYearsIsAHomeWithoutTrips() throws {
    var album = Album()
    try album.fill("2015-01-01", "2019-12-31", every: 5, at: Album.rome)
    let history = album.history()
    #expect(history.homes.count == 1)
    #expect(history.trips.isEmpty)
    #expect(try isNear(#require(history.homes.first), Album.rome))
  }

  @Test func absurdTimesAreIgnored() throws {
    var album = Album()
    try album.fill("2018-01-01", "2019-12-30", every: 2, at: Album.berlin)
    let expected = album.history()
    var sightings = album.sightings
    for time in [Int64.min, .max, -62_135_596_800_000, 253_402_300_799_999, -5_000_000_000_000] {
      sightings.append(
        localMilliseconds: time, longitudeE7: 125_000_000, latitudeE7: 419_000_000, device: 1)
    }
    sightings.append(localMilliseconds: 1_560_000_000_000, longitudeE7: 0, latitudeE7: 0, device: 1)
    sightings.append(
      localMilliseconds: 1_560_000_000_000, longitudeE7: .max, latitudeE7: .min, device: 1)
    let history = TravelHistory(sightings)
    #expect(history.homes == expected.homes)
    #expect(history.trips == expected.trips)
  }

  @Test(arguments: [9.0, 12, 15, 18]) func aMoveWithinTheTownMakesTwoHomesAndNoTrip(
    _ kilometres: Double
  ) throws {
    let house = Album.berlin.moved(0, kilometres)
    var album = Album()
    try album.fill("2016-01-01", "2017-12-20", every: 3, at: Album.berlin)
    try album.fill("2018-01-02", "2019-12-31", every: 3, at: house)
    // The middle of the town is visited before and after.
    try album.fill(
      "2016-02-02", "2019-12-30", every: 11, at: Album.berlin.moved(4, kilometres / 2), hours: [14])
    let history = album.history()
    #expect(history.trips.isEmpty)
    #expect(history.dayTrips.isEmpty)
    #expect(history.homes.count == 2)
    #expect(try isNear(#require(history.homes.first), Album.berlin))
    #expect(try isNear(#require(history.homes.last), house))
    let left = try #require(history.homes.first?.to)
    #expect(abs(left.number - (try Album.day("2017-12-20").number)) <= 14)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func movingAboutInATownMakesNoHomes(
    _ seed: UInt64
  ) throws {
    var album = Album()
    var life = LifeWriter(seed: seed, home: Album.berlin)
    let (office, friend) = (Album.berlin.moved(-9, 6), Album.berlin.moved(3, 13))
    for day in 15_000..<16_500 {
      let day = LocalDay(number: day)
      if life.flip(0.3) { album.take(day, [life.distance(7...22)], at: Album.berlin) }
      // The office was left for another one, and the friend has moved.
      if life.flip(0.15) { album.take(day, [12], at: day.number < 15_700 ? office : friend) }
      let outing = Album.berlin.near(14, using: &life.random)
      if life.flip(0.2) { album.take(day, [life.distance(10...21)], at: outing) }
    }
    #expect(album.history().homes.count == 1)
  }

  @Test func aVisitBeforeTheMoveIsATrip() throws {
    var album = Album()
    try album.fill("2018-02-03", "2018-02-05", at: Album.munich)
    try album.fill("2016-01-01", "2018-03-12", every: 2, at: Album.berlin)
    album.photos.removeAll {
      $0.latitude == Album.berlin.latitude && (17_565...17_567).contains($0.time / 86_400_000)
    }
    try album.fill("2018-03-15", "2019-12-31", every: 2, at: Album.munich)
    let history = album.history()
    #expect(history.spans == ["2018-02-03/2018-02-05"])
    #expect(history.homes.last?.from.description == "2018-03-15")
  }
}
