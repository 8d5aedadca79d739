extension BoundingBox {
  /// A box that contains all positions within a distance.
  public init(around centre: Coordinate, metres: Double) {
    // A degree of latitude is nowhere shorter than this.
    let rise = metres / 110_000
    let (south, north) = (centre.latitude - rise, centre.latitude + rise)
    let farthest = max(abs(south), abs(north))
    // Around a pole the box includes all longitudes.
    let run = farthest < 89 ? rise * 1.01 / cosine(farthest.radians) : 180
    let west = centre.longitude - run
    let east = centre.longitude + run
    let isRound = run >= 180
    self =
      BoundingBox(
        west: isRound ? -180 : west < -180 ? west + 360 : west, south: max(south, -90),
        east: isRound ? 180 : east > 180 ? east - 360 : east, north: min(north, 90)) ?? .world
  }
}
