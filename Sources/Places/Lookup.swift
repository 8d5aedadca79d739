public import PhotoFacts

// Finds entities by their codes and numbers.
extension Places {
  /// Translates the names of a description whose codes the file has.
  public func translate(_ names: PlaceDescription, to language: Language) -> PlaceDescription {
    var result = names
    // A damaged file leaves the names as they are.
    if let code = names.countryCode, let country = try? country(code) {
      result.country = (try? name(.country(country), language)) ?? names.country
    }
    if let code = names.regionCode, let region = try? region(code) {
      result.region = (try? name(.region(region), language)) ?? names.region
    }
    if let number = names.placeID, let settlement = try? settlements.settlement(number) {
      result.place = (try? name(.settlement(settlement), language)) ?? names.place
    }
    return result
  }

  /// The country with a code; nil if there is none.
  ///
  /// O(log n), because the codes are sorted.
  func country(_ code: String) throws(PlacesError) -> Int? {
    try position(of: code, among: countryCount) { index throws(PlacesError) in
      try countryCode(index)
    }
  }

  /// The region with a code; nil if there is none.
  func region(_ code: String) throws(PlacesError) -> Int? {
    try position(of: code, among: regionCount) { index throws(PlacesError) in
      try regionCode(index)
    }
  }

  private func position(
    of code: String, among count: Int, _ text: (Int) throws(PlacesError) -> String
  ) throws(PlacesError) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found = try text(middle)
      if found == code { return middle }
      if found.utf8.lexicographicallyPrecedes(code.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The entity with an identifier: `DE`, `DE.02` or a GeoNames number; nil if there is none.
  func entity(id: String) throws(PlacesError) -> Entity? {
    if let number = Int(id) { return try settlements.settlement(number).map(Entity.settlement) }
    if let country = try country(id) { return .country(country) }
    return try region(id).map(Entity.region)
  }
}
