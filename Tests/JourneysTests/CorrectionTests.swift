import Geography
import Journeys
import TestSupport
import Testing

/// Corrections hold by days and positions, and compose.
@Suite struct CorrectionTests {
  /// Three years in Berlin with trips in March, June and September 2019, and a day trip in May.
  private func album() throws -> Album {
    var album = Album()
    try album.fill("2019-03-04", "2019-03-08", at: Album.lisbon)
    try album.fill("2019-06-03", "2019-06-09", at: Album.rome)
    try album.fill("2019-06-12", "2019-06-15", at: Album.iceland)
    try album.take("2019-05-11", [11, 15], at: Album.dresden)
    try album.fill("2017-01-01", "2019-12-30", at: Album.berlin)
    let away = [
      "2019-03-04"..."2019-03-08", "2019-06-03"..."2019-06-09", "2019-06-12"..."2019-06-15",
      "2019-05-11"..."2019-05-11",
    ]
    album.photos.removeAll { photo in
      let day = LocalDay(number: Int(photo.time / 86_400_000)).description
      return photo.latitude == Album.berlin.latitude && away.contains { $0.contains(day) }
    }
    return album
  }

  @Test func aNameHoldsForTheTripThatSharesMostDays() throws {
    let span = try Album.span("2019-06-08", "2019-06-14")
    let history = try album().history([.rename(span, name: "North")])
    #expect(history.trip(id: "2019-06-12")?.name == "North")
    #expect(history.trip(id: "2019-06-03")?.name == nil)
    let again = try album().history([.rename(span, name: "North"), .rename(span, name: "Iceland")])
    #expect(again.trip(id: "2019-06-12")?.name == "Iceland")
  }

  @Test func mergedTripsAreOneFromTheFirstToTheLastDay() throws {
    let history = try album().history([.merge(Album.span("2019-06-09", "2019-06-12"))])
    #expect(history.spans == ["2019-03-04/2019-03-08", "2019-06-03/2019-06-15"])
    #expect(history.trips.last?.nights == 12)
    #expect(history.trips.last?.sightings.count == 22)
    let alone = try album().history([.merge(Album.span("2019-03-05", "2019-03-06"))])
    #expect(alone.spans == (try album().history().spans))
  }

