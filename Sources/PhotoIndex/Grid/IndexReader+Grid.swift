public import Geography
public import Grid
public import PhotoFacts
public import Query

// What the grid answers, for the filters of photos. Answers that take reading are cached.
extension IndexReader {
  /// How many located photos pass a filter.
  public func count(_ filter: PhotoFilter) throws -> Int {
    let filter = filter.simplified
    guard !filter.isOnlyABox else { return try grid.count(prepared(filter)) }
    return try caches.counts.answer(to: filter, at: stamp()) { try grid.count(prepared(filter)) }
  }

  /// How many photos of one cell pass a filter.
  public func count(in cell: TileCoordinate, _ filter: PhotoFilter) throws -> Int {
    try grid.count(in: cell, prepared(filter.simplified))
  }

  /// The located photos that pass a filter, in an order, after a cursor of that order.
  public func pins(
    _ filter: PhotoFilter, in order: PhotoOrder = .place, after cursor: PageCursor? = nil,
    skipping offset: Int = 0, limit: Int
  ) throws -> Page<Pin> {
    try page(filter, in: nil, order, cursor, offset, limit)
  }

  /// The photos of one cell that pass a filter, in an order, after a cursor of that order.
  public func pins(
    in cell: TileCoordinate, _ filter: PhotoFilter, in order: PhotoOrder = .place,
    after cursor: PageCursor? = nil, skipping offset: Int = 0, limit: Int
  ) throws -> Page<Pin> {
    try page(filter, in: cell, order, cursor, offset, limit)
  }

  /// How many photos a page in the order of time can skip; paging with cursors has no such limit.
  private static let farthestOffset = 1_000_000

  private func page(
    _ filter: PhotoFilter, in cell: TileCoordinate?, _ order: PhotoOrder, _ cursor: PageCursor?,
    _ offset: Int, _ limit: Int
  ) throws -> Page<Pin> {
    guard cursor == nil || cursor?.order == order else {
      throw IndexError(.invalidRequest, "the cursor is from a listing in another order")
    }
    guard order == .place || offset <= Self.farthestOffset else {
      throw IndexError(
        .invalidRequest,
        "no more than \(Self.farthestOffset) photos can be skipped in this order; follow the links")
    }
    let wanted = try prepared(filter.simplified)
    guard order != .place else {
      let page = try grid.pins(
        wanted, in: cell, after: cursor?.gridPosition, skipping: offset, limit: limit)
      return Page(elements: page.pins, next: page.last.map { PageCursor($0) })
    }
    let page = try grid.pins(
      wanted, in: cell, newestFirst: order == .newestFirst, after: cursor?.timePosition,
      skipping: offset, limit: limit)
    return Page(elements: page.pins, next: page.last.map { PageCursor($0, in: order) })
  }

  /// The `count` located photos nearest to a position, nearest first; those at equal distances by id.
  public func nearest(
    to origin: Coordinate, count: Int, within metres: Double? = nil,
    _ filter: PhotoFilter = PhotoFilter()
  ) throws -> [Neighbour] {
    try grid.nearest(to: origin, count: count, within: metres, prepared(filter.simplified))
  }

  /// Groups the photos that pass a filter by the cells of a zoom level; see `GridReader.marks`.
  public func marks(_ filter: PhotoFilter, zoom: Int, limit: Int = 10_000) throws -> MapMarks {
    let filter = filter.simplified
    guard !filter.isOnlyABox else {
      return try grid.marks(prepared(filter), zoom: zoom, limit: limit)
    }
    let question = MarksQuestion(filter: filter, zoom: zoom, limit: limit)
    return try caches.marks.answer(to: question, at: stamp()) {
      try grid.marks(prepared(filter), zoom: zoom, limit: limit)
    }
  }

  /// Groups the photos of a tile that pass a filter by the cells of the tile.
  ///
  /// A photo is in the tile of its grid key and in no other of that zoom level. So the counts of all tiles of a
  /// level add up to the count of the filter. The tile replaces the filter's box.
  public func marks(of tile: TileCoordinate, _ filter: PhotoFilter) throws -> [TileMark] {
    guard let box = BoundingBox(tile) else { return [] }
    var filter = filter
    filter.box = box
    let zoom = tile.zoom + Cluster.levelsBelowTile - Cluster.levelsBelowZoom
    return try marks(filter, zoom: zoom).marks.map { mark in
      switch mark {
      case .cluster(let cluster): .cluster(cluster)
      case .pin(let pin): .photo(try photo(of: pin))
      }
    }
  }

