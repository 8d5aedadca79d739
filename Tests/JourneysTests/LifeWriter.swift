import Journeys
import TestSupport

/// Lives day by day, and takes photos.
struct LifeWriter {
  var life = Life()
  var random: SeededRandom
  var day: Int

  /// The home where the next night is spent.
  var home: Spot

  /// The share of days at home with photos, and of days away.
  var homeRate = 0.35
  var tripRate = 0.92

  /// The camera that the owner carries.
  var device: Int32 = 1

  /// A camera that takes photos at home on this share of days, also when the owner is away.
  var homeCamera: (device: Int32, rate: Double)?

  init(seed: UInt64, home: Spot, year: Int = 2008) {
    random = SeededRandom(seed: seed)
    self.home = home
    day = (year - 1970) * 365 + 10
  }

  func chance(_ share: Double, _ random: inout SeededRandom) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  mutating func flip(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func distance(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  mutating func photo(_ spot: Spot, hour: Double, device: Int32? = nil) {
    life.photos.append(
      Life.Photo(
        time: Int64(day) * 86_400_000 + Int64(hour * 3_600_000), latitude: spot.latitude,
        longitude: spot.longitude, device: device ?? self.device))
  }

  mutating func photos(
    _ spot: Spot, within kilometres: Double, hours: ClosedRange<Double>, count: Int? = nil,
    device: Int32? = nil
  ) {
    let bursts = flip(0.15) ? number(10...30) : number(1...5)
    for _ in 0..<(count ?? bursts) {
      photo(spot.near(kilometres, using: &random), hour: distance(hours), device: device)
    }
  }

  /// Lives a number of days at home.
  mutating func stayHome(_ days: Int) {
    for _ in 0..<days {
      if flip(homeRate) { photos(home, within: flip(0.9) ? 6 : 18, hours: 8...22.5) }
      endDay()
    }
  }

  mutating func endDay() {
    if let homeCamera, flip(homeCamera.rate) {
      photos(home, within: 0.2, hours: 9...20, count: number(1...2), device: homeCamera.device)
    }
    day += 1
  }

  /// Makes a day trip from home.
  mutating func dayTrip(_ kilometres: Double, isUsual: Bool = false, to place: Spot? = nil) {
    let target = place ?? home.moved(kilometres, using: &random)
    if flip(0.3) { photos(home, within: 2, hours: 7...8, count: 1) }
    photos(target, within: 4, hours: 10.5...17)
    if flip(0.3) { photos(home, within: 2, hours: 20...22, count: 1) }
    if !isUsual { life.dayTrips.append(day) }
    endDay()
  }

  /// Travels with stays, each a place and nights, and records what the photos show of it.
  mutating func trip(_ stays: [(Spot, Int)], counts: Bool = true, spread: Double = 12) {
    var seen: [Int] = []
    let nights = stays.reduce(0) { $0 + $1.1 }
    let places = stays.flatMap { Array(repeating: $0.0, count: $0.1) }
    for number in 0...nights {
      let place = places[min(number, nights - 1)]
      if flip(number == 0 || number == nights ? 0.7 * tripRate : tripRate) {
        let hours = number == 0 ? 14...23.0 : number == nights ? 7.5...12 : 8...22.5
        photos(place, within: spread, hours: hours)
        seen.append(day)
      }
      endDay()
    }
    guard counts, let first = seen.first, let last = seen.last else { return }
    let isFar = stays.contains { $0.0.kilometres(to: home) > 460 }
    if first < last {
      life.trips.append(first...last)
    } else if isFar {
      life.trips.append(first - 1...last + 1)
    } else {
      life.optional.append(first - 1...last + 1)
    }
  }

  /// A journey as people make it: a city, a tour, a week at one place, or a weekend.
  mutating func anyTrip() {
    switch number(0...4) {
    case 0: trip([(home.moved(distance(90...450), using: &random), number(1...2))])
    case 1: trip([(home.moved(distance(500...2_500), using: &random), number(3...6))])
    case 2: trip([(home.moved(distance(150...1_500), using: &random), number(6...14))], spread: 3)
    case 3:
      var place = home.moved(distance(700...8_000), using: &random)
      var stays: [(Spot, Int)] = []
      for _ in 0..<number(3...6) {
        stays.append((place, number(1...4)))
        place = place.moved(distance(60...250), using: &random)
      }
      trip(stays)
    default: trip([(home.moved(distance(300...900), using: &random), number(2...3))])
    }
  }

  /// Ordinary days with trips and day trips in between.
  mutating func live(days: Int, trips: Double = 4, dayTrips: Double = 6) {
    let end = day + days
    while day < end - 30 {
      let sum = (trips + dayTrips) / 365
      stayHome(max(3, number(1...max(2, Int(2 / max(sum, 0.001))))))
      photos(home, within: 4, hours: 9...21)
      endDay()
      if flip(trips / max(0.001, trips + dayTrips)) {
        anyTrip()
      } else if dayTrips > 0 {
        dayTrip(distance(55...180))
      }
      photos(home, within: 4, hours: 9...21)
      endDay()
    }
    stayHome(max(0, end - day))
  }

  mutating func recordHome(_ place: Spot, from: Int, to: Int, isOpen: Bool = false) {
    life.homes.append(Life.Stay(place: place, from: from, to: to, isOpen: isOpen))
  }
}
