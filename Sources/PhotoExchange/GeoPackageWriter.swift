public import Geography
public import PhotoFacts
public import PhotoIndex
internal import SQLite

/// Writes photos to a new GeoPackage 1.3: a table of points with their properties, and an R*Tree over them.
///
/// Writes everything in one transaction; memory use does not grow with the number of photos. The file is
/// complete after `finish`, once the writer was released.
public final class GeoPackageWriter {
  private let connection: Connection
  private let columns: [Column]
  private let insert: Statement
  private let insertEntry: Statement
  private var extent: Extent?

  /// Begins a file; the file at the path must be empty or missing.
  ///
  /// `lines` adds columns for lines.
  public init(path: FilePath, lines: LineColumns = .none) throws {
    columns = PhotoProperty.ofFeatures.map(Column.init) + Column.of(lines)
    connection = try Connection(ofIndex: path, access: .readWrite)
    // An incomplete file is dropped, so it needs no journal on disk.
    for pragma in ["journal_mode = MEMORY", "synchronous = OFF", "cache_size = -65536"] {
      try connection.execute("PRAGMA \(pragma)")
    }
    try connection.execute(GeoPackageSchema.header)
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute(GeoPackageSchema.tables)
    try connection.execute(GeoPackageSchema.photos(columns.map { ($0.name, $0.type) }))
    let names = ["id", "geom"] + columns.map { "\"\($0.name)\"" }
    let placeholders = names.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.statement(
      "INSERT INTO photos (\(names.joined(separator: ", "))) VALUES (\(placeholders))")
    insertEntry = try connection.statement(
      """
      INSERT INTO rtree_photos_geom (id, minx, maxx, miny, maxy) VALUES (?1, ?2, ?2, ?3, ?3)
      """)
  }

  /// Writes a photo, or nothing if it has no position; `line` gives its distance and bearing.
  public func write(_ photo: PhotoRecord, line: GeodesicLine? = nil) throws {
    guard let coordinate = photo.facts.place.location?.coordinate else { return }
    let (x, y) = (coordinate.longitude, coordinate.latitude)
    extent = extent?.adding(x, y) ?? Extent(west: x, south: y, east: x, north: y)
    insert.reset()
    try insert.bind(photo.id, at: 1)
    try insert.bind(blob: Self.point(x, y), at: 2)
    let file = photo.fileFacts
    for (offset, column) in columns.enumerated() {
      try column.bind(file, photo.facts, line, to: insert, at: Int32(offset + 3))
    }
    try insert.run()
    try insertEntry.bind(photo.id, x, y).run()
  }

  /// Writes the extent and the triggers that keep the R*Tree up to date, and commits.
  public func finish() throws {
    try connection.statement(
      "UPDATE gpkg_contents SET min_x = ?1, min_y = ?2, max_x = ?3, max_y = ?4"
    )
    .bind(extent?.west, extent?.south, extent?.east, extent?.north).run()
    try connection.execute(GeoPackageSchema.triggers)
    try connection.execute("COMMIT")
  }

  /// The bytes of a point: the header of the GeoPackage without an envelope, then WKB, little-endian.
  private static func point(_ x: Double, _ y: Double) -> [UInt8] {
    var bytes: [UInt8] = [0x47, 0x50, 0, 1]
    append(UInt32(4326), to: &bytes)
    bytes.append(1)
    append(UInt32(1), to: &bytes)
    append(x.bitPattern, to: &bytes)
    append(y.bitPattern, to: &bytes)
    return bytes
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

/// The smallest box around the points in plain coordinates, as GeoPackage requires; it may span the whole
/// world.
private struct Extent {
  var west, south, east, north: Double

  func adding(_ x: Double, _ y: Double) -> Extent {
    Extent(west: min(west, x), south: min(south, y), east: max(east, x), north: max(north, y))
  }
}

/// A column of the table of photos.
private struct Column {
  let name: String
  let type: String
  private let value: @Sendable (FileFacts, PhotoFacts, GeodesicLine?) -> PropertyValue?

  static func of(_ lines: LineColumns) -> [Column] {
    let distance = [
      Column("distance") { $0?.roundedDistance }, Column("bearing") { $0?.roundedBearing },
    ]
    return switch lines {
    case .none: []
    case .distance: distance
    case .sighting: distance + [Column("offAxis") { $0?.roundedOffAxis }, .hidden]
    }
  }

  init(_ property: PhotoProperty) {
    name = property.name
    type = property.kind.geoPackageType
    value = { file, facts, _ in property.value(of: file, facts) }
  }

  private static let hidden = Column("hidden", "BOOLEAN") { _, _, line in
    line?.isHidden.map(PropertyValue.truth)
  }

  private init(
    _ name: String, _ type: String,
    _ value: @escaping @Sendable (FileFacts, PhotoFacts, GeodesicLine?) -> PropertyValue?
  ) {
    (self.name, self.type, self.value) = (name, type, value)
  }

  private init(_ name: String, _ number: @escaping @Sendable (GeodesicLine?) -> Double?) {
    self.init(name, "REAL") { _, _, line in number(line).map(PropertyValue.number) }
  }

  func bind(
    _ file: FileFacts, _ facts: PhotoFacts, _ line: GeodesicLine?, to row: Statement,
    at index: Int32
  ) throws {
    switch value(file, facts, line) {
    case .text(let text)?, .word(let text)?: try row.bind(text: Array(text.utf8), at: index)
    case .path(let path)?: try row.bind(text: Array(path.text.utf8), at: index)
    case .integer(let number)?: try row.bind(number, at: index)
    case .number(let number)?: try row.bind(number.isFinite ? number : nil, at: index)
    case .moment(let instant, _)?: try row.bind(text: Self.moment(instant), at: index)
    case .clock(let local)?: try row.bind(text: Array(Timestamp.local(local).utf8), at: index)
    case .truth(let truth)?: try row.bind(Int64(truth ? 1 : 0), at: index)
    case .list(let texts)?:
      var json = JSONWriter()
      json.value(.list(texts))
      try row.bind(text: json.bytes, at: index)
    case nil: try row.bindNull(index)
    }
  }

  /// An instant with exactly three decimals, which DATETIME requires.
  private static func moment(_ instant: Int64) -> [UInt8] {
    let text = Timestamp.local(instant)
    return Array((text.contains(".") ? text : text + ".000").utf8) + [UInt8(ascii: "Z")]
  }
}

extension PhotoProperty.Kind {
  /// The type of a column; DATETIME is only for instants, so local times are texts.
  fileprivate var geoPackageType: String {
    switch self {
    case .integer(let range): range.upperBound <= Int64(Int32.max) ? "MEDIUMINT" : "INTEGER"
    case .number: "REAL"
    case .truth: "BOOLEAN"
    case .moment: "DATETIME"
    case .geometry: "POINT"
    case .text, .path, .encodedPath, .word, .clock, .list: "TEXT"
    }
  }
}
