public import PhotoFacts

// From codes and numbers back to entities.
extension Places {
  /// The names of a description in another language, where the file knows its codes.
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

  /// The country of a code; nil if there is none.
  ///
  /// O(log n), as the codes are in order.
  func country(_ code: String) throws(PlacesError) -> Int? {
    try position(of: code, among: countryCount) { index throws(PlacesError) in
      try countryCode(index)
    }
  }

  /// The region of a code; nil if there is none.
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

  /// The entity of an identifier: `DE`, `DE.02` or a number of GeoNames.
  func entity(id: String) throws(PlacesError) -> Entity? {
    if let number = Int(id) { return try settlements.settlement(number).map(Entity.settlement) }
    if let country = try country(id) { return .country(country) }
    return try region(id).map(Entity.region)
  }
}
