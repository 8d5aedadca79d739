public import Geography

/// An area in which guests see no photos, or only their approximate positions.
public struct PrivacyZone: Hashable, Sendable {
  /// Where it is.
  public enum Area: Hashable, Sendable {
    /// All positions within a number of metres of a centre.
    case circle(centre: Coordinate, metres: Double)

    /// A box.
    case box(BoundingBox)
  }

  /// What guests see of its photos.
  public enum Treatment: Hashable, Sendable {
    /// Nothing.
    case hidden

    /// Each photo in the middle of a grid cell.
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
  /// A box that contains the zone.
  var bounds: BoundingBox {
    switch area {
    case .circle(let centre, let metres): BoundingBox(around: centre, metres: metres)
    case .box(let box): box
    }
  }

  /// A box inside the zone; nil if there is no simple one.
  ///
  /// In a box around the centre of a circle the corners are farthest from the centre, so testing them is
  /// enough.
  var core: BoundingBox? {
    guard case .circle(let centre, let metres) = area else { return bounds }
    let box = BoundingBox(around: centre, metres: 0.65 * metres)
    // Around a pole, the box has all longitudes, and its middle is not the centre.
    let isAroundCentre = Int64(box.eastE7) - Int64(box.westE7) < 900_000_000
    guard !box.crossesAntimeridian, isAroundCentre else { return nil }
    let corners = [
      (box.southE7, box.westE7), (box.southE7, box.eastE7), (box.northE7, box.westE7),
      (box.northE7, box.eastE7),
    ]
    let isInside = corners.allSatisfy { latitude, longitude in
      let corner = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
      return corner.map { centre.geodesic(to: $0).distance < 0.995 * metres } ?? false
    }
    return isInside ? box : nil
  }

  /// Whether a position within its bounds lies in it.
  func contains(_ place: Coordinate) -> Bool {
    switch area {
    case .circle(let centre, let metres): centre.geodesic(to: place).distance <= metres
    case .box: true
    }
  }
}
