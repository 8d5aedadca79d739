internal import Geography
internal import Grid
public import Query

extension IndexReader {
  /// Counts the photos that pass a filter by camera, kind, source and folder.
  ///
  /// Walks the runs once. The groups of all photos are cached; after a change, only those of changed blocks are
  /// read again.
  ///
  /// `visible` selects all photos that may be known: a folder has a `glob` if no other folder of its name has
  /// one of them.
  public func facets(
    _ filter: PhotoFilter, among visible: PhotoFilter = PhotoFilter()
  ) throws -> PhotoFacets {
    let question = FacetsQuestion(filter: filter.simplified, visible: visible)
    return try caches.facets.answer(to: question, at: stamp()) {
      let names = try groupNames(of: visible)
      return try walkedFacets(question.filter, names)
    }
  }

  /// The cameras and folders, named so that those of the visible photos differ.
  func groupNames(of visible: PhotoFilter = PhotoFilter()) throws -> GroupNames {
    try caches.groupNames.answer(to: visible, at: stamp()) { try readGroupNames(of: visible) }
  }

  private func readGroupNames(of visible: PhotoFilter) throws -> GroupNames {
    var names = try GroupNames(connection)
    guard caches.privacy != nil || visible != PhotoFilter() else { return names }
    // `isOnlyOneOfItsName` must not disclose a folder of the same name whose photos are all hidden.
    let groups = try namedGroups().groups
    let sums = groups.sums(ofPairs: try counts(visible.simplified, groups).pairs)
    let used = zip(groups.groups, sums.groups).filter { $0.1 > 0 }
    names.distinguishOnly(Set(used.compactMap { names.group($0.0).folder }))
    return names
  }

  private func walkedFacets(_ filter: PhotoFilter, _ names: GroupNames) throws -> PhotoFacets {
    let named = try namedGroups()
    let counts = try counts(filter, named.groups)
    let sums = named.groups.sums(ofPairs: counts.pairs)
    let groups = zip(named.groups.groups, sums.groups).filter { $1 > 0 }
      .map { (names.group($0), $1) }
    let localities = zip(named.groups.localities, sums.localities).filter { $1 > 0 }
      .compactMap { number, count in
        named.localities.rows[UInt32(number)].map { ($0.names, count) }
      }
    var facets = PhotoFacets(
      traits: counts.traits, groups: Dictionary(groups, uniquingKeysWith: +), names, localities)
    if let photos = counts.photos { facets.words = try wordFacets(photos) }
    return facets
  }

  private func counts(_ filter: PhotoFilter, _ groups: PhotoGroups) throws -> FacetCounts {
    let hasWords = try !caches.terms.table(connection).rows.isEmpty
    var counts = FacetCounts(pairs: groups.pairCount, photos: hasWords ? PhotoSet() : nil)
    try addChosen(filter, to: &counts) { counts, run, chosen in
      counts.add(run, chosen, groups)
    }
    return counts
  }
}

/// A query for counts by camera, kind, source and folder.
struct FacetsQuestion: Hashable {
  var filter: PhotoFilter
  var visible: PhotoFilter
}

/// Photos counted by their traits, and by the pairs of their groups and localities.
private struct FacetCounts: Mergeable {
  private(set) var traits = [Int](repeating: 0, count: 256)
  private(set) var pairs: [Int]
  /// The photos themselves, where their words are counted too.
  private(set) var photos: PhotoSet?

  init(pairs: Int, photos: PhotoSet?) {
    self.pairs = [Int](repeating: 0, count: pairs)
    self.photos = photos
  }

  var emptied: FacetCounts {
    FacetCounts(pairs: pairs.count, photos: photos.map { _ in PhotoSet() })
  }

  mutating func merge(_ other: FacetCounts) {
    traits.merge(other.traits)
    pairs.merge(other.pairs)
    if let more = other.photos { photos?.formUnion(more) }
  }

  mutating func add(_ run: GridRun, _ chosen: PointSelection, _ groups: PhotoGroups) {
    unsafe traits.withUnsafeMutableBufferPointer { traits in
      // A trait is less than 256.
      chosen.forEachChosen { unsafe traits[Int(run.traits($0))] &+= 1 }
    }
    groups.count(run, chosen, pairs: &pairs)
    if photos != nil { for index in chosen { photos?.insert(run.id(index)) } }
  }
}
