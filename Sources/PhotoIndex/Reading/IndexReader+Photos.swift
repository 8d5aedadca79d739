internal import Files
internal import Geography
internal import Grid
package import PhotoFacts
package import SQLite

// Rows of photos.
extension IndexReader {
  /// One photo by its id, on request without the names of its position.
  public func photo(_ id: Int64, withNames: Bool = true) throws -> PhotoRecord? {
    let row = try recordStatement()
    defer { row.reset() }
    try row.bind(id, at: 1)
    guard try row.step() else { return nil }
    return try shown(record(row, withNames: withNames), withNames: withNames)
  }

  /// The photos of these ids, in the same order; ids that are not in the index are left out.
  public func photos(_ ids: some Sequence<Int64>) throws -> [PhotoRecord] {
    try ids.compactMap { try photo($0) }
  }

  /// The photos whose files had this inode number when they were read, whatever their names.
  ///
  /// Files on different disks can have the same number.
  public func photos(ofInode inode: UInt64) throws -> [PhotoRecord] {
    let find = try connection.statement(
      "SELECT id FROM photo WHERE inode = ?1 AND inode <> 0 AND format IS NOT NULL")
    let ids = try find.bind(Int64(bitPattern: inode)).map { $0.integer(0) }
    return try ids.compactMap { try photo($0, withNames: false) }
  }

  private func recordStatement() throws -> Statement {
    try connection.statement(Self.recordQuery, cachedIn: &record)
  }

  private static let recordQuery = """
    \(recordColumns)
    FROM photo
    JOIN directory ON directory.id = photo.directory
    JOIN root ON root.id = directory.root
    LEFT JOIN camera ON camera.id = photo.camera
    WHERE photo.id = ?1
    """

  /// All located photos; CROSS JOIN makes SQLite read the tables in this order.
  static let listingQuery = """
    \(located)
    ORDER BY photo.id
    """

  /// A limited number of located photos, from an id on.
  static let continuingQuery = """
    \(located) AND photo.id >= ?1
    ORDER BY photo.id LIMIT ?2
    """

  /// A limited number of files that are unlocated for one reason, after an id; `photo_by_reason` has them in
  /// that order.
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

  private static let recordColumns = "SELECT \(PhotoColumn.record)"

  func record(_ row: Statement, withNames: Bool = true) throws -> PhotoRecord {
    let directory = FilePath(bytes: row.bytes(PhotoColumn.directoryPath))
    let size = row.integer(.size)
    var photo = PhotoRecord(
      id: row.integer(.id),
      root: FilePath(bytes: row.bytes(PhotoColumn.root)),
      path: directory.appending(row.bytes(.name)),
      // A size of 0 means that the size is unknown.
      size: size > 0 ? size : nil,
      stamp: Self.stamp(row),
      facts: Self.facts(row))
    if withNames, let coordinate = photo.place.location?.coordinate,
      let locality = row.optionalInteger(.locality)
    {
      photo.names = try caches.localities.row(locality, self)?.names(at: coordinate)
    }
    return photo
  }

  private static func facts(_ row: Statement) -> PhotoFacts {
    var facts = PhotoFacts(place: place(row), format: MediaFormat(code: row.integer(.format)))
    facts.time = time(row)
    facts.orientation = Orientation(code: row.integer(.orientation)) ?? .upright
    facts.shownSize = size(row)
    facts.embeddedThumbnail = thumbnail(row)
    facts.fingerprint = Fingerprint(
      head: row.optionalInteger(.fingerprint), samples: row.optionalInteger(.samples))
    let cameras = PhotoProperty.ofCameras
    for position in cameras.indices {
      guard let text = row.text(PhotoColumn.cameras + Int32(position)) else { continue }
      cameras[position].text.set(&facts, text)
    }
    return facts
  }

  private static func stamp(_ row: Statement) -> FileStamp? {
    let inode = UInt64(bitPattern: row.integer(.inode))
    guard inode != 0 else { return nil }
    return FileStamp(
      size: row.integer(.size), modified: row.integer(.modified), inode: inode,
      changed: row.optionalInteger(.changed))
  }

  private static func place(_ row: Statement) -> Place {
    if let location = location(row, from: PhotoColumn.latitude.rawValue) {
      return .located(location)
    }
    return .unlocated(
      UnlocatedReason(code: row.integer(.reason)) ?? .unreadable, detail: row.text(.detail))
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
    time(
      local: row.optionalInteger(PhotoColumn.localTime.rawValue),
      offset: row.optionalInteger(PhotoColumn.utcOffset.rawValue),
      instant: row.optionalInteger(PhotoColumn.instant.rawValue),
      source: row.integer(.timeSource))
  }

  /// Makes the capture time of a photo from the numbers in its row.
  static func time(local: Int64?, offset: Int64?, instant: Int64?, source code: Int64?)
    -> CaptureTime?
  {
    let source = code.flatMap { TimeSource(code: $0) } ?? .local
    // Ignores values that no camera can have written: arithmetic with them might overflow.
    let moments = -8_640_000_000_000_000...8_640_000_000_000_000 as ClosedRange<Int64>
    let offsets = -1_440...1_440 as ClosedRange<Int64>
    let local = local.flatMap { moments.contains($0) ? $0 : nil }
    let instant = instant.flatMap { moments.contains($0) ? $0 : nil }
    switch (local, offset.flatMap { offsets.contains($0) ? $0 : nil }, instant) {
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
    guard let width = row.optionalInteger(.width), let height = row.optionalInteger(.height) else {
      return nil
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func thumbnail(_ row: Statement) -> ByteRange? {
    guard let offset = row.optionalInteger(.thumbnailOffset),
      let size = row.optionalInteger(.thumbnailSize)
    else { return nil }
    return ByteRange(offset: Int(offset), count: Int(size))
  }
}

extension RawRepresentable<UInt8> {
  /// Makes the value of a code in a row of the index; returns nil if the code is unknown.
  init?(code: Int64) {
    guard let number = UInt8(exactly: code) else { return nil }
    self.init(rawValue: number)
  }
}

extension Row {
  /// The position in six columns: latitude, longitude, altitude, direction, accuracy and source.
  package func location(from column: Column) -> Location? {
    IndexReader.location(statement, from: column.rawValue)
  }
}
