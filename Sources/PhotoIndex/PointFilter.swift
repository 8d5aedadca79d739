internal import Geography
internal import PhotoFacts

/// A filter made ready to be asked about millions of points.
struct PointFilter {
  private let box: BoundingBox
  private let hasBox: Bool
  private let from: Int64
  private let through: Int64
  private let traitsMask: UInt8
  private let traitsValue: UInt8
  private let rest: Rest?

  /// What hardly any filter has, behind one reference, so that handing a filter on costs nothing.
  private final class Rest {
    let ids: PhotoSet?
    let test: PointTest?

    init(ids: PhotoSet?, test: PointTest?) {
      self.ids = ids
      self.test = test
    }

    func matches(_ run: GridRun, _ index: Int) -> Bool {
      if let ids, !ids.contains(run.id(index)) { return false }
      return test?.holds(run, index) ?? true
    }
  }

  /// Whether every point passes, so that none has to be looked at.
  let letsAllThrough: Bool

  /// `ids` holds the photos that pass what the grid does not know, and `test` is the rest that has to
  /// hold.
  init(_ filter: PhotoFilter, ids: PhotoSet?, test: PointTest?) {
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
    rest = ids == nil && test == nil ? nil : Rest(ids: ids, test: test)
    letsAllThrough = !hasBox && filter.isOnlyABox
  }

  /// The same filter for points that are known to lie in the box.
  func withoutBox(of filter: PhotoFilter) -> PointFilter {
    var wider = filter
    wider.box = nil
    return PointFilter(wider, ids: rest?.ids, test: rest?.test)
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
    return rest?.matches(run, index) ?? true
  }
}
