public import Geography

/// Hides or coarsens the positions of photos for a guest.
///
/// An index that is read through a privacy filter answers as one would from which the hidden photos had been
/// removed and in which the others had been moved: every filter, count and order uses the shown
/// places.
public struct PrivacyFilter: Hashable, Sendable {
  /// The areas.
  public var zones: [PrivacyZone]

  /// The grid on which every photo is shown, wherever it was taken.
  public var everywhere: CoarseGrid?

  /// A number that differs for each privacy filter; it distinguishes the stamps of answers.
  ///
  /// Clients see it in validators, so it must not be made of where the zones are.
  public var revision: Int64

  /// Makes a privacy filter.
  public init(zones: [PrivacyZone], everywhere: CoarseGrid? = nil, revision: Int64) {
    (self.zones, self.everywhere, self.revision) = (zones, everywhere, revision)
  }
}

/// How a photo is shown through a privacy filter.
enum ShownPlace: Equatable {
  /// Where it was taken.
  case exact

  /// Somewhere near.
  case moved(Coordinate)

  /// Not at all.
  case hidden
}

/// A privacy filter prepared for tests of many points.
struct PrivacyTest {
  private let zones: [(zone: PrivacyZone, bounds: BoundingBox, region: GridRegion)]
  private let everywhere: CoarseGrid?

  init(_ privacy: PrivacyFilter) {
    zones = privacy.zones.map { ($0, $0.bounds, GridRegion($0.bounds)) }
    everywhere = privacy.everywhere
  }

  /// Whether any point of a run may be shown elsewhere or not at all.
  func mayTouch(_ run: RunExtent) -> Bool {
    everywhere != nil
      || zones.contains { zone in
        zone.region.firstKey(atOrAfter: run.first.key).map { $0 <= run.last.key } ?? false
      }
  }

  /// How a photo that was taken there is shown: one zone that hides it is enough, and of several grids
  /// the coarsest counts.
  func place(of place: Coordinate) -> ShownPlace {
    var grid = everywhere
    for (zone, bounds, _) in zones where bounds.contains(place) && zone.contains(place) {
      switch zone.treatment {
      case .hidden: return .hidden
      case .coarse(let own): if own.metres > grid?.metres ?? 0 { grid = own }
      }
    }
    return grid.map { .moved($0.middle(around: place)) } ?? .exact
  }
}
