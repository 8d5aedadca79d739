internal import Geography

/// Groups the sightings of a day by camera and place.
struct VisitBuilder {
  private var visits: [Visit] = []
  private var open: [OpenVisit] = []

  /// The visit that each camera of the day was seen at last.
  private var latest: [(device: Int32, visit: Int)] = []

  /// The most places of a camera's day; further sightings join the nearest, so that random points take linear time.
  private static let mostPlaces = 24

  /// The most places of all cameras together; the sightings at others are ignored.
  private static let mostPlacesOfAll = 240

  /// The visits of a day, whose sightings are sorted by time.
  mutating func visits(of records: ArraySlice<SortedSighting>, on day: Int32) -> [Visit] {
    visits.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    var current = 0
    for record in records {
      if current < open.count, open[current].contains(record) {
        open[current].add(record)
      } else {
        current = join(record) ?? current
      }
    }
    close(on: day)
    return visits
  }

  /// Adds a sighting to a place, and returns the number of the visit.
  private mutating func join(_ record: SortedSighting) -> Int? {
    let camera = latest.firstIndex { $0.device == record.device }
    let previous = camera.map { latest[$0].visit }
    guard let number = place(record) else { return nil }
    if let camera, let previous, previous != number {
      let gap = record.milliseconds - open[previous].last
      open[previous].next = Neighbour(place: number, gap: gap)
      if open[number].count == 1 { open[number].previous = Neighbour(place: previous, gap: gap) }
      latest[camera].visit = number
    } else if camera == nil {
      latest.append((record.device, number))
    }
    return number
  }

  private mutating func place(_ record: SortedSighting) -> Int? {
    if let known = open.firstIndex(where: { $0.contains(record) }) {
      open[known].add(record)
      return known
    }
    let own = open.indices.filter { open[$0].device == record.device }
    if own.count < Self.mostPlaces, open.count < Self.mostPlacesOfAll {
      open.append(OpenVisit(record))
      return open.count - 1
    }
    return own.min { open[$0].square(to: record) < open[$1].square(to: record) }
  }

  private mutating func close(on day: Int32) {
    let isSorted = latest.count < 2
    let order =
      isSorted
      ? Array(open.indices)
      : open.indices.sorted { one, other in
        (open[one].device, one) < (open[other].device, other)
      }
    for number in order where !open[number].isOutlier(among: open) && !isAirborne(number) {
      let part = open[number]
      guard let place = part.middle else { continue }
      visits.append(
        Visit(
          day: day, device: part.device, count: part.count, first: part.first, last: part.last,
          place: place, point: SpherePoint(place), isAtNight: part.isAtNight))
    }
  }

  /// Whether a place was seen from an aeroplane: the ways to it and on, over all places between, were as fast and long.
  private func isAirborne(_ number: Int) -> Bool {
    guard let start = endOfFlight(from: number, toward: \.previous),
      let end = endOfFlight(from: number, toward: \.next)
    else { return false }
    return start.kilometres(to: end) > 200
  }

  /// The last place on one side that only an aeroplane reaches; nil if the next one is not such a place.
  private func endOfFlight(
    from number: Int, toward side: KeyPath<OpenVisit, Neighbour?>
  ) -> SpherePoint? {
    var end: (place: Int, point: SpherePoint)?
    for _ in 0..<Self.mostPlaces {
      let place = end?.place ?? number
      guard let way = open[place][keyPath: side],
        let here = end?.point ?? open[place].middle.map({ SpherePoint($0) }),
        let there = open[way.place].middle.map({ SpherePoint($0) })
      else { break }
      let hours = max(0.02, Double(way.gap) / 3_600_000)
      guard TravelTime.flying.contains(here.kilometres(to: there) / hours) else { break }
      end = (way.place, there)
    }
    return end?.point
  }
}

/// The place seen before or after another one, and the milliseconds between.
private struct Neighbour {
  var place: Int
  var gap: Int32
}

/// A place of a day while its sightings are added.
private struct OpenVisit {
  let device: Int32

  /// The position of the first sighting.
  private let longitudeE7, latitudeE7: Int32
  private let cosine: Double
  private var sums: (longitude: Int64, latitude: Int64) = (0, 0)
  private(set) var count: Int32 = 1
  private(set) var first, last: Int32
  private(set) var isAtNight: Bool
  var previous, next: Neighbour?

  /// The radius of a place: about 5 km, in 1e-7°.
  private static let radius = 450_000.0

  init(_ record: SortedSighting) {
    device = record.device
    (longitudeE7, latitudeE7) = (record.longitudeE7, record.latitudeE7)
    let place = Coordinate(latitudeE7: record.latitudeE7, longitudeE7: 0)
    let point = place.map { SpherePoint($0) }
    cosine = point?.vector.x ?? 1
    (first, last) = (record.milliseconds, record.milliseconds)
    isAtNight = Self.isNight(record.milliseconds)
  }

  @inline(__always)
  func contains(_ record: SortedSighting) -> Bool {
    record.device == device && square(to: record) <= Self.radius * Self.radius
  }

  @inline(__always)
  func square(to record: SortedSighting) -> Double {
    let (run, rise) = offset(of: record)
    let across = Double(run) * cosine
    return across * across + Double(rise) * Double(rise)
  }

  @inline(__always)
  private func offset(of record: SortedSighting) -> (Int64, Int64) {
    var run = Int64(record.longitudeE7) - Int64(longitudeE7)
    if run > 1_800_000_000 { run -= 3_600_000_000 }
    if run < -1_800_000_000 { run += 3_600_000_000 }
    return (run, Int64(record.latitudeE7) - Int64(latitudeE7))
  }

  @inline(__always)
  mutating func add(_ record: SortedSighting) {
    let (run, rise) = offset(of: record)
    sums.longitude += run
    sums.latitude += rise
    count &+= 1
    last = record.milliseconds
    if Self.isNight(last) { isAtNight = true }
  }

  @inline(__always)
  private static func isNight(_ time: Int32) -> Bool {
    time >= Visit.nightHours.evening || time < Visit.nightHours.morning
  }

  /// The mean position.
  var middle: Coordinate? {
    var longitude = Int64(longitudeE7) + sums.longitude / Int64(count)
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    let latitude = Int64(latitudeE7) + sums.latitude / Int64(count)
    return Coordinate(
      latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude))
  }

  /// Whether this is a single sighting that no aeroplane could reach from another place and leave for it again.
  func isOutlier(among all: [OpenVisit]) -> Bool {
    guard count == 1, let previous, let next, previous.place == next.place,
      let here = middle, let there = all[previous.place].middle
    else { return false }
    let kilometres = SpherePoint(here).kilometres(to: SpherePoint(there))
    let hours = Double(max(previous.gap, next.gap)) / 3_600_000
    return kilometres > 50 && kilometres > 1_100 * hours
  }
}
