public import Geography
internal import Glibc

extension Places {
  /// Whether a position and all around it are in no country; false if that cannot be known.
  public func isOpenSea(_ place: Coordinate, within kilometres: Double = 25) -> Bool {
    let reach = kilometres / 111.2
    let stretch = max(0.05, cos(place.latitude * .pi / 180))
    let around = (0..<8).compactMap { part -> Coordinate? in
      let angle = Double(part) * .pi / 4
      let longitude = place.longitude + reach * sin(angle) / stretch
      return Coordinate(
        latitude: place.latitude + reach * cos(angle),
        longitude: longitude > 180
          ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      )
    }
    return ([place] + around).allSatisfy { point in
      guard let found = try? locate(point) else { return false }
      return found.country == nil
    }
  }
}
