import TestSupport

/// Kinds of lives.
enum Archetype: String, CaseIterable {
  case settled, mover, secondHome, rareHouse, student, couple, commuter, sparse, silentYear
  case homeCamera, wrongDay, wrongYear, resetClock, friendsPhotos, seafarer, abroad

  func life(seed: UInt64) -> Life {
    var random = SeededRandom(seed: seed &* 977 &+ 13)
    let home = Spot(
      latitude: .random(in: -40...58, using: &random),
      longitude: .random(in: -180...180, using: &random))
    var writer = LifeWriter(seed: seed, home: home)
    writer.homeRate = [0.15, 0.35, 0.7].randomElement(using: &random) ?? 0.3
    let start = writer.day
    switch self {
    case .settled: writer.live(days: 2_400)
    case .mover: return Self.mover(&writer)
    case .secondHome: return Self.secondHome(&writer)
    case .rareHouse: Self.rareHouse(&writer)
    case .student: return Self.student(&writer)
    case .couple: return Self.couple(&writer)
    case .commuter: Self.commuter(&writer)
    case .sparse: Self.sparse(&writer)
    case .silentYear:
      writer.live(days: 800)
      writer.day += 400
      writer.live(days: 900)
    case .homeCamera:
      writer.homeCamera = (2, 0.6)
      writer.live(days: 1_600)
    case .wrongDay, .wrongYear, .resetClock: Self.wrongClock(&writer, self)
    case .friendsPhotos: Self.friends(&writer)
    case .seafarer: Self.seafarer(&writer)
    case .abroad:
      writer.live(days: 700, trips: 3)
      for _ in 0..<3 {
        writer.trip([(home.moved(7_000, using: &writer.random), writer.number(40...75))])
        writer.stayHome(5)
        writer.live(days: 250)
      }
    }
    writer.recordHome(home, from: start, to: writer.day, isOpen: true)
    return writer.life
  }

  private static func mover(_ writer: inout LifeWriter) -> Life {
    let moves = [2_000.0, 250, 9_000].shuffled(using: &writer.random)
    var start = writer.day
    for number in 0...2 {
      let home = writer.home
      writer.live(days: writer.number(500...1_100))
      writer.recordHome(home, from: start, to: writer.day, isOpen: number == 2)
      guard number < 2 else { break }
      start = writer.day
      writer.home = home.moved(moves[number], using: &writer.random)
      writer.stayHome(60)
      // A visit to the former home is a trip.
      writer.trip([(home, writer.number(2...5))], spread: 4)
      writer.stayHome(20)
    }
    return writer.life
  }

  private static func secondHome(_ writer: inout LifeWriter) -> Life {
    let (start, home) = (writer.day, writer.home)
    let house = home.moved(writer.distance(70...300), using: &writer.random)
    writer.live(days: 400)
    let bought = writer.day
    for _ in 0..<45 {
      writer.live(days: writer.number(10...30), trips: 0, dayTrips: 0)
      if writer.flip(0.15) { writer.anyTrip() }
      if writer.flip(0.1) { writer.dayTrip(writer.distance(55...150)) }
      writer.stayHome(6)
      writer.trip(
        [(house, writer.flip(0.2) ? writer.number(7...14) : writer.number(2...3))], counts: false,
        spread: 4)
    }
    writer.stayHome(10)
    writer.recordHome(home, from: start, to: writer.day, isOpen: true)
    writer.recordHome(house, from: bought, to: writer.day, isOpen: true)
    return writer.life
  }

  private static func rareHouse(_ writer: inout LifeWriter) {
    let house = writer.home.moved(writer.distance(200...1_200), using: &writer.random)
    for _ in 0..<7 {
      writer.live(days: 330)
      writer.trip([(house, 14)], spread: 5)
    }
    writer.stayHome(30)
  }

  private static func student(_ writer: inout LifeWriter) -> Life {
    let (start, parents) = (writer.day, writer.home)
    writer.live(days: 700, trips: 2)
    let moved = writer.day
    let room = parents.moved(writer.distance(120...500), using: &writer.random)
    for term in 0..<36 {
      writer.home = room
      writer.stayHome(writer.number(14...28))
      if writer.flip(0.25) {
        writer.anyTrip()
        writer.stayHome(4)
      }
      writer.home = parents
      writer.stayHome(term % 6 == 5 ? 25 : writer.number(2...4))
    }
    writer.home = room
    writer.stayHome(30)
    writer.recordHome(parents, from: start, to: writer.day, isOpen: true)
    writer.recordHome(room, from: moved, to: writer.day, isOpen: true)
    return writer.life
  }

