public import Geography
public import PhotoFacts

/// Which photos a question is about.
///
/// Everything that is set has to hold.
public struct PhotoFilter: Hashable, Sendable {
  /// Taken in this box.
  public var box: BoundingBox?

  /// Taken in this span of time; undated photos are in no span.
  public var time: TimeSpan?

  /// Maker, model or lens contains this text, in any case.
  public var camera: String?

  /// A still picture or a film.
  public var media: MediaKind?

  /// The place the location was read from.
  public var source: LocationSource?

  /// The path below the root matches this pattern, as SQLite's GLOB reads it.
  public var path: String?

  /// Makes a filter that lets everything through.
  public init() {}

  /// Whether answering needs nothing but where the photos are.
  var isOnlyABox: Bool { isOnlyABoxAndTime && time == nil }

  /// Whether answering needs nothing but where and when the photos were taken.
  var isOnlyABoxAndTime: Bool { camera == nil && media == nil && source == nil && path == nil }
}

/// A span on the time line in milliseconds since 1970 (UTC), both ends included; an end that is
/// not set is open.
public struct TimeSpan: Hashable, Sendable {
  /// The first moment in the span.
  public var from: Int64?

  /// The last moment in the span.
  public var through: Int64?

  /// Makes a span.
  public init(from: Int64?, through: Int64?) {
    self.from = from
    self.through = through
  }
}

/// A filter made ready to be asked about millions of points.
struct PointFilter {
  private let box: BoundingBox
  private let hasBox: Bool
  private let from: Int64
  private let through: Int64
  private let traitsMask: UInt8
  private let traitsValue: UInt8
  private let ids: PhotoSet?

  /// Whether every point passes, so that none has to be looked at.
  let letsAllThrough: Bool

  /// `ids` holds the photos that pass what the grid does not know: camera and path.
  init(_ filter: PhotoFilter, ids: PhotoSet?) {
    box = filter.box ?? .world
    hasBox = filter.box != nil
    // Undated photos carry the least number there is, and every span begins after it.
    from = filter.time.map { max($0.from ?? .min, IndexedPoint.undated + 1) } ?? .min
    through = filter.time?.through ?? .max
    var mask: UInt8 = 0
    var value: UInt8 = 0
    if let media = filter.media {
      mask |= 0x0F
      value |= media.rawValue
    }
    if let source = filter.source {
      mask |= 0xF0
      value |= source.rawValue << 4
    }
    traitsMask = mask
    traitsValue = value
    self.ids = ids
    letsAllThrough = !hasBox && filter.isOnlyABox
  }

  /// The same filter for points that are known to lie in the box.
  func withoutBox(of filter: PhotoFilter) -> PointFilter {
    var rest = filter
    rest.box = nil
    return PointFilter(rest, ids: ids)
  }

  @inline(__always)
  func matches(_ run: GridRun, _ index: Int) -> Bool {
    if hasBox
      && !box.contains(
        longitudeE7: run.longitudeE7(index), latitudeE7: run.latitudeE7(index))
    {
      return false
    }
    let time = run.time(index)
    guard time >= from, time <= through, run.traits(index) & traitsMask == traitsValue else {
      return false
    }
    return ids?.contains(run.id(index)) ?? true
  }
}

/// A set of photo ids as a row of bits: ids are handed out one after the other.
///
/// An id that was never handed out, as a damaged file may hold, is kept apart: a row of bits that
/// reached to it would not fit in memory.
struct PhotoSet {
  private static let handedOut: Range<Int64> = 0..<1 << 32

  private(set) var words: [UInt64] = []
  private(set) var others: Set<Int64> = []

  mutating func insert(_ id: Int64) {
    guard Self.handedOut.contains(id) else {
      others.insert(id)
      return
    }
    let word = Int(id >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  func contains(_ id: Int64) -> Bool {
    guard Self.handedOut.contains(id) else { return others.contains(id) }
    let word = Int(id >> 6)
    return word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }
}
