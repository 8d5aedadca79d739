public import PhotoFacts

/// A country, a region or a settlement that a search has found.
public struct FoundPlace: Hashable, Sendable {
  /// The identifier: `DE`, `DE.02` or a GeoNames number.
  public var id: String

  /// Its name.
  public var name: String

  /// Its population.
  public var population: Int
}

extension Places {
  /// The shortest texts, in bytes, for which one and two typing errors are allowed.
  private static let lengthForErrors = [4, 9]

  /// Finds places whose name in any language begins with a text.
  ///
  /// Places with most photos come first, then the most populous; an exact name counts like a hundred times the
  /// population. If no name begins with the text, finds names that differ by one typing error, or by two in
  /// longer texts.
  public func search(
    _ text: String, in language: Language, limit: Int = 10, owned: Ownership = Ownership()
  ) throws(PlacesError) -> [FoundPlace] {
    let wanted = try folding.fold(text)
    guard !wanted.isEmpty, limit > 0 else { return [] }
    var best = Ranking(limit: limit, photos: owned.photos)
    for row in try terms.rows(beginning: wanted) {
      let number = try terms.entity(row)
      guard let entity = entity(number) else { throw .damaged }
      let isExact = try terms.length(row) == wanted.count
      best.add(number, rank: try population(entity) &* (isExact ? 100 : 1))
    }
    for errors in 1...2 where best.isEmpty && wanted.count >= Self.lengthForErrors[errors - 1] {
      for row in try terms.rows(near: wanted, within: errors) {
        let number = try terms.entity(row)
        guard let entity = entity(number) else { throw .damaged }
        best.add(number, rank: try population(entity))
      }
    }
    var found: [FoundPlace] = []
    for number in best.numbers {
      guard let entity = entity(number) else { throw .damaged }
      found.append(
        FoundPlace(
          id: try id(of: entity), name: try name(entity, language),
          population: try population(entity)))
    }
    return found
  }

  /// Whether a name, or one of its words, begins with a text, ignoring case and accents.
  public func begins(_ name: String, with text: String) -> Bool {
    guard let wanted = try? folding.fold(text), !wanted.isEmpty, let name = try? folding.fold(name)
    else { return false }
    return name.indices.contains { start in
      (start == 0 || name[start - 1] == 0x20) && name[start...].starts(with: wanted)
    }
  }

  /// Whether two names are the same, ignoring case and accents.
  public func areEqual(_ one: String, _ other: String) -> Bool {
    guard let one = try? folding.fold(one), let other = try? folding.fold(other) else {
      return false
    }
    return one == other
  }

  /// The identifiers of all entities that have exactly this name in any language, ignoring case and accents.
  public func identifiers(named text: String) -> (
    countries: [String], regions: [String], settlements: [Int]
  ) {
    var found: (countries: [String], regions: [String], settlements: [Int]) = ([], [], [])
    // With a damaged file, no name is found here, but the names in the index are still compared.
    guard let wanted = try? folding.fold(text), !wanted.isEmpty,
      let rows = try? terms.rows(beginning: wanted)
    else { return found }
    for row in rows {
      guard (try? terms.length(row)) == wanted.count, let number = try? terms.entity(row) else {
        continue
      }
      switch entity(number) {
      case .country(let index)?:
        if let code = try? countryCode(index) { found.countries.append(code) }
      case .region(let index)?: if let code = try? regionCode(index) { found.regions.append(code) }
      case .settlement(let index)?:
        if let number = try? settlements.number(of: index) { found.settlements.append(number) }
      case nil: continue
      }
    }
    return found
  }

  /// The identifier of an entity.
  func id(of entity: Entity) throws(PlacesError) -> String {
    switch entity {
    case .country(let index): try countryCode(index)
    case .region(let index): try regionCode(index)
    case .settlement(let index): String(try settlements.number(of: index))
    }
  }
}

/// The number of photos in countries, regions and settlements.
public struct Ownership: Sendable {
  /// The counts by the numbers of entities.
  var photos: [Int: Int] = [:]

  /// Makes an ownership without photos.
  public init() {}
}

extension Places {
  /// Looks up the entities of counts by identifier; leaves out identifiers that the file does not have.
  public func ownership(_ counts: [(id: String, count: Int)]) -> Ownership {
    var owned = Ownership()
    for (id, count) in counts {
      if let entity = try? entity(id: id) { owned.photos[number(of: entity)] = count }
    }
    return owned
  }

  /// The English names of an area and of the areas around it; nil if no area has the identifier.
  public func names(of id: String) throws(PlacesError) -> PlaceDescription? {
    var locality = Locality()
    switch try entity(id: id) {
    case .country(let country)?: locality.country = country
    case .region(let region)?:
      (locality.country, locality.region) = (try country(ofRegion: region), region)
    case .settlement(let settlement)?:
      locality.settlement = settlement
      let country = try settlements.country(of: settlement)
      let region = try settlements.region(of: settlement)
      locality.country = country == Division.none ? nil : Int(country)
      locality.region = region == Division.none ? nil : Int(region)
    case nil: return nil
    }
    return try describe(locality)
  }
}

/// The entities of highest rank, without duplicates.
private struct Ranking {
  let limit: Int
  let photos: [Int: Int]
  private var entries: [(rank: Int, number: Int)] = []

  init(limit: Int, photos: [Int: Int]) {
    self.limit = limit
    self.photos = photos
  }

  var isEmpty: Bool { entries.isEmpty }

  var numbers: [Int] { entries.map(\.number) }

  mutating func add(_ number: Int, rank population: Int) {
    // One photo outweighs any population.
    let rank = photos.isEmpty ? population : population + (photos[number] ?? 0) << 40
    if entries.count == limit, let last = entries.last, (last.rank, number) >= (rank, last.number) {
      return
    }
    if let known = entries.firstIndex(where: { $0.number == number }) {
      guard entries[known].rank < rank else { return }
      entries.remove(at: known)
    }
    let at = entries.firstIndex { ($0.rank, number) < (rank, $0.number) } ?? entries.endIndex
    entries.insert((rank, number), at: at)
    if entries.count > limit { entries.removeLast() }
  }
}
