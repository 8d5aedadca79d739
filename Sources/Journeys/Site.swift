internal import Geography

/// A place that was visited on several days, with a radius of 15 km.
struct Site {
  var point: SpherePoint

  /// The days of its visits, in order.
  var days: [Int32] = []

  /// Whether photos are taken there almost only by day from Monday to Friday, as at work.
  var isWorkplace = false

  /// The kilometres from the middle that belong to it: a town with its suburbs.
  static let radius = 15.0

  /// A place that was seen on fewer days is no site.
  static let leastDays = 4

  /// On how many days within half a year of a day it was visited, not counting the days beside that one.
  func visits(around day: Int32) -> Int {
    var count = 0
    var last: Int32?
    for visited in days[days.firstIndex(atLeast: day - 183)..<days.firstIndex(atLeast: day + 184)] {
      defer { last = visited }
      if abs(visited - day) > 1, last.map({ visited - $0 > 1 }) ?? true { count += 1 }
    }
    return count
  }
}

/// Finds the sites of visits, those seen on most days first.
struct SiteFinder {
  private let visits: [Visit]
  private var cells: [Cell] = []

  /// The number of each cell in `cells`.
  private var cellNumbers: [UInt64: Int32] = [:]

  /// The next visit in the cell of each visit; an array for each of a million cells would take longer.
  private var following: [Int32?]
  private var sites: [Site] = []

  /// The site of each visit, if any.
  private var numbers: [Int?]

  private struct Cell {
    let key: UInt64
    var days = 0
    var last: Int32?

    /// The first visit of its list.
    var first: Int32?
  }

  /// A cell measures a twentieth of a degree from south to north: 5.6 km.
  private static let rowsPerDegree = 20.0

  /// Numbers the visits of each site, in O(n) for visits and O(m log m) for cells.
  static func find(_ list: inout VisitList) -> [Site] {
    let (sites, numbers) = found(list.visits)
    list.setSites(numbers)
    return sites
  }

  private static func found(_ visits: [Visit]) -> (sites: [Site], numbers: [Int?]) {
    var finder = SiteFinder(visits)
    let seeds = finder.cells.indices.filter { finder.cells[$0].days >= 2 }.sorted { one, other in
      let (one, other) = (finder.cells[one], finder.cells[other])
      return one.days != other.days ? one.days > other.days : one.key < other.key
    }
    for seed in seeds { finder.addSite(at: seed) }
    finder.divideByMoves()
    finder.describe()
    return (finder.sites, finder.numbers)
  }

  private init(_ visits: [Visit]) {
    self.visits = visits
    numbers = [Int?](repeating: nil, count: visits.count)
    following = [Int32?](repeating: nil, count: visits.count)
    for (index, visit) in visits.enumerated() {
      let row = Self.row(visit.place)
      let key = Self.key(
        row: row, columns: Self.columns[row], longitude: visit.place.longitude, shift: 0)
      let number = Int(cellNumbers[key] ?? Int32(cells.count))
      if number == cells.count {
        cellNumbers[key] = Int32(number)
        cells.append(Cell(key: key))
      }
      if cells[number].last != visit.day {
        cells[number].days += 1
        cells[number].last = visit.day
      }
      following[index] = cells[number].first
      cells[number].first = Int32(index)
    }
  }

  /// The visits of a cell that are not yet part of a site; the others are dropped from its list.
  private mutating func freeVisits(_ number: Int) -> [Int] {
    var free: [Int] = []
    var next = cells[number].first
    while let index = next.map({ Int($0) }) {
      if numbers[index] == nil { free.append(index) }
      next = following[index]
    }
    var first: Int32?
    for index in free {
      following[index] = first
      first = Int32(index)
    }
    cells[number].first = first
    return free
  }

  private mutating func addSite(at seed: Int) {
    let free = freeVisits(seed).sorted()
    guard let start = SpherePoint.mean(free.map { (visits[$0].point, 1) }) else { return }
    var middle = start
    // Moves to where most visits are, in steps that become smaller.
    for radius in [Site.radius, 6, 3] {
      let near = nearby(middle, within: radius)
      if radius == Site.radius, near.count < Site.leastDays { return }
      middle = SpherePoint.mean(near.map { (visits[$0].point, 1) }) ?? middle
    }
    let found = nearby(middle, within: Site.radius)
    let days = days(found)
    guard days.count >= Site.leastDays else { return }
    for index in found { numbers[index] = sites.count }
    sites.append(Site(point: middle, days: days))
  }

  /// The days of visits, whose indexes are in order.
  private func days(_ indexes: [Int]) -> [Int32] {
    var days: [Int32] = []
    for index in indexes where days.last != visits[index].day { days.append(visits[index].day) }
    return days
  }

