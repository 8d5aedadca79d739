public import Geography

/// An area in which guests see no photos, or see them about where they are.
public struct PrivacyZone: Hashable, Sendable {
  /// Where it is.
  public enum Area: Hashable, Sendable {
    /// All places within so many metres of one.
    case circle(centre: Coordinate, metres: Double)

    /// A box.
    case box(BoundingBox)
  }

  /// What guests see of it.
  public enum Treatment: Hashable, Sendable {
    /// Nothing: its photos are not there.
    case hidden

    /// Its photos, in the middles of the cells of a grid.
    case coarse(CoarseGrid)
  }

  /// The owner's name for it, which guests never see.
  public var name: String

  /// Where it is.
  public var area: Area

  /// What guests see of it.
  public var treatment: Treatment

  /// Makes a zone.
  public init(name: String, area: Area, treatment: Treatment) {
    (self.name, self.area, self.treatment) = (name, area, treatment)
  }
}

extension PrivacyZone {
  /// A box that holds all of it.
  var bounds: BoundingBox {
    switch area {
    case .circle(let centre, let metres): BoundingBox(around: centre, metres: metres)
    case .box(let box): box
    }
  }

  /// Whether a place within its bounds lies in it.
  func contains(_ place: Coordinate) -> Bool {
    switch area {
    case .circle(let centre, let metres): centre.geodesic(to: place).distance <= metres
    case .box: true
    }
  }
}
