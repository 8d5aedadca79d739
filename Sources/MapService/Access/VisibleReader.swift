internal import TrackStore
internal import Geography
internal import Grid
internal import HTTPServer
internal import Journeys
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Plausibility
internal import Query

/// Answers queries of a visitor from one version of the index, with the photos that the visitor may see.
///
/// Each query applies the limits of the visitor; there is no way around them.
struct VisibleReader: PhotoSource {
  private let reader: IndexReader
  private let limits: VisitorLimits?
  private let places: Places?

  /// Makes a reader; `places` name the ends of flights.
  init(_ reader: IndexReader, _ limits: VisitorLimits?, _ places: Places?) {
    (self.reader, self.limits, self.places) = (reader, limits, places)
  }

  var language: Language { reader.language }

  var withheld: Set<PhotoProperty> { limits.withheld }

  /// Which index this is, and which version of it.
  func stamp() throws -> IndexStamp { try reader.stamp() }

  /// The filter as the visitor's limits leave it.
  func own(_ filter: PhotoFilter) throws -> PhotoFilter {
    try limits.restricted(filter) { day in
      guard limits?.isOfUser == true else { return .any([]) }
      let trip = try journeys().trip(on: LocalDay(number: day))
      return .oneOf(.id, trip?.photos.map { .integer($0) } ?? [])
    }
  }

  /// The homes and trips: for owners as people have corrected them, for others those of the visible photos alone.
  func journeys() throws -> FoundJourneys {
    guard let limits else { return try reader.journeys() }
    guard limits.isOfUser else { throw Problem.notShared }
    return try reader.journeys(among: own(PhotoFilter()))
  }

  // MARK: Counts and summaries

  func count(_ filter: PhotoFilter) throws -> Int { try reader.count(own(filter)) }

  func count(in cell: TileCoordinate, _ filter: PhotoFilter) throws -> Int {
    try reader.count(in: cell, own(filter))
  }

  func facets(_ filter: PhotoFilter) throws -> PhotoFacets {
    let visible = try own(PhotoFilter())
    var facets = try reader.facets(own(filter), among: visible)
    if withheld.contains(.path) { (facets.folders, facets.otherFolders) = ([], 0) }
    if withheld.contains(.keywords) { facets.words = PhotoFacets.Words() }
    return facets
  }

  func areas(_ filter: PhotoFilter) throws -> AreaTree {
    try reader.areas(own(filter))
  }

  func names(_ filter: PhotoFilter) throws -> NameLists {
    guard !withheld.contains(.keywords) else { return NameLists() }
    return try reader.names(own(filter), andUnlocated: unlocatedCondition(filter))
  }

  /// The keywords as a tree.
  func keywordTree(_ filter: PhotoFilter) throws -> [NameSummary] {
    guard !withheld.contains(.keywords) else { return [] }
    return try reader.keywordTree(own(filter), andUnlocated: unlocatedCondition(filter))
  }

  /// The condition of the photos without a position that count beside those of a filter; nil if none do.
  ///
  /// Filters select photos on the map. Guests of links see no others.
  private func unlocatedCondition(_ filter: PhotoFilter) -> PhotoCondition? {
    guard filter.simplified == PhotoFilter() else { return nil }
    guard let limits else { return .all([]) }
    return limits.isOfUser ? limits.condition : nil
  }

  func timeline(_ filter: PhotoFilter, buckets: Int, on clock: PhotoClock) throws -> Timeline {
    try reader.timeline(own(filter), buckets: buckets, on: clock)
  }

  func days(_ filter: PhotoFilter, on clock: PhotoClock) throws -> Timeline {
    try reader.days(own(filter), on: clock)
  }

  func marks(_ filter: PhotoFilter, zoom: Int) throws -> MapMarks {
    try reader.marks(own(filter), zoom: zoom)
  }

  func marks(of tile: TileCoordinate, _ filter: PhotoFilter) throws -> [TileMark] {
    try reader.marks(of: tile, own(filter))
  }

  /// The box and time span of all visible photos; nil if there are none.
  func extent() throws -> IndexExtent? { try reader.extent(own(PhotoFilter())) }

  /// The extent of all tracks, which only owners see.
  func trackExtent() throws -> IndexExtent? {
    limits == nil ? try StoredTracks(reader).extent() : nil
  }

  // MARK: Photos

  func pins(
    _ filter: PhotoFilter, in order: PhotoOrder, after cursor: PageCursor?, skipping offset: Int,
    limit: Int
  ) throws -> Page<Pin> {
    try reader.pins(
      own(filter), in: order, after: cursor, skipping: offset, limit: limit)
  }

  func pins(
    in cell: TileCoordinate, _ filter: PhotoFilter, in order: PhotoOrder,
    after cursor: PageCursor?, skipping offset: Int, limit: Int
  ) throws -> Page<Pin> {
    try reader.pins(
      in: cell, own(filter), in: order, after: cursor, skipping: offset, limit: limit)
  }

  func nearest(
    to origin: Coordinate, count: Int, within metres: Double?, _ filter: PhotoFilter
  ) throws -> [Neighbour] {
    try reader.nearest(to: origin, count: count, within: metres, own(filter))
  }

  func seeing(
    _ query: SeeingQuery, count: Int, _ filter: PhotoFilter, over ground: (any Ground)?
  ) throws -> PhotosShowing {
    try reader.seeing(
      query.point, height: query.height, within: query.metres, count: count, own(filter),
      over: ground)
  }

  /// The photos from the same spot in the same direction; nil if the visitor cannot know what the photo shows.
  func again(
    _ id: Int64, within metres: Double, count: Int, _ filter: PhotoFilter
  ) throws -> PhotosShowing? {
    guard try photo(id) != nil else { return nil }
    return try reader.again(id, within: metres, count: count, own(filter))
  }

