import Geography
import PhotoFacts
import Plausibility
import TestSupport

/// A library in which some photos have wrong positions of one kind.
struct PlantedFaults {
  private(set) var photos: [Observation]

  /// The photos that are wrong.
  private(set) var wrong: Set<Int64> = []

  /// Those beside a repeated position that may be doubted or not: receivers repeat fixes too.
  private(set) var optional: Set<Int64> = []

  private var random: SeededRandom

  /// Plants a fault in every so many photos of an honest library, where a reader of the photos could find it.
  init(_ reason: Doubt.Reason, in life: TravelledLife, every: Int, seed: UInt64) {
    photos = life.photos.sorted {
      ($0.device ?? 0, $0.local ?? 0, $0.id) < ($1.device ?? 0, $1.local ?? 0, $1.id)
    }
    random = SeededRandom(seed: seed)
    var index = every / 2
    while index + 12 < photos.count {
      plant(reason, at: index, life)
      index += every
    }
  }

  private func kilometres(_ one: Int, _ other: Int) -> Double {
    TravelledLife.kilometres(photos[one].coordinate, photos[other].coordinate)
  }

  private func hours(_ one: Int, _ other: Int) -> Double {
    Double(abs((photos[other].local ?? 0) - (photos[one].local ?? 0))) / 3_600_000
  }

  /// Whether the photos before and after are of the same camera and near in time and place.
  private func isAmongOthers(_ index: Int) -> Bool {
    photos[index - 1].device == photos[index].device
      && photos[index + 1].device == photos[index].device && hours(index - 1, index + 1) < 6
      && kilometres(index - 1, index + 1) < 20
  }

  private mutating func move(_ index: Int, to place: Coordinate) {
    photos[index].coordinate = place
    wrong.insert(photos[index].id)
  }

  private mutating func plant(_ reason: Doubt.Reason, at index: Int, _ life: TravelledLife) {
    let photo = photos[index]
    let (north, east) = (photo.coordinate.latitude, photo.coordinate.longitude)
    guard !life.flown.contains(photo.id), !wrong.contains(photos[index - 1].id) else { return }
    switch reason {
    case .sign:
      let flipped = [
        TravelledLife.place(-north, east), TravelledLife.place(north, -east),
        TravelledLife.place(-north, -east),
      ].filter { TravelledLife.kilometres($0, photo.coordinate) > 100 }
      guard isAmongOthers(index), let place = flipped.randomElement(using: &random)
      else { return }
      move(index, to: place)
    case .swapped:
      guard isAmongOthers(index), abs(east) < 85, abs(abs(north) - abs(east)) > 2 else { return }
      move(index, to: TravelledLife.place(east, north))
    case .speed:
      guard isAmongOthers(index) else { return }
      let needed = max(25, hours(index - 1, index + 1) * 200)
      let reach = Double.random(in: 1.2 * needed...4 * needed + 500, using: &random)
      move(index, to: TravelledLife.moved(photo.coordinate, reach * 0.8, reach * 0.6))
    case .sea:
      guard isAmongOthers(index) else { return }
      move(index, to: TravelledLife.place(north > 0 ? -48 : 48, -30))
    case .stale: plantStale(index)
    case .altitude:
      guard isAmongOthers(index), photo.altitude != nil, hours(index - 1, index + 1) < 0.5 else {
        return
      }
      photos[index].altitude =
        (photo.altitude ?? 0) + Float.random(in: 1_500...6_000, using: &random)
      wrong.insert(photo.id)
    case .coarse:
      let steps: [Double] = [1, 0.1, 0.01]
      let step = steps.randomElement(using: &random) ?? 1
      move(
        index,
        to: TravelledLife.place(
          Double((north / step).rounded()) * step, Double((east / step).rounded()) * step))
      photos[index].accuracy = nil
    case .clock:
      guard isAmongOthers(index), photo.clockLead != nil else { return }
      photos[index].clockLead =
        (photo.clockLead ?? 0) + Int64.random(in: 2...9, using: &random) * 3_600_000
      wrong.insert(photo.id)
    case .contradiction:
      guard isAmongOthers(index) else { return }
      photos[index].stated = photo.coordinate
      photos[index].isStatedBeside = index % 2 == 0
      move(
        index, to: TravelledLife.moved(photo.coordinate, .random(in: 15...90, using: &random), 10))
    case .elsewhere: plantElsewhere(index)
    }
  }

  /// A camera repeats a fix for some photos while it is carried on, then finds the next one.
  private mutating func plantStale(_ index: Int) {
    var end = index + 1
    while end < photos.count, photos[end].device == photos[index].device, hours(index, end) < 5 {
      let (leap, time) = (kilometres(index, end), hours(end - 1, end))
      if end - index >= 3, leap > 5, time < leap / 200, leap / 160 < hours(index, end),
        !(index...end).contains(where: { (photos[$0].altitude ?? 0) > 2_500 })
      {
        for late in index + 1..<end {
          photos[late].coordinate = photos[index].coordinate
          optional.insert(photos[late].id)
          // Receivers repeat a fix for a minute or two anyway.
          if hours(index, late) > 2.0 / 60 { wrong.insert(photos[late].id) }
        }
        return
      }
      end += 1
    }
  }

  /// The only photo of a camera for hours has a wrong position, but the phone has others just then.
  private mutating func plantElsewhere(_ index: Int) {
    guard photos[index].device == 2 else { return }
    let time = photos[index].local ?? 0
    let around = photos.indices.filter {
      photos[$0].device == 2 && abs((photos[$0].local ?? 0) - time) < 9 * 3_600_000
    }
    let phone = photos.indices.filter {
      photos[$0].device == 1 && abs((photos[$0].local ?? 0) - time) < 9 * 60_000
    }
    guard Set(phone.map { photos[$0].coordinate }).count > 1, !isHigh(phone),
      around.allSatisfy({ !wrong.contains(photos[$0].id) })
    else { return }
    move(index, to: TravelledLife.moved(photos[index].coordinate, 300, 200))
    let others = Set(around.filter { $0 != index }.map { photos[$0].id })
    photos.removeAll { others.contains($0.id) }
  }

  private func isHigh(_ phone: [Int]) -> Bool {
    phone.contains { photos[$0].altitude ?? 0 > 3_000 }
  }
}
