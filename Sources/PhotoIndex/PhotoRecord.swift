internal import Geography
public import Grid
public import PhotoFacts
internal import SQLite

/// A photo of the index: its id, its file, and what was read from that.
///
/// The facts can be accessed directly: `photo.time` is `photo.facts.time`.
@dynamicMemberLookup
public struct PhotoRecord: Hashable, Sendable {
  /// The id, which the photo keeps wherever its file moves.
  public var id: Int64

  /// The folder that was scanned.
  public var root: FilePath

  /// The path below the root.
  public var path: FilePath

  /// The size of the file in bytes; nil for an imported photo of unknown size.
  public var size: Int64?

  /// The file's stamp when a scan read it; nil for an imported photo, which need not have a file.
  public var stamp: FileStamp?

  /// The name of the file if its folders are withheld; then `root` and `path` are empty.
  private var nameAlone: FilePath?

  /// The facts about the photo, without the reader's remarks.
  public var facts: PhotoFacts

  /// Makes a photo.
  public init(
    id: Int64, root: FilePath, path: FilePath, size: Int64?, stamp: FileStamp?,
    facts: PhotoFacts
  ) {
    self.id = id
    self.root = root
    self.path = path
    self.size = size
    self.stamp = stamp
    self.facts = facts
  }

  /// A fact about the photo, by its own name.
  @inlinable
  public subscript<Value>(dynamicMember fact: WritableKeyPath<PhotoFacts, Value>) -> Value {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }

  /// Whether a scan has seen the file.
  public var hasBeenSeen: Bool { stamp != nil }

  /// Where the file is.
  public var file: FilePath { root.appending(path.bytes) }

  /// The facts about the file.
  public var fileFacts: FileFacts {
    guard path.bytes.isEmpty else { return FileFacts(root: root, path: path, size: size) }
    var facts = FileFacts(size: size)
    facts.nameAlone = nameAlone
    return facts
  }

  /// A title: the name of the file if it is known.
  package var title: String { fileFacts.filename ?? "Photo \(id)" }

  /// The photo without the properties that a visitor may not see.
  package func withholding(_ properties: Set<PhotoProperty>) -> PhotoRecord {
    guard properties.contains(.path) else { return self }
    var rest = self
    (rest.root, rest.path) = (FilePath(""), FilePath(""))
    rest.nameAlone =
      properties.contains(.filename) ? nil : FilePath(bytes: path.lastComponent)
    return rest
  }

  /// Its pin on the map; nil if it is unlocated.
  public var pin: Pin? {
    facts.place.location.map { Pin(id: id, coordinate: $0.coordinate) }
  }
}

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
