public import Geography

/// Hides or coarsens the positions of photos for a guest.
///
/// An index that is read through a privacy filter answers as if the hidden photos had been removed and the
/// others moved. Every filter, count and order uses the shown positions.
public struct PrivacyFilter: Hashable, Sendable {
  /// The areas.
  public var zones: [PrivacyZone]

  /// The grid to which all photos are moved, wherever they were taken; nil for none.
  public var everywhere: CoarseGrid?

  /// A number that differs for each privacy filter; it distinguishes the stamps of answers.
  ///
  /// Clients see it in validators, so it must not be derived from the positions of the zones.
  public var revision: Int64

  /// Makes a privacy filter.
  public init(zones: [PrivacyZone], everywhere: CoarseGrid? = nil, revision: Int64) {
    (self.zones, self.everywhere, self.revision) = (zones, everywhere, revision)
  }
}

extension PrivacyFilter {
  /// Whether a photo taken at a position is shown there.
  public func shows(_ coordinate: Coordinate) -> Bool {
    PrivacyTest(self).position(of: coordinate) == .exact
  }
}

/// Where a photo is shown through a privacy filter.
public enum ShownPosition: Equatable {
  /// Where it was taken.
  case exact

  /// Somewhere near.
  case moved(Coordinate)

  /// Not at all.
  case hidden
}

/// A privacy filter prepared for tests of many points.
package struct PrivacyTest: Sendable {
  private struct PreparedZone: Sendable {
    let zone: PrivacyZone
    let bounds: BoundingBox
    /// A box inside the zone; positions in it need no geodesic.
    let core: BoundingBox?
    let region: GridRegion

    init(_ zone: PrivacyZone) {
      (self.zone, bounds, core) = (zone, zone.bounds, zone.core)
      region = GridRegion(bounds)
    }

    func contains(_ coordinate: Coordinate) -> Bool {
      guard bounds.contains(coordinate) else { return false }
      return core?.contains(coordinate) == true || zone.contains(coordinate)
    }
  }

  private let zones: [PreparedZone]
  private let everywhere: CoarseGrid?

  package init(_ privacy: PrivacyFilter) {
    zones = privacy.zones.map(PreparedZone.init)
    everywhere = privacy.everywhere
  }

  /// Whether any point of a run may be moved or hidden.
  func mayTouch(_ run: RunExtent) -> Bool {
    everywhere != nil
      || zones.contains { zone in
        zone.region.firstKey(atOrAfter: run.first.key).map { $0 <= run.last.key } ?? false
      }
  }

  /// Whether all points of a run are certainly hidden; reads none of them.
  func hidesAll(of run: RunExtent) -> Bool {
    guard let box = BoundingBox(run.tile) else { return false }
    return zones.contains { zone in
      zone.zone.treatment == .hidden && zone.core?.contains(box) == true
    }
  }

  /// Where a photo taken at a position is shown.
  ///
  /// One zone that hides it is enough; of several grids the coarsest counts.
  package func position(of coordinate: Coordinate) -> ShownPosition {
    var grid = everywhere
    for zone in zones where zone.contains(coordinate) {
      switch zone.zone.treatment {
      case .hidden: return .hidden
      case .coarse(let own): if own.metres > grid?.metres ?? 0 { grid = own }
      }
    }
    return grid.map { .moved($0.middle(around: coordinate)) } ?? .exact
  }
}
