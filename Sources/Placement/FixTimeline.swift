public import Geography

/// Fixes of one or several devices in order of time.
public struct FixTimeline: Sendable {
  private let fixes: [Fix]

  /// The device of each fix; empty if all are from one recorder.
  private let devices: [Int]

  /// Makes a timeline of the fixes of tracks.
  public init(_ fixes: [Fix]) {
    let isSorted = zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant <= $1.instant }
    self.fixes = isSorted ? fixes : fixes.sorted { $0.instant < $1.instant }
    devices = []
  }

  /// Makes a timeline of photos with the number of the device that took each.
  public init(photos: [(fix: Fix, device: Int)]) {
    let sorted = photos.sorted { $0.fix.instant < $1.fix.instant }
    fixes = sorted.map(\.fix)
    devices = sorted.map(\.device)
  }

  /// Whether there are no fixes.
  public var isEmpty: Bool { fixes.isEmpty }

  /// The position at an instant, derived from the fixes in O(log n); nil if the rules do not allow it.
  ///
  /// Fixes of `device` itself are not used.
  public func candidate(at instant: Int64, besides device: Int? = nil, by rules: PlacementRules)
    -> Candidate?
  {
    let next = firstIndex(from: instant)
    let limit = rules.maxGap * 1_000
    let after = fix(next..<fixes.count, besides: device) {
      Double($0.instant - instant) <= limit
    }
    if let after, after.instant == instant {
      return Candidate(at: after, from: after, through: after)
    }
    let before = fix((0..<next).reversed(), besides: device) {
      Double(instant - $0.instant) <= limit
    }
    if let before, let after, let between = between(before, after, at: instant, by: rules) {
      return between
    }
    let nearest = [before, after].compactMap { $0 }
      .min { abs($0.instant - instant) < abs($1.instant - instant) }
    guard let nearest, Double(abs(nearest.instant - instant)) <= rules.extrapolation * 1_000 else {
      return nil
    }
    return Candidate(near: nearest, at: instant)
  }

  private func between(_ before: Fix, _ after: Fix, at instant: Int64, by rules: PlacementRules)
    -> Candidate?
  {
    guard Double(after.instant - before.instant) <= rules.maxGap * 1_000 else { return nil }
    let metres = before.coordinate.geodesic(to: after.coordinate).distance
    guard metres <= rules.maxDistance ?? .infinity else { return nil }
    return Candidate(between: before, after, metres: metres, at: instant)
  }

  /// The first of these fixes that is not from the device; nil once `isNear` fails.
  private func fix(
    _ indices: some Sequence<Int>, besides device: Int?, while isNear: (Fix) -> Bool
  ) -> Fix? {
    for index in indices {
      guard isNear(fixes[index]) else { return nil }
      if devices.isEmpty || devices[index] != device { return fixes[index] }
    }
    return nil
  }

  /// The fixes between two instants, both included.
  public func fixes(in instants: ClosedRange<Int64>) -> ArraySlice<Fix> {
    let first = firstIndex(from: instants.lowerBound)
    return fixes[first...].prefix { $0.instant <= instants.upperBound }
  }

  /// The first fix at or after an instant.
  private func firstIndex(from instant: Int64) -> Int {
    fixes.partitioningIndex { $0.instant >= instant }
  }
}

extension Array {
  /// The index of the first element that fulfils a condition which all later ones fulfil too.
  func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
