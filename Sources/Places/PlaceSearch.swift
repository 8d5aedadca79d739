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

  /// Places whose name in any language begins like a text, those of exactly that name and then the most
  /// populous first; if there are none, those that differ by a typing error.
  public func search(_ text: String, in language: Language, limit: Int = 10) throws(PlacesError)
    -> [FoundPlace]
  {
    let wanted = try folding.fold(text)
    guard !wanted.isEmpty, limit > 0 else { return [] }
    var best = Ranking(limit: limit)
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

  /// The identifier of an entity.
  func id(of entity: Entity) throws(PlacesError) -> String {
    switch entity {
    case .country(let index): try countryCode(index)
    case .region(let index): try regionCode(index)
    case .settlement(let index): String(try settlements.number(of: index))
    }
  }
}

/// The entities of the highest rank, each once.
private struct Ranking {
  let limit: Int
  private var entries: [(rank: Int, number: Int)] = []

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { entries.isEmpty }

  var numbers: [Int] { entries.map(\.number) }

  mutating func add(_ number: Int, rank: Int) {
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
