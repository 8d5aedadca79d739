internal import Geography

extension IndexReader {
  /// What is wrong with the grid: runs out of order, entries that do not match their points, and
  /// photos that it lacks or has twice.
  func gridProblems() throws -> [String] {
    var problems: [String] = []
    var previous: GridPosition?
    var photos = PhotoSet()
    var count = 0
    try forEachRun(in: GridRegion(TileCoordinate.world)) { extent in
      try withRun(extent) { run in
        for index in 0..<run.count {
          let position = run.position(index)
          if let previous, position <= previous {
            problems.append("photo \(position.id) is out of order in the grid")
          }
          if photos.contains(position.id) {
            problems.append("photo \(position.id) is in the grid twice")
          }
          photos.insert(position.id)
          previous = position
        }
        count += run.count
        if extent.first != run.position(0) || extent.last != run.position(run.count - 1) {
          problems.append("run \(extent.row) does not begin and end where its entry says")
        }
        return .on
      }
    }
    let located = try connection.integer("SELECT count(*) FROM photo WHERE latitude IS NOT NULL")
    if Int64(count) != located {
      problems.append("the grid holds \(count) photos, the table \(located ?? 0)")
    }
    return problems
  }
}
