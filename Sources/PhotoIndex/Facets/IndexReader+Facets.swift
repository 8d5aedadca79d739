internal import Geography

extension IndexReader {
  /// How many photos are looked up one by one before it pays to read the groups of all.
  private static var mostLookedUp: Int { 2_000 }

  /// Counts the photos that pass a filter by camera, kind, source and folder.
  ///
  /// The groups of all photos are read once for each version of the index, when a question is about
  /// more photos than are worth looking up; after that any question is one walk over its runs.
  public func facets(_ filter: PhotoFilter) throws -> PhotoFacets {
    let filter = filter.simplified
    return try kept.facets.answer(to: filter, at: stamp()) {
      let names = try kept.groupNames.answer(to: EntireIndex(), at: stamp()) {
        try groupNames()
      }
      if try kept.groups.known(EntireIndex(), at: stamp()) == nil,
        let facets = try lookedUpFacets(filter, names)
      {
        return facets
      }
      return try walkedFacets(filter, names)
    }
  }

  private func groupNames() throws -> GroupNames {
    var names = try GroupNames(connection)
    guard kept.veil != nil else { return names }
    // A folder all of whose photos are hidden must not show by what is said of its namesake.
    let groups = try PhotoGroups(connection, names)
    var isUsed = [Bool](repeating: false, count: groups.groups.count)
    try forEachChosen(PhotoFilter()) { run, chosen in
      for index in chosen { isUsed[groups.position(of: run.id(index))] = true }
      return .on
    }
    names.tellApartOnly(
      Set(zip(groups.groups, isUsed).compactMap { group, isUsed in isUsed ? group.folder : nil }))
    return names
  }

  /// Looks each photo up; nothing where they are too many for that.
  private func lookedUpFacets(_ filter: PhotoFilter, _ names: GroupNames) throws -> PhotoFacets? {
    var traits = [Int](repeating: 0, count: 256)
    var ids: [Int64] = []
    try forEachChosen(filter) { run, chosen in
      for index in chosen {
        traits[Int(run.traits(index))] += 1
        ids.append(run.id(index))
      }
      return ids.count > Self.mostLookedUp ? .stop : .on
    }
    guard ids.count <= Self.mostLookedUp else { return nil }
    var groups: [GroupNames.Group: Int] = [:]
    let row = try connection.statement("SELECT directory, camera FROM photo WHERE id = ?1")
    defer { row.reset() }
    for id in ids {
      row.reset()
      try row.bind(id, at: 1)
      let isKnown = try row.step()
      let group =
        isKnown
        ? names.group(directory: row.integer(0), camera: row.optionalInteger(1))
        : GroupNames.Group()
      groups[group, default: 0] += 1
    }
    return PhotoFacets(traits: traits, groups: groups, names)
  }

  private func walkedFacets(_ filter: PhotoFilter, _ names: GroupNames) throws -> PhotoFacets {
    let groups = try kept.groups.answer(to: EntireIndex(), at: stamp()) {
      try PhotoGroups(connection, names)
    }
    var traits = [Int](repeating: 0, count: 256)
    var counts = [Int](repeating: 0, count: groups.groups.count)
    try forEachChosen(filter) { run, chosen in
      chosen.forEachChosen { index in
        traits[Int(run.traits(index))] += 1
        counts[groups.position(of: run.id(index))] += 1
      }
      return .on
    }
    let found = zip(groups.groups, counts).filter { $0.1 > 0 }
    return PhotoFacets(
      traits: traits, groups: Dictionary(found, uniquingKeysWith: +), names)
  }

  private func forEachChosen(
    _ filter: PhotoFilter, _ body: (GridRun, PointSelection) throws -> Walk
  ) throws {
    let points = try prepared(filter)
    try readRuns(in: GridRegion(filter.box ?? .world)) { run, _ in
      try body(run, points.selection(of: run, in: 0..<run.count))
    }
  }
}
