internal import Geography
public import PhotoFacts

/// Everything the index knows of one file.
public struct PhotoRecord: Hashable, Sendable {
  /// The number by which the photo is known for as long as it lives, wherever its file moves.
  public var id: Int64

  /// The folder that was scanned.
  public var root: FilePath

  /// The path below the root.
  public var path: FilePath

  /// Bytes in the file.
  public var size: Int64

  /// When the file was last written, in nanoseconds since 1970.
  public var modified: Int64

  /// What the file system said of the file when a scan read it; nil for an imported photo, of which
  /// there need not be a file.
  public var stamp: FileStamp?

  /// Where it was taken, or why that is not known.
  public var place: Place

  /// When it was taken.
  public var time: CaptureTime?

  /// The format of the file.
  public var format: MediaFormat?

  /// Width and height as the picture is shown.
  public var shownSize: PixelSize?

  /// How the stored picture has to be turned to be upright.
  public var orientation: Orientation

  /// What took it.
  public var camera: Camera

  /// Where in the file a small ready-made picture lies.
  public var embeddedThumbnail: ByteRange?

  /// Whether a scan has seen the file.
  public var hasBeenSeen: Bool { stamp != nil }

  /// Where the file is.
  public var file: FilePath { root.appending(path.bytes) }

  /// Where it stands on the map; nothing where it does not.
  public var pin: Pin? {
    place.location.map { Pin(id: id, coordinate: $0.coordinate) }
  }

  /// Makes a photo of what another index knows of it.
  public init(
    id: Int64, root: FilePath, path: FilePath, size: Int64, modified: Int64, stamp: FileStamp?,
    place: Place, time: CaptureTime?, format: MediaFormat?, shownSize: PixelSize?,
    orientation: Orientation, camera: Camera, embeddedThumbnail: ByteRange?
  ) {
    self.id = id
    self.root = root
    self.path = path
    self.size = size
    self.modified = modified
    self.stamp = stamp
    self.place = place
    self.time = time
    self.format = format
    self.shownSize = shownSize
    self.orientation = orientation
    self.camera = camera
    self.embeddedThumbnail = embeddedThumbnail
  }
}

extension IndexReader {
  /// One photo by its id.
  public func photo(_ id: Int64) throws -> PhotoRecord? {
    let row = try recordStatement()
    defer { row.reset() }
    try row.bind(id, at: 1)
    guard try row.step() else { return nil }
    return try shown(Self.record(row))
  }

  /// The photos of these ids, in the same order; ids that are not in the index are left out.
  public func photos(_ ids: some Sequence<Int64>) throws -> [PhotoRecord] {
    try ids.compactMap { try photo($0) }
  }

  private func recordStatement() throws -> Statement {
    try connection.statement(Self.recordQuery, keptIn: &record)
  }

  private static let recordQuery = """
    \(recordColumns)
    FROM photo
    JOIN directory ON directory.id = photo.directory
    JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.id = ?1
    """

  /// All located photos; the joins are crossed so that SQLite takes the tables in this order.
  static let listingQuery = """
    \(located)
    ORDER BY photo.id
    """

  /// So many located photos from an id on.
  static let continuingQuery = """
    \(located) AND photo.id >= ?1
    ORDER BY photo.id LIMIT ?2
    """

  /// So many files that are not on the map for one reason, from an id on; the index has them in that
  /// order.
  static let unlocatedQuery = """
    \(recordColumns)
    FROM photo INDEXED BY photo_by_reason
    CROSS JOIN directory ON directory.id = photo.directory
    CROSS JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.reason = ?1 AND photo.id > ?2
    ORDER BY photo.id LIMIT ?3
    """

  private static let located = """
    \(recordColumns)
    FROM photo
    CROSS JOIN directory ON directory.id = photo.directory
    CROSS JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.latitude IS NOT NULL
    """

  private static let recordColumns = """
    SELECT photo.id, root.path, directory.path, photo.name, photo.size, photo.modified,
      photo.reason, photo.detail, photo.latitude, photo.longitude, photo.altitude,
      photo.direction, photo.accuracy, photo.source,
      photo.local_time, photo.utc_offset, photo.instant, photo.time_source,
      photo.format, photo.width, photo.height, photo.orientation,
      camera.make, camera.model, camera.lens, photo.thumbnail_offset, photo.thumbnail_size,
      photo.inode, photo.changed
    """

  static func record(_ row: Statement) -> PhotoRecord {
    let directory = FilePath(bytes: row.bytes(2))
    let orientation = Orientation(code: row.integer(21)) ?? .upright
    return PhotoRecord(
      id: row.integer(0),
      root: FilePath(bytes: row.bytes(1)),
      path: directory.appending(row.bytes(3)),
      size: row.integer(4),
      modified: row.integer(5),
      stamp: stamp(row),
      place: place(row),
      time: time(row),
      format: MediaFormat(code: row.integer(18)),
      shownSize: size(row),
      orientation: orientation,
      camera: Camera(make: row.text(22), model: row.text(23), lens: row.text(24)),
      embeddedThumbnail: thumbnail(row))
  }

  private static func stamp(_ row: Statement) -> FileStamp? {
    let inode = UInt64(bitPattern: row.integer(27))
    guard inode != 0 else { return nil }
    return FileStamp(
      size: row.integer(4), modified: row.integer(5), inode: inode,
      changed: row.optionalInteger(28))
  }

  private static func place(_ row: Statement) -> Place {
    if let location = location(row, from: 8) { return .located(location) }
    return .unlocated(
      UnlocatedReason(code: row.integer(6)) ?? .unreadable, detail: row.text(7))
  }

  /// The position in six columns of a row, from `column` on.
  static func location(_ row: Statement, from column: Int32) -> Location? {
    guard let latitude = row.optionalInteger(column),
      let longitude = row.optionalInteger(column + 1),
      let coordinate = Coordinate(
        latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude)),
      let source = LocationSource(code: row.integer(column + 5))
    else { return nil }
    return Location(
      coordinate, altitude: row.optionalDouble(column + 2),
      direction: row.optionalDouble(column + 3), accuracy: row.optionalDouble(column + 4),
      source: source)
  }

  private static func time(_ row: Statement) -> CaptureTime? {
    let source = TimeSource(code: row.integer(17)) ?? .local
    // What no camera can have written is left out: sums with it might not fit.
    let moments = -8_640_000_000_000_000...8_640_000_000_000_000 as ClosedRange<Int64>
    let offsets = -1_440...1_440 as ClosedRange<Int64>
    let (local, instant) = (row.integer(14, within: moments), row.integer(16, within: moments))
    switch (local, row.integer(15, within: offsets), instant) {
    case (let local?, let offset?, _):
      return CaptureTime(localMilliseconds: local, utcOffsetMinutes: Int(offset), source: source)
    case (let local?, nil, _):
      return CaptureTime(localMilliseconds: local)
    case (nil, _, let instant?):
      return CaptureTime(instantMilliseconds: instant, source: source)
    case (nil, _, nil):
      return nil
    }
  }

  private static func size(_ row: Statement) -> PixelSize? {
    guard let width = row.optionalInteger(19), let height = row.optionalInteger(20) else {
      return nil
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func thumbnail(_ row: Statement) -> ByteRange? {
    guard let offset = row.optionalInteger(25), let size = row.optionalInteger(26) else {
      return nil
    }
    return ByteRange(offset: Int(offset), count: Int(size))
  }
}

extension RawRepresentable<UInt8> {
  /// Reads a code as a row of the index holds it.
  init?(code: Int64) {
    guard let number = UInt8(exactly: code) else { return nil }
    self.init(rawValue: number)
  }
}
