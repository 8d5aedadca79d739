import Geography
import Journeys
import PhotoFacts
import Plausibility
import TestSupport

/// Years of a family, minute by minute, and the photos of its cameras.
///
/// The owner has a phone (1), which knows the instant and the altitude, and a camera (2), which has only its clock, often
/// that of home. The phone of a partner (3) is along on most days. Friends give photos of a phone of the same model as
/// the owner's (4 among themselves). The owner and the partner each record a track of most days. Flights, ferries, trains, cable cars and fixes that last for minutes are part of it.
struct TravelledLife {
  /// Where the family is at a minute.
  struct Waypoint {
    var minute: Double
    var place: Coordinate
    var altitude: Double
    var isFlight = false
  }

  private(set) var photos: [Observation] = []

  /// The photos taken in aeroplanes above the clouds.
  private(set) var flown: Set<Int64> = []

  /// Those taken in aeroplanes at any height.
  private(set) var airborne: Set<Int64> = []

  /// The tracks of the owner, with a fix a minute, and those of the partner.
  private(set) var tracks: (owner: [[Fix]], partner: [[Fix]]) = ([], [])
  private var random: SeededRandom
  private let home: Coordinate
  private var nextID: Int64 = 1

  init(seed: UInt64, days: Int, photosADay: Int = 30) {
    random = SeededRandom(seed: seed)
    home = Self.place(
      .random(in: -42...60, using: &random), .random(in: -179...179, using: &random))
    var day = 14_000
    let end = day + days
    while day < end {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: fly(&day, photosADay)
      case 1: drive(&day, photosADay)
      case 2: sail(&day, photosADay)
      default: stay(&day, photosADay)
      }
    }
  }

  static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let place = Coordinate(latitude: max(-85, min(85, latitude)), longitude: turned) else {
      preconditionFailure("\(latitude), \(longitude) is no position")
    }
    return place
  }

  /// A place some kilometres away in a direction.
  static func moved(_ place: Coordinate, _ north: Double, _ east: Double) -> Coordinate {
    let stretch = max(0.1, SpherePoint.cosine(place.latitude))
    return Self.place(
      place.latitude + north / 111.2, place.longitude + east / (111.2 * stretch))
  }

  private mutating func away(_ place: Coordinate, _ kilometres: ClosedRange<Double>) -> Coordinate {
    let distance = Double.random(in: kilometres, using: &random)
    let north = Double.random(in: -1...1, using: &random)
    let east = (1 - north * north).squareRoot() * (Bool.random(using: &random) ? 1 : -1)
    return Self.moved(place, north * distance, east * distance)
  }

  // MARK: Days

  private mutating func stay(_ day: inout Int, _ count: Int) {
    live(day, from: home, count: count)
    day += 1
  }

  /// A day around a place.
  private mutating func live(_ day: Int, from base: Coordinate, count: Int) {
    var way = [Waypoint(minute: 420, place: base, altitude: 200)]
    var minute = 500.0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let goal = away(base, 0.5...35)
      minute += Self.kilometres(way[way.count - 1].place, goal) / 0.9 + 5
      way.append(Waypoint(minute: minute, place: goal, altitude: 200))
      minute += .random(in: 30...150, using: &random)
      way.append(Waypoint(minute: minute, place: goal, altitude: 200))
      if Int.random(in: 0..<30, using: &random) == 0 {
        // A cable car.
        let summit = away(goal, 2...4)
        way.append(Waypoint(minute: minute + 12, place: summit, altitude: 2_100))
        way.append(Waypoint(minute: minute + 100, place: summit, altitude: 2_100))
        way.append(Waypoint(minute: minute + 115, place: goal, altitude: 200))
        minute += 120
      }
    }
    minute += Self.kilometres(way[way.count - 1].place, base) / 0.9 + 5
    way.append(Waypoint(minute: minute, place: base, altitude: 200))
    way.append(Waypoint(minute: max(minute + 10, 1_380), place: base, altitude: 200))
    photograph(day, way, count)
  }

  private mutating func drive(_ day: inout Int, _ count: Int) {
    var here = home
    for number in 0..<4 {
      let goal = number == 3 ? home : away(here, 100...600)
      let start = Double.random(in: 450...600, using: &random)
      let end = start + Self.kilometres(here, goal) / 1.4
      photograph(
        day,
        [
          Waypoint(minute: start - 60, place: here, altitude: 300),
          Waypoint(minute: start, place: here, altitude: 300),
          Waypoint(minute: end, place: goal, altitude: 300),
          Waypoint(minute: end + 200, place: goal, altitude: 300),
        ], count)
      day += 1 + Int(end / 1_440)
      here = goal
    }
  }

  private mutating func fly(_ day: inout Int, _ count: Int) {
    let goal = away(home, 600...8_000)
    flight(day, home, goal, count)
    day += 2
    for _ in 0..<Int.random(in: 2...9, using: &random) {
      live(day, from: goal, count: count * 2)
      day += 1
    }
    flight(day, goal, home, count)
    day += 2
  }

  private mutating func flight(_ day: Int, _ from: Coordinate, _ to: Coordinate, _ count: Int) {
    let airport = away(from, 5...40)
    let landing = away(to, 5...40)
    let start = Double.random(in: 600...800, using: &random)
    let end = start + 30 + Self.kilometres(airport, landing) / 14
    photograph(
      day,
      [
        Waypoint(minute: 500, place: from, altitude: 150),
        Waypoint(minute: 560, place: airport, altitude: 150),
        Waypoint(minute: start, place: airport, altitude: 150),
        Waypoint(
          minute: start + 15, place: Self.along(airport, landing, 0.04), altitude: 9_500,
          isFlight: true),
        Waypoint(
          minute: end - 15, place: Self.along(airport, landing, 0.96), altitude: 10_500,
          isFlight: true),
        Waypoint(minute: end, place: landing, altitude: 150),
        Waypoint(minute: end + 30, place: landing, altitude: 150),
        Waypoint(minute: end + 90, place: to, altitude: 150),
        Waypoint(minute: end + 200, place: to, altitude: 150),
      ], count)
  }

  private mutating func sail(_ day: inout Int, _ count: Int) {
    var here = away(home, 50...200)
    for _ in 0..<5 {
      let goal = away(here, 100...500)
      photograph(
        day,
        [
          Waypoint(minute: 420, place: here, altitude: 10),
          Waypoint(minute: 420 + Self.kilometres(here, goal) / 0.55, place: goal, altitude: 10),
          Waypoint(minute: 1_400, place: goal, altitude: 10),
        ].filter { $0.minute <= 1_400 }, count)
      day += 1
      here = goal
    }
    day += 2
  }

  // MARK: Photos

  private mutating func photograph(_ day: Int, _ way: [Waypoint], _ count: Int) {
    guard let first = way.first, let last = way.last else { return }
    let isPartnerThere = Int.random(in: 0..<6, using: &random) > 0
    record(day, way, isPartnerThere || way.contains(where: \.isFlight))
    var taken = 0
    while taken < count {
      var minute = Double.random(in: first.minute...last.minute, using: &random)
      let device = Int32([1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1)
      var fix: Coordinate?
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        guard minute <= last.minute else { break }
        let spot = Self.spot(at: minute, way)
        // A receiver repeats its fix for some seconds.
        let repeats = fix != nil && Int.random(in: 0..<3, using: &random) == 0 && !spot.isFlight
        let place =
          repeats
          ? fix ?? spot.place
          : Self.moved(
            spot.place, .random(in: -0.02...0.02, using: &random),
            .random(in: -0.02...0.02, using: &random))
        fix = place
        if device != 3 || isPartnerThere || way.contains(where: \.isFlight) {
          add(day, minute, place, spot, device)
        }
        taken += 1
        minute += .random(in: 0.05...1.2, using: &random)
      }
    }
    guard !isPartnerThere, !way.contains(where: \.isFlight) else { return }
    // The partner stays at home, or is elsewhere.
    for _ in 0..<count / 5 {
      let place = Self.moved(
        home, .random(in: -3...3, using: &random), .random(in: -0.5...0.5, using: &random))
      let spot = Waypoint(minute: 0, place: place, altitude: 180)
      add(day, .random(in: 500...1_200, using: &random), place, spot, 3)
    }
  }

  private mutating func record(_ day: Int, _ way: [Waypoint], _ isPartnerThere: Bool) {
    guard let first = way.first, let last = way.last, day % 8 > 0 else { return }
    let track = stride(from: first.minute, through: last.minute, by: 1).map { minute in
      Fix(Self.spot(at: minute, way).place, at: Self.instant(day, minute))
    }
    tracks.owner.append(track)
    tracks.partner.append(isPartnerThere ? track : track.map { Fix(home, at: $0.instant) })
  }

  private static func instant(_ day: Int, _ minute: Double) -> Int64 {
    Int64(day) * 86_400_000 + Int64(minute * 60_000)
  }

  private mutating func add(
    _ day: Int, _ minute: Double, _ place: Coordinate, _ spot: Waypoint, _ device: Int32
  ) {
    let time = CaptureTime(
      localMilliseconds: Self.instant(day, minute) + 3_600_000, utcOffsetMinutes: 60,
      source: device == 1 ? .gps : device == 2 ? .place : .offsetTag)
    photos.append(
      Observation(
        id: nextID, time: time, at: place,
        altitude: device == 2 ? nil : spot.altitude + .random(in: -30...30, using: &random),
        accuracy: device == 2 ? nil : 20, device: device))
    if spot.isFlight, spot.altitude > 8_000 { flown.insert(nextID) }
    if spot.isFlight || spot.altitude > 2_500 { airborne.insert(nextID) }
    nextID += 1
  }

  // MARK: Geometry

  static func kilometres(_ one: Coordinate, _ other: Coordinate) -> Double {
    one.centralAngle(to: other) * 6_371
  }

  static func along(_ one: Coordinate, _ other: Coordinate, _ share: Double) -> Coordinate {
    SpherePoint.mean([(SpherePoint(one), 1 - share), (SpherePoint(other), share)])?.coordinate
      ?? one
  }

  private static func spot(at minute: Double, _ way: [Waypoint]) -> Waypoint {
    guard let next = way.firstIndex(where: { $0.minute >= minute }), next > 0 else { return way[0] }
    let (before, after) = (way[next - 1], way[next])
    let share = (minute - before.minute) / max(0.01, after.minute - before.minute)
    return Waypoint(
      minute: minute, place: along(before.place, after.place, share),
      altitude: before.altitude + share * (after.altitude - before.altitude),
      isFlight: before.isFlight && after.isFlight)
  }
}

extension SpherePoint {
  /// Good to a percent, which is enough to move places.
  fileprivate static func cosine(_ degrees: Double) -> Double {
    let x = degrees * .pi / 180
    return 1 - x * x / 2 + x * x * x * x / 24
  }
}