  /// Divides the sites, and the pairs of neighbouring sites, in which the owner moved, so that each has one home.
  private mutating func divideByMoves() {
    var members = [[Int]](repeating: [], count: sites.count)
    for (index, number) in numbers.enumerated() {
      if let number { members[number].append(index) }
    }
    let possible = sites.indices.filter { sites[$0].days.count >= MoveFinder.leastDays }
    for (order, site) in possible.enumerated() where !members[site].isEmpty {
      let near = possible[(order + 1)...].filter {
        sites[$0].point.isWithin(Self.neighbourKilometres, of: sites[site].point)
      }
      for other in near where !members[other].isEmpty {
        let all = (members[site] + members[other]).sorted()
        let moves = MoveFinder.moves(all.lazy.map { [visits] in visits[$0] })
        guard !moves.isEmpty else { continue }
        divide(all, into: [site, other], at: moves)
        (members[site], members[other]) = ([], [])
        break
      }
      let moves = MoveFinder.moves(members[site].lazy.map { [visits] in visits[$0] })
      if !moves.isEmpty { divide(members[site], into: [site], at: moves) }
    }
  }

  /// A town can be two sites if their middles are not farther apart.
  private static let neighbourKilometres = 22.0

  /// Gives the visits between moves to a site each, first to those that they belong to.
  private mutating func divide(_ indexes: [Int], into old: [Int], at moves: [Int32]) {
    var parts = [[Int]](repeating: [], count: moves.count + 1)
    for index in indexes {
      parts[moves.partitioningIndex { $0 > visits[index].day }].append(index)
    }
    for (part, indexes) in parts.enumerated() {
      let middle = SpherePoint.mean(indexes.map { (visits[$0].point, 1) })
      let number = part < old.count ? old[part] : sites.count
      if number == sites.count { sites.append(sites[old[0]]) }
      sites[number] = Site(point: middle ?? sites[number].point, days: days(indexes))
      for index in indexes { numbers[index] = number }
    }
  }

  /// The visits near a position that are not yet part of a site.
  private mutating func nearby(_ middle: SpherePoint, within radius: Double) -> [Int] {
    guard let place = middle.coordinate else { return [] }
    var found: [Int] = []
    for key in Self.keys(around: place) {
      guard let number = cellNumbers[key] else { continue }
      found += freeVisits(Int(number)).filter {
        visits[$0].point.isWithin(radius, of: middle)
      }
    }
    return found.sorted()
  }

  private static func row(_ place: Coordinate) -> Int {
    Int(((place.latitude + 90) * rowsPerDegree).rounded(.down))
  }

  /// The columns of each row, so that cells are about square.
  private static let columns = (0...Int(180 * rowsPerDegree)).map { row in
    let latitude = Double(row) / rowsPerDegree - 90
    let place = Coordinate(latitude: min(max(latitude, -89.9), 89.9), longitude: 0)
    let cosine = place.map { SpherePoint($0).vector.x } ?? 1
    return max(1, Int(360 * rowsPerDegree * cosine))
  }

  private static func key(row: Int, columns: Int, longitude: Double, shift: Int) -> UInt64 {
    let column = Int(((longitude + 180) / 360 * Double(columns)).rounded(.down)) + shift
    return UInt64(row) << 32 | UInt64((column % columns + columns) % columns)
  }

  /// The cells within three of that of a position, each once.
  private static func keys(around place: Coordinate) -> [UInt64] {
    let middle = row(place)
    var keys: [UInt64] = []
    keys.reserveCapacity(49)
    for row in max(0, middle - 3)...min(middle + 3, columns.count - 1) {
      let columns = columns[row]
      // Near a pole, all columns of a row may be fewer.
      for shift in columns < 7 ? 0...columns - 1 : -3...3 {
        keys.append(key(row: row, columns: columns, longitude: place.longitude, shift: shift))
      }
    }
    return keys
  }

  /// Finds out which sites are workplaces.
  private mutating func describe() {
    var restful = [(days: Int, last: Int32?)](repeating: (0, nil), count: sites.count)
    for (visit, number) in zip(visits, numbers) {
      guard let site = number, restful[site].last != visit.day else { continue }
      if visit.isAtNight || LocalDay(number: Int(visit.day)).isWeekend {
        restful[site] = (restful[site].days + 1, visit.day)
      }
    }
    for site in sites.indices {
      // Two days of seven are weekends, so a tenth is far less than chance.
      let days = sites[site].days.count
      sites[site].isWorkplace = days >= 8 && restful[site].days * 10 < days
    }
  }
}
