internal import Grid
internal import PhotoFacts
public import Plausibility
public import Query
internal import SQLite

extension IndexReader {
  /// The doubts about photos that pass a filter, in the order of the photos.
  public func doubts(passing filter: PhotoFilter) throws -> [Doubt] {
    let all = try doubts().doubts
    let ids = try filter == PhotoFilter() ? Array(all.keys) : ids(of: all.count, passing: filter)
    return ids.compactMap { all[$0] }.sorted { $0.photo < $1.photo }
  }

  private func ids(of count: Int, passing filter: PhotoFilter) throws -> [Int64] {
    var doubted = filter
    doubted.require(.doubted(nil))
    return try pins(doubted, after: nil, limit: max(1, count)).elements.map(\.id)
  }

  /// The names of cameras by the numbers that doubts have; a camera without a name has none.
  public func cameraNames() throws -> [Int32: String] {
    var names: [Int32: String] = [:]
    let rows = try connection.statement("SELECT id, make, model FROM camera")
    try rows.forEachRow { row in
      names[Int32(clamping: row.integer(0))] = Camera(make: row.text(1), model: row.text(2)).name
    }
    return names
  }
}
