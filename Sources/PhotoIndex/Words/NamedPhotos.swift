internal import Grid
internal import Query

/// Which photos count for lists of names.
struct NamesQuestion: Hashable {
  /// The filter of those on the map.
  var filter: PhotoFilter

  /// The condition of those without a position; nil if they do not count.
  var unlocated: PhotoCondition?

  init(_ filter: PhotoFilter, _ unlocated: PhotoCondition?) {
    (self.filter, self.unlocated) = (filter.simplified, unlocated)
  }
}

/// When the chosen photos were taken, by block of words.
struct TakenTimes: Mergeable {
  /// The time of a photo that was not chosen.
  static let absent = Int64.max

  private(set) var blocks: [Int64: [Int64]] = [:]

  var emptied: TakenTimes { TakenTimes() }

  mutating func merge(_ later: TakenTimes) {
    blocks.merge(later.blocks) { one, other in
      zip(one, other).map { $0 == Self.absent ? $1 : $0 }
    }
  }

  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    for index in chosen {
      let photo = run.id(index)
      guard photo >= 0 else { continue }
      let number = WordBlock.number(of: photo)
      let place = Int(photo - WordBlock.photos(of: number).lowerBound)
      blocks[number, default: Self.none][place] = run.time(index)
    }
  }

  static let none = [Int64](repeating: absent, count: Int(WordBlock.capacity))
}

/// The photos of a block of words that count.
struct ChosenOfBlock {
  /// The id of the photo at place 0.
  var first: Int64

  /// When those on the map were taken, by place.
  var times: [Int64]

  /// The places of those without a position, as bits.
  var unlocated: [UInt64]

  /// The merits as covers, by place.
  var merits: [Int]
}

/// Photos that have a name in common.
struct NamedPhotos {
  private(set) var count = 0
  private var unlocated = 0
  private var cover = Cover()
  private var unlocatedCover = Cover()
  private var earliest = Int64.max
  private var latest = IndexedPoint.undated

  var isEmpty: Bool { count + unlocated == 0 }

  /// Adds the photo at a place of a block, if it counts; returns whether it does.
  @discardableResult
  mutating func add(_ photos: ChosenOfBlock, _ place: Int) -> Bool {
    let (photo, merit, time) = (
      photos.first + Int64(place), photos.merits[place], photos.times[place]
    )
    guard time != TakenTimes.absent else {
      guard photos.unlocated[place >> 6] >> UInt64(place & 63) & 1 != 0 else { return false }
      unlocated += 1
      unlocatedCover.consider(Cover(merit: merit, photo: photo))
      return true
    }
    count += 1
    cover.consider(Cover(merit: merit, time: time, photo: photo))
    guard time != IndexedPoint.undated else { return true }
    earliest = min(earliest, time)
    latest = max(latest, time)
    return true
  }

  mutating func merge(_ other: NamedPhotos) {
    count += other.count
    unlocated += other.unlocated
    cover.consider(other.cover)
    unlocatedCover.consider(other.unlocatedCover)
    earliest = min(earliest, other.earliest)
    latest = max(latest, other.latest)
  }

  func named(_ name: String) -> NameSummary {
    NameSummary(
      name: name, count: count, unlocated: unlocated,
      cover: (count > 0 ? cover : unlocatedCover).photo,
      taken: earliest <= latest ? earliest...latest : nil)
  }
}

/// A candidate for the picture of a list.
private struct Cover {
  var merit = Int.min
  var time = Int64.min
  var photo = Int64.max

  /// Of equal ones, takes the photo with the lowest id, whatever the order.
  mutating func consider(_ other: Cover) {
    if (merit, time, other.photo) < (other.merit, other.time, photo) { self = other }
  }
}