  private static func couple(_ writer: inout LifeWriter) -> Life {
    let (start, one) = (writer.day, writer.home)
    let two = one.moved(writer.distance(80...600), using: &writer.random)
    for _ in 0..<70 {
      writer.home = one
      writer.stayHome(writer.number(4...9))
      if writer.flip(0.15) {
        writer.anyTrip()
        writer.stayHome(6)
      }
      writer.home = two
      writer.stayHome(writer.number(2...6))
    }
    writer.recordHome(one, from: start, to: writer.day, isOpen: true)
    writer.recordHome(two, from: start, to: writer.day, isOpen: true)
    return writer.life
  }

  private static func commuter(_ writer: inout LifeWriter) {
    let work = writer.home.moved(150, using: &writer.random)
    for week in 0..<300 {
      for weekday in 0..<7 {
        let isWorking = (writer.day + 3) % 7 < 5 && writer.flip(0.6)
        if isWorking {
          if writer.flip(0.2) { writer.photos(writer.home, within: 2, hours: 5.5...6.5, count: 1) }
          if writer.flip(0.4) { writer.photos(work, within: 1, hours: 9...16, count: 1) }
          if writer.flip(0.3) { writer.photos(writer.home, within: 2, hours: 18.5...22, count: 1) }
          writer.endDay()
        } else if weekday == 6, writer.flip(0.1) {
          writer.dayTrip(writer.distance(60...140))
        } else {
          writer.stayHome(1)
        }
      }
      guard week % 14 == 13 else { continue }
      writer.stayHome(2)
      writer.photos(writer.home, within: 1, hours: 12...20)
      writer.endDay()
      writer.anyTrip()
      writer.photos(writer.home, within: 1, hours: 12...20)
      writer.endDay()
    }
  }

  private static func sparse(_ writer: inout LifeWriter) {
    writer.homeRate = 0.14
    writer.tripRate = 0.5
    for _ in 0..<25 {
      writer.stayHome(writer.number(50...120))
      writer.photos(writer.home, within: 3, hours: 10...20, count: 1)
      writer.endDay()
      writer.stayHome(3)
      writer.anyTrip()
      writer.stayHome(3)
      writer.photos(writer.home, within: 3, hours: 10...20, count: 1)
      writer.endDay()
    }
  }

  private static func wrongClock(_ writer: inout LifeWriter, _ kind: Archetype) {
    writer.homeRate = 0.6
    writer.live(days: 1_600)
    let days: Int64 = kind == .wrongDay ? (writer.flip(0.5) ? 1 : -1) : -365
    let inTrips = writer.life.trips.dropFirst(4).enumerated().filter { $0.offset % 2 == 0 }
    let first = Int64(writer.life.trips.first?.lowerBound ?? 0)
    for (_, trip) in inTrips {
      let photos = writer.life.photos.filter { trip.contains(Int($0.time / 86_400_000)) }
      let reset = 10_957 - Int64(trip.lowerBound)
      for photo in photos where writer.flip(0.7) {
        var copy = photo
        copy.device = 2
        copy.time += 60_000 + (kind == .resetClock ? reset : days) * 86_400_000
        if kind == .wrongYear, copy.time / 86_400_000 < first { continue }
        writer.life.photos.append(copy)
      }
    }
    // The second camera was right at home.
    let atHome = writer.life.photos.filter { photo in
      !writer.life.trips.contains { $0.contains(Int(photo.time / 86_400_000)) }
        && !writer.life.dayTrips.contains(Int(photo.time / 86_400_000))
    }
    for photo in atHome where writer.flip(0.1) {
      var copy = photo
      copy.device = 2
      writer.life.photos.append(copy)
    }
  }

  private static func friends(_ writer: inout LifeWriter) {
    writer.homeRate = 0.7
    let start = writer.day
    writer.live(days: 1_600)
    let end = writer.day
    let away = writer.home.moved(700, using: &writer.random)
    writer.day = start + 200
    let trips = writer.life.trips + writer.life.dayTrips.map { $0...$0 }
    for _ in 0..<12 {
      writer.day += writer.number(30...100)
      for _ in 0..<writer.number(1...6) {
        let isFree = !trips.contains {
          ($0.lowerBound - 1...$0.upperBound + 1).contains(writer.day)
        }
        if isFree, writer.day < end {
          writer.photos(away, within: 60, hours: 9...21, device: 9)
          writer.photos(writer.home, within: 3, hours: 9...21, count: 1)
        }
        writer.day += 1
      }
    }
    writer.day = end
  }

  private static func seafarer(_ writer: inout LifeWriter) {
    for voyage in 0..<8 {
      writer.live(days: 200)
      writer.stayHome(5)
      writer.photos(writer.home, within: 3, hours: 10...20, count: 2)
      writer.endDay()
      var place = Spot(latitude: -18, longitude: 176 + Double(voyage % 3))
      var stays: [(Spot, Int)] = []
      for _ in 0..<writer.number(6...14) {
        stays.append((place, 1))
        place = place.moved(writer.distance(-100...100), 250)
      }
      writer.trip(stays)
      writer.stayHome(5)
      writer.photos(writer.home, within: 3, hours: 10...20, count: 2)
      writer.endDay()
    }
  }
}