  private func photo(of pin: Pin) throws -> GridPhoto {
    let point = try grid.point(at: GridPosition(key: GridKey(pin.coordinate), id: pin.id))
    return GridPhoto(
      id: pin.id, coordinate: pin.coordinate,
      time: point.time == IndexedPoint.undated ? nil : point.time,
      media: MediaKind(rawValue: point.traits & 0x0F))
  }

  /// Counts the photos that pass a filter over time, in at most `buckets` pieces, and at most 10,000; see
  /// `GridReader.timeline`.
  public func timeline(
    _ filter: PhotoFilter, buckets: Int, on clock: PhotoClock = .utc
  ) throws -> Timeline {
    let question = TimelineQuestion(
      filter: filter.simplified, pieces: min(max(buckets, 1), 10_000), clock: clock)
    return try caches.timelines.answer(to: question, at: stamp()) {
      try grid.timeline(prepared(question.filter), pieces: question.pieces, on: clock)
    }
  }

  /// Counts the photos that pass a filter by day, however many days there are.
  ///
  /// Omits days without photos.
  public func days(_ filter: PhotoFilter, on clock: PhotoClock = .utc) throws -> Timeline {
    try grid.days(prepared(filter.simplified), on: clock)
  }

  /// Adds up the points that pass a filter.
  func addChosen<Sum: Mergeable>(
    _ filter: PhotoFilter, to sum: inout Sum, _ add: ChosenAdder<Sum>
  ) throws {
    try grid.addChosen(prepared(filter), to: &sum, add)
  }

  /// Prepares a filter: looks up what the grid does not store, as sets of photos.
  func prepared(_ filter: PhotoFilter) throws -> GridFilter {
    let tests = try tests(of: filter)
    return GridFilter(filter, test: tests.isEmpty ? nil : PhotoTest(all: tests))
  }

  /// The tests of what the grid does not store.
  private func tests(of filter: PhotoFilter) throws -> [PhotoTest] {
    var tests: [PhotoTest] = []
    if let camera = filter.camera {
      tests.append(.set(try photos(passing: ConditionSQL(camera: camera))))
    }
    if let path = filter.path { tests.append(.set(try photos(passing: ConditionSQL(path: path)))) }
    if let condition = try localityCondition(filter) { tests.append(try test(condition)) }
    if let condition = filter.condition { tests.append(try test(condition)) }
    return try filter.others.reduce(into: tests) { $0 += try self.tests(of: $1) }
  }
}

extension GridFilter {
  /// Makes a filter of what the grid stores; `test` is the rest that has to hold.
  init(_ filter: PhotoFilter, test: PhotoTest?) {
    var traits: Traits?
    if filter.media != nil || filter.source != nil {
      traits = Traits(
        mask: (filter.media == nil ? 0 : 0x0F) | (filter.source == nil ? 0 : 0xF0),
        value: (filter.media?.rawValue ?? 0) | (filter.source?.rawValue ?? 0) << 4)
    }
    self.init(
      box: filter.box, time: filter.time, localTime: filter.localTime, traits: traits, test: test)
  }
}

/// One page of a listing.
public struct Page<Element> {
  /// The elements of the page.
  public var elements: [Element]

  /// Where the next page begins; nil on the last.
  public var next: PageCursor?
}

extension Page: Sendable where Element: Sendable {}

/// What a tile of the map shows in one of its cells.
public enum TileMark: Hashable, Sendable {
  /// The only photo of its cell.
  case photo(GridPhoto)

  /// Several photos.
  case cluster(Cluster)
}

/// What the grid stores of one photo: enough to show it without reading the table of photos.
public struct GridPhoto: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// Where it was taken.
  public var coordinate: Coordinate

  /// When, in milliseconds on the time line; nil if undated.
  public var time: Int64?

  /// Whether it is a picture or a film; nil if unknown.
  public var media: MediaKind?
}

extension Cluster {
  /// How many levels below a tile its cells are: eight along each side.
  ///
  /// Programs draw vector tiles 512 pixels wide. So on the screen, a cell is as wide as one of `marks(_:zoom:)`
  /// in tiles of 256 pixels.
  public static let levelsBelowTile = 3
}

/// What `marks` are cached for.
struct MarksQuestion: Hashable {
  var filter: PhotoFilter
  var zoom: Int
  var limit: Int
}

/// What a timeline is cached for.
struct TimelineQuestion: Hashable {
  var filter: PhotoFilter
  var pieces: Int
  var clock: PhotoClock
}
