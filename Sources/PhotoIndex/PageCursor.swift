internal import Geography
internal import Grid
public import Query

/// Where a listing continues: after this photo, in the order of the listing.
///
/// The order is total and depends on the photos alone. So while the index does not change, paging neither
/// repeats nor skips a photo, whatever the page size.
public struct PageCursor: Hashable, Sendable {
  enum Position: Hashable {
    case grid(GridPosition)
    case time(TimePosition, PhotoOrder)
  }

  let position: Position

  init(_ position: GridPosition) { self.position = .grid(position) }

  init(_ position: TimePosition, in order: PhotoOrder) { self.position = .time(position, order) }

  /// Parses the text of a cursor; returns nil if it is invalid.
  public init?(_ text: some StringProtocol) {
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let order: PhotoOrder? =
      switch parts.first {
      case "o" where parts.count == 3: .oldestFirst
      case "n" where parts.count == 3: .newestFirst
      default: nil
      }
    if order != nil { parts.removeFirst() }
    guard parts.count == 2, let number = UInt64(parts[0], radix: 36),
      let id = Int64(parts[1], radix: 36),
      id > 0, !parts[1].hasPrefix("+"), !parts[0].hasPrefix("+")
    else { return nil }
    if let order {
      position = .time(TimePosition(rank: number, id: id), order)
    } else {
      guard number <= GridKey.last.rawValue else { return nil }
      position = .grid(GridPosition(key: GridKey(rawValue: number), id: id))
    }
  }

  /// Its position, if the listing is in the order of the grid.
  var gridPosition: GridPosition? {
    if case .grid(let position) = position { position } else { nil }
  }

  /// Its position, if the listing is in an order of time.
  var timePosition: TimePosition? {
    if case .time(let position, _) = position { position } else { nil }
  }

  /// The order of the listing it belongs to.
  public var order: PhotoOrder {
    switch position {
    case .grid: .place
    case .time(_, let order): order
    }
  }

  /// The cursor as text that needs no escaping in a URL.
  public var text: String {
    func text(_ number: UInt64, _ id: Int64) -> String {
      "\(String(number, radix: 36))-\(String(id, radix: 36))"
    }
    return switch position {
    case .grid(let position): text(position.key.rawValue, position.id)
    case .time(let position, let order):
      (order == .newestFirst ? "n-" : "o-") + text(position.rank, position.id)
    }
  }
}
