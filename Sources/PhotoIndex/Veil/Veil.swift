public import Geography

/// What lies between the photos and somebody who is not to know where all of them were taken.
///
/// An index that is read through a veil answers as one would from which the hidden photos had been
/// removed and in which the others had been moved: every filter, count and order goes by the places as
/// they are shown.
public struct Veil: Hashable, Sendable {
  /// The areas.
  public var zones: [PrivacyZone]

  /// The grid on which every photo is shown, wherever it was taken.
  public var everywhere: CoarseGrid?

  /// A number that is another for every other veil, by which answers through it are told apart.
  ///
  /// Clients see it in validators, so it must not be made of where the zones are.
  public var revision: Int64

  /// Makes a veil.
  public init(zones: [PrivacyZone], everywhere: CoarseGrid? = nil, revision: Int64) {
    (self.zones, self.everywhere, self.revision) = (zones, everywhere, revision)
  }
}

/// How a photo is shown through a veil.
enum ShownPlace: Equatable {
  /// Where it was taken.
  case exact

  /// Somewhere near.
  case moved(Coordinate)

  /// Not at all.
  case hidden
}

/// A veil made ready to be asked about many points.
struct VeilTest {
  private let zones: [(zone: PrivacyZone, bounds: BoundingBox, region: GridRegion)]
  private let everywhere: CoarseGrid?

  init(_ veil: Veil) {
    zones = veil.zones.map { ($0, $0.bounds, GridRegion($0.bounds)) }
    everywhere = veil.everywhere
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
