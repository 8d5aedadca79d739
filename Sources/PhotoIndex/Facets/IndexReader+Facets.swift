internal import Geography
public import Query

extension IndexReader {
  /// Counts the photos that pass a filter by camera, kind, source and folder.
  ///
  /// One walk over the runs. The groups of all photos are remembered; after a change those of the blocks
  /// that have changed are read again.
  public func facets(_ filter: PhotoFilter) throws -> PhotoFacets {
    let filter = filter.simplified
    return try kept.facets.answer(to: filter, at: stamp()) {
      let names = try kept.groupNames.answer(to: EntireIndex(), at: stamp()) {
        try groupNames()
      }
      return try walkedFacets(filter, names)
    }
  }

  private func groups() throws -> PhotoGroups {
    try kept.groups.answer(to: EntireIndex(), at: stamp()) { older in
      try older?.renewed(self) ?? PhotoGroups(self)
    }
  }

  private func groupNames() throws -> GroupNames {
    var names = try GroupNames(connection)
    guard kept.veil != nil else { return names }
    // A folder all of whose photos are hidden must not show by what is said of its namesake.
    let groups = try groups()
    var isUsed = [Bool](repeating: false, count: groups.groups.count)
    try forEachChosen(PhotoFilter()) { run, chosen in
      for index in chosen { isUsed[groups.position(of: run.id(index))] = true }
      return .on
    }
    names.tellApartOnly(
      Set(
        zip(groups.groups, isUsed).compactMap { group, isUsed in
          isUsed ? names.group(directory: group.directory, camera: group.camera).folder : nil
        }))
    return names
  }

  private func walkedFacets(_ filter: PhotoFilter, _ names: GroupNames) throws -> PhotoFacets {
    let groups = try groups()
    var traits = [Int](repeating: 0, count: 256)
    var counts = [Int](repeating: 0, count: groups.groups.count)
    try groups.withPositions { position in
      try forEachChosen(filter) { run, chosen in
        chosen.forEachChosen { index in
          traits[Int(run.traits(index))] += 1
          counts[position(run.id(index))] += 1
        }
        return .on
      }
    }
    let found = zip(groups.groups, counts).filter { $0.1 > 0 }
      .map { (names.group(directory: $0.directory, camera: $0.camera), $1) }
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