  func newest(_ filter: PhotoFilter, limit: Int) throws -> [PhotoRecord] {
    try reader.newest(own(filter), limit: limit).map { limits.shown($0) }
  }

  /// The photo of a pin that this reader has found.
  func photo(of pin: Pin, withNames: Bool) throws -> PhotoRecord? {
    try reader.photo(pin.id, withNames: withNames).map { limits.shown($0) }
  }

  /// The flights and doubts, if the selection asks for them; nil for guests and users, because they say where other photos
  /// were taken.
  func judgement(for properties: PropertySelection) throws -> JudgedLibrary? {
    guard limits == nil, properties.needsJudgement else { return nil }
    return JudgedLibrary(found: try reader.doubts(), namer: JourneyNamer(places, in: language))
  }

  /// One photo by its id; nil if the visitor may not see it.
  func photo(_ id: Int64) throws -> PhotoRecord? {
    try shows(id) ? reader.photo(id).map { limits.shown($0) } : nil
  }

  /// What is needed to open the file of a photo; nil if the visitor may not see it.
  ///
  /// It names the file, so it must not be written to a response.
  func file(of id: Int64) throws -> PhotoFile? {
    try shows(id) ? existingFile(of: id) : nil
  }

  /// The same of many photos on the map; nil for each that the visitor may not see.
  ///
  /// One pass over the photos finds them, not one for each.
  func files(of ids: [Int64]) throws -> [PhotoFile?] {
    let visible = Set(try shown(ids))
    return try ids.map { try visible.contains($0) ? existingFile(of: $0) : nil }
  }

  private func existingFile(of id: Int64) throws -> PhotoFile? {
    guard let photo = try reader.photo(id) else { return nil }
    return PhotoFile(
      photo: photo, isMoved: try reader.isMoved(id) || withheld.contains(.keywords),
      options: try reader.options(of: photo.root))
  }

  /// Totals, and the files that are not on the map, for one reason or for any, after a cursor; for users only photos.
  func report(
    _ reason: UnlocatedReason?, after cursor: UnlocatedCursor?, limit: Int
  ) throws -> (totals: IndexSummary, page: UnlocatedPage) {
    guard let condition = try unlocatedCondition() else {
      return (try reader.summary(), try reader.unlocated(reason, after: cursor, limit: limit))
    }
    let located = try count(PhotoFilter())
    let photos = try reader.unlocatedPhotos(passing: condition)
    let counts = photos.counts
    let totals = IndexSummary(
      photos: located + counts.values.reduce(0, +), located: located, unlocated: counts)
    return (totals, try reader.page(of: photos, reason, after: cursor, limit: limit))
  }

  /// The folders whose disk or share does not answer, which only owners see.
  func hangingRoots() throws -> [(root: FilePath, since: Int64)] {
    limits == nil ? try reader.hangingRoots() : []
  }

  /// The condition of the photos without a position that the visitor sees; nil for an owner, who sees all files.
  private func unlocatedCondition() throws -> PhotoCondition? {
    guard let limits else { return nil }
    return limits.isOfUser ? limits.condition : .any([])
  }

  /// Those of some photos that the visitor may see.
  func shown(_ ids: [Int64]) throws -> [Int64] {
    guard limits != nil else { return ids }
    var filter = PhotoFilter()
    filter.condition = .oneOf(.id, ids.map { .integer($0) })
    let page = try pins(filter, in: .place, after: nil, skipping: 0, limit: max(1, ids.count))
    return page.elements.map(\.id)
  }

  private func shows(_ id: Int64) throws -> Bool {
    guard let condition = try unlocatedCondition() else { return true }
    var filter = PhotoFilter()
    filter.condition = .compare(.id, .equal, .integer(id))
    return try count(filter) == 1 || !reader.unlocated([id], passing: condition).isEmpty
  }
}

/// The flights on which photos were taken, with their names, and the doubts about positions.
struct JudgedLibrary: Sendable {
  fileprivate let found: FoundDoubts
  fileprivate let namer: JourneyNamer
}

extension JudgedLibrary? {
  /// The photo with its flight and its doubt.
  func judged(_ photo: PhotoRecord) -> PhotoRecord {
    guard let self else { return photo }
    let (flight, doubt) = (self.found.flights[photo.id], self.found.doubts[photo.id])
    guard flight != nil || doubt != nil else { return photo }
    var photo = photo
    var names = photo.names ?? PlaceDescription()
    names.flight = flight.map(self.namer.text)
    names.doubt = doubt?.reason
    photo.names = names
    return photo
  }
}

/// What is needed to open the file of a photo.
struct PhotoFile {
  /// The photo, with the true place of its file.
  let photo: PhotoRecord

  /// Whether a guest must not get what the file says: its true position, or its words.
  let isMoved: Bool

  /// The options with which its folder was scanned.
  let options: [RootOption]
}

/// A reader from which features are written.
protocol PhotoSource {
  /// The language of names.
  var language: Language { get }

  /// The properties that its photos lack.
  var withheld: Set<PhotoProperty> { get }

  /// Which index this is, and which version of it.
  func stamp() throws -> IndexStamp

  /// The photo of a pin that this reader has found.
  func photo(of pin: Pin, withNames: Bool) throws -> PhotoRecord?
}

extension IndexReader: PhotoSource {
  var withheld: Set<PhotoProperty> { [] }

  func photo(of pin: Pin, withNames: Bool) throws -> PhotoRecord? {
    try photo(pin.id, withNames: withNames)
  }
}
