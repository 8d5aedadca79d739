public import PhotoFacts

/// A country, a region or a settlement that a search has found.
public struct FoundPlace: Hashable, Sendable {
  /// The identifier: `DE`, `DE.02` or a number of GeoNames.
  public var id: String

  /// Its name.
  public var name: String

  /// How many people live there.
  public var population: Int
}

extension Places {
  /// The shortest text in which one typing error is expected, and two.
  private static let lengthForErrors = [4, 9]

  /// Places whose name in any language begins like a text: first those with most photos, then those of
  /// exactly that name, then the most populous; if there are none, those that differ by a typing error.
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

  /// The codes and numbers of what has exactly this name in any language, whatever its case and accents.
  public func identifiers(named text: String) -> (
    countries: [String], regions: [String], settlements: [Int]
  ) {
    var found: (countries: [String], regions: [String], settlements: [Int]) = ([], [], [])
    // A damaged file knows no names, and the names in the index are compared all the same.
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

/// How many photos there are in countries, regions and settlements.
public struct Ownership: Sendable {
  /// By the numbers of entities.
  var photos: [Int: Int] = [:]

  /// Makes an ownership of no photos.
  public init() {}
}

extension Places {
  /// Looks up the entities of counts by identifier; what the file does not know is left out.
  public func ownership(_ counts: [(id: String, count: Int)]) -> Ownership {
    var owned = Ownership()
    for (id, count) in counts {
      if let entity = try? entity(id: id) { owned.photos[number(of: entity)] = count }
    }
    return owned
  }

  /// The English names of an area and of what it lies in; nil for an identifier of none.
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

/// The entities of the highest rank, each once.
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
    // One photo counts more than all people.
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
