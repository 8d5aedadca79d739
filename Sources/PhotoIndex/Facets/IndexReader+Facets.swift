internal import Geography
public import Query

extension IndexReader {
  /// Counts the photos that pass a filter by camera, kind, source and folder.
  ///
  /// One walk over the runs. The groups of all photos are remembered; after a change those of the blocks
  /// that have changed are read again.
  public func facets(_ filter: PhotoFilter) throws -> PhotoFacets {
    let filter = filter.simplified
    return try caches.facets.answer(to: filter, at: stamp()) {
      let names = try caches.groupNames.answer(to: EntireIndex(), at: stamp()) {
        try groupNames()
      }
      return try walkedFacets(filter, names)
    }
  }

  private func groupNames() throws -> GroupNames {
    var names = try GroupNames(connection)
    guard caches.privacy != nil else { return names }
    // A folder all of whose photos are hidden must not show by what is said of its namesake.
    let groups = try namedGroups().groups
    let used = zip(groups.groups, try counts(PhotoFilter(), groups).groups).filter { $0.1 > 0 }
    names.tellApartOnly(
      Set(used.compactMap { names.group(directory: $0.0.directory, camera: $0.0.camera).folder }))
    return names
  }

  private func walkedFacets(_ filter: PhotoFilter, _ names: GroupNames) throws -> PhotoFacets {
    let named = try namedGroups()
    let counts = try counts(filter, named.groups)
    let found = zip(named.groups.groups, counts.groups).filter { $0.1 > 0 }
    let groups = found.map { (names.group(directory: $0.directory, camera: $0.camera), $1) }
    let localities = found.map { ($0.localityNumber, $1) }
    return PhotoFacets(
      traits: counts.traits, groups: Dictionary(groups, uniquingKeysWith: +), names,
      localities: Dictionary(localities, uniquingKeysWith: +), named.localities)
  }

  private func counts(_ filter: PhotoFilter, _ groups: PhotoGroups) throws -> FacetCounts {
    var counts = FacetCounts(groups: groups.groups.count)
    try addChosen(filter, to: &counts) { counts, run, chosen in
      counts.add(run, chosen, groups)
    }
    return counts
  }
}

/// Photos counted by their traits and by their groups.
private struct FacetCounts: Mergeable {
  private(set) var traits = [Int](repeating: 0, count: 256)
  private(set) var groups: [Int]

  init(groups: Int) { self.groups = [Int](repeating: 0, count: groups) }

  var emptied: FacetCounts { FacetCounts(groups: groups.count) }

  mutating func merge(_ other: FacetCounts) {
    traits.merge(other.traits)
    groups.merge(other.groups)
  }

  mutating func add(_ run: GridRun, _ chosen: PointSelection, _ groups: PhotoGroups) {
    unsafe traits.withUnsafeMutableBufferPointer { traits in
      // A trait is less than 256.
      chosen.forEachChosen { unsafe traits[Int(run.traits($0))] &+= 1 }
    }
    groups.count(run, chosen, in: &self.groups)
  }
}