  @Test func aSplitBeginsATrip() throws {
    let history = try album().history([
      .rename(Album.span("2019-06-03", "2019-06-09"), name: "Rome"),
      .split(at: Album.day("2019-06-06")),
      .split(at: Album.day("2019-06-03")),
    ])
    #expect(
      history.spans.dropFirst() == [
        "2019-06-03/2019-06-05", "2019-06-06/2019-06-09", "2019-06-12/2019-06-15",
      ])
    #expect(history.trip(id: "2019-06-03")?.name == "Rome")
    #expect(history.trip(id: "2019-06-06")?.name == nil)
  }

  @Test func aSplitOffDayIsADayTrip() throws {
    let history = try album().history([.split(at: Album.day("2019-06-15"))])
    #expect(history.singleDays == ["2019-05-11", "2019-06-15"])
  }

  @Test func dismissedTripsAreGone() throws {
    let history = try album().history([
      .dismiss(Album.span("2019-06-01", "2019-06-12")),
      .dismiss(Album.span("2019-05-11", "2019-05-11")),
    ])
    #expect(history.spans == ["2019-03-04/2019-03-08", "2019-06-12/2019-06-15"])
    #expect(history.dayTrips.isEmpty)
  }

  @Test func aTripMadeByHandTakesItsDays() throws {
    let history = try album().history([.made(Album.span("2019-06-05", "2019-06-06"), name: "Ostia")]
    )
    #expect(
      history.spans.dropFirst() == [
        "2019-06-03/2019-06-04", "2019-06-05/2019-06-06", "2019-06-07/2019-06-09",
        "2019-06-12/2019-06-15",
      ])
    #expect(history.trip(id: "2019-06-06")?.name == "Ostia")
    #expect(history.trip(id: "2019-06-06")?.sightings.count == 4)
    let atHome = try album().history([
      .made(Album.span("2018-02-01", "2018-02-04"), name: "Balcony")
    ])
    #expect(atHome.trip(id: "2018-02-01")?.sightings.count == 8)
  }

  @Test func aStatedHomeEndsTripsThere() throws {
    let place = try #require(Coordinate(latitude: 41.9, longitude: 12.5))
    let stated = Correction.home(place, radius: nil, from: try Album.day("2019-01-01"), to: nil)
    let history = try album().history([stated])
    #expect(history.spans == ["2019-03-04/2019-03-08", "2019-06-12/2019-06-15"])
    #expect(history.homes.contains { $0.reason == .stated && $0.coordinate == place })
    let both = try album().history([
      stated, .notHome(place, Album.span("2019-06-01", "2019-06-30")),
    ])
    #expect(both.spans == (try album().history().spans))
    #expect(both.homes.count == 3)
  }

  @Test func aPlaceThatWasNoHomeMakesNoTrips() throws {
    let berlin = try #require(Coordinate(latitude: 52.52, longitude: 13.4))
    let history = try album().history([.notHome(berlin, Album.span("1900-01-01", "2100-01-01"))])
    #expect(history.homes.isEmpty)
    #expect(history.trips.isEmpty)
  }

  @Test func anIdStaysValidWhenATripBeginsEarlier() throws {
    var album = try album()
    try album.take("2019-06-02", [22], at: Album.rome)
    let trip = album.history().trip(id: "2019-06-03")
    #expect(trip?.id == "2019-06-02")
    #expect(album.history().trip(id: "2019-06-20") == nil)
    #expect(album.history().trip(id: "nonsense") == nil)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func randomCorrectionsKeepTripsApart(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let first = try Album.day("2019-02-20").number
    func day(_ offset: Int) -> LocalDay { LocalDay(number: first + offset) }
    var corrections: [Correction] = []
    var album = try album()
    for number in 0..<12 {
      let from = Int.random(in: 0..<130, using: &random)
      let span = day(from)...day(from + Int.random(in: 0..<12, using: &random))
      let before = album.history(corrections)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: corrections.append(.rename(span, name: "name \(number)"))
      case 1: corrections.append(.merge(span))
      case 2: corrections.append(.split(at: span.lowerBound))
      case 3: corrections.append(.dismiss(span))
      default: corrections.append(.made(span, name: "made \(number)"))
      }
      let history = album.history(corrections)
      try check(history)
      if let last = corrections.last { effect(of: last, before, history) }
      // A photo within a trip changes no days.
      if let trip = history.trips.randomElement(using: &random) {
        album.take(trip.days.lowerBound, [12.5], at: Album.rome)
        try check(album.history(corrections))
      }
    }
  }

  private func check(_ history: TravelHistory) throws {
    let spans = (history.trips + history.dayTrips).map(\.days).sorted {
      $0.lowerBound < $1.lowerBound
    }
    for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.upperBound < next.lowerBound) }
  }

  private func effect(of correction: Correction, _ before: TravelHistory, _ after: TravelHistory) {
    func touched(_ history: TravelHistory, _ span: DaySpan) -> [Trip] {
      (history.trips + history.dayTrips).filter { $0.days.overlaps(span) }
    }
    let (old, new) = (
      before.trips.count + before.dayTrips.count, after.trips.count + after.dayTrips.count
    )
    switch correction {
    case .rename(let span, let name):
      #expect(touched(before, span).isEmpty || touched(after, span).contains { $0.name == name })
    case .merge(let span):
      #expect(touched(before, span).isEmpty == touched(after, span).isEmpty)
      #expect(touched(after, span).count <= 1)
    case .split(let day):
      #expect(before.trip(on: day) == nil || after.trip(on: day)?.days.lowerBound == day)
    case .dismiss(let span):
      #expect(new == old - (touched(before, span).isEmpty ? 0 : 1))
    case .made(let span, let name):
      #expect(after.trip(on: span.lowerBound)?.days == span)
      #expect(after.trip(on: span.lowerBound)?.name == name)
    case .home, .notHome: break
    }
  }
}
