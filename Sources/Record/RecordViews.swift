internal import PhotoFacts

/// Views for psql, QGIS and other programs.
enum RecordViews {
  static let sql = """
    CREATE FUNCTION geoindex.readable(bytes bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN convert_from(bytes, 'UTF8');
    EXCEPTION WHEN others THEN
      RETURN encode(bytes, 'escape');
    END $$;
    CREATE VIEW geoindex.photos AS
    \(photos(from: "photo"));
    COMMENT ON VIEW geoindex.photos IS
      'The photos of all machines. Those without a position have no longitude and latitude.';
    COMMENT ON COLUMN geoindex.photos.machine IS 'The machine that has scanned the folder.';
    COMMENT ON COLUMN geoindex.photos.root IS 'The folder that was scanned.';
    COMMENT ON COLUMN geoindex.photos.path IS
      'The path of the file below its folder; bytes that are not UTF-8 are escaped.';
    COMMENT ON COLUMN geoindex.photos.altitude IS 'Metres above sea level.';
    COMMENT ON COLUMN geoindex.photos.direction IS 'Degrees clockwise from true north.';
    COMMENT ON COLUMN geoindex.photos.accuracy IS 'Metres.';
    COMMENT ON COLUMN geoindex.photos.taken_at_local IS 'What the clock of the camera showed.';
    """

  /// A column of the views: its name, its expression in SQL, and what it is.
  private typealias Column = (name: String, expression: String, meaning: String)

  /// The columns of the first version, in its order.
  private static let first: [Column] = [
    (
      "id", "photo.id",
      "The id of the photo in the API and on the map; it stays when the file moves."
    ),
    ("machine", "geoindex.readable(root.machine)", "The machine that has scanned the folder."),
    ("root", "geoindex.readable(root.path)", "The folder that was scanned."),
    (
      "path",
      """
      geoindex.readable(CASE WHEN directory.path = '' THEN photo.name
        ELSE directory.path || '/'::bytea || photo.name END)
      """, "The path of the file below its folder; bytes that are not UTF-8 are escaped."
    ),
    ("size", "photo.size", "Bytes of the file."),
    ("longitude", "photo.longitude / 1e7", "Degrees east, WGS 84."),
    ("latitude", "photo.latitude / 1e7", "Degrees north, WGS 84."),
    ("altitude", "photo.altitude", "Metres above sea level."),
    ("direction", "photo.direction", "Degrees clockwise from true north."),
    ("accuracy", "photo.accuracy", "Metres."),
    (
      "taken_at", "CASE WHEN \(isMoment("instant")) THEN to_timestamp(photo.instant / 1000.0) END",
      "When the photo was taken; null if its offset from UTC is not known."
    ),
    (
      "taken_at_local",
      """
      CASE WHEN \(isMoment("local_time"))
        THEN to_timestamp(photo.local_time / 1000.0) AT TIME ZONE 'UTC' END
      """, "What the clock of the camera showed."
    ),
    ("width", "photo.width", "Pixels of the stored picture, which may lie on its side."),
    ("height", "photo.height", "Pixels of the stored picture, which may lie on its side."),
    text("camera_make", "camera.make", "The maker of the camera."),
    text("camera_model", "camera.model", "The model of the camera."),
    text("lens", "camera.lens", "The lens."),
    text(
      "country_code", "locality.country_code", "The country of the position, ISO 3166-1 alpha-2."),
    text("country", "locality.country", "The name of the country."),
    text("region", "locality.region", "The name of the region."),
    text("place", "locality.place", "The nearest place."),
  ]

  /// The texts of cameras and positions that later versions know, in their order among the properties.
  private static let later: [Column] = {
    let known = Set(first.map(\.name))
    return PhotoProperty.all.compactMap { property in
      let name = snakeCase(property.name)
      return switch property.column {
      case .camera(let column): text(name, "camera.\(column)", "\(property.title).")
      case .locality where property.kind == .text:
        text(name, "locality.\(name)", "\(property.title).")
      default: nil
      }
    }.filter { !known.contains($0.name) }
  }()

  /// What people have written, in the order of the properties; lists are arrays.
  private static let words: [Column] = PhotoProperty.ofWords.map { property in
    let name = snakeCase(property.name)
    let meaning = "\(property.title)."
    return switch property.kind {
    case .text: text(name, "photo.\(name)", meaning)
    case .list:
      (
        name,
        "string_to_array(trim(both E'\\x1f' FROM geoindex.readable(photo.\(name))), E'\\x1f')",
        meaning
      )
    case .truth: (name, "photo.\(name) <> 0", meaning)
    default: (name, "photo.\(name)", meaning)
    }
  }

  private static func snakeCase(_ name: String) -> String {
    name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  private static func text(_ name: String, _ expression: String, _ meaning: String) -> Column {
    (name, "geoindex.readable(\(expression))", meaning)
  }

  private static func isMoment(_ column: String) -> String {
    "abs(photo.\(column)) < 8640000000000000 / 1000"
  }

  /// The rows of photos for people, as the first version had them.
  static func photos(from table: String) -> String { photos(from: table, first) }

  private static func photos(from table: String, _ columns: [Column]) -> String {
    """
    SELECT \(columns.map { "\($0.expression) AS \($0.name)" }.joined(separator: ",\n  "))
    FROM geoindex.\(table) AS photo
    JOIN geoindex.directory ON directory.id = photo.directory
    JOIN geoindex.root ON root.id = directory.root
    LEFT JOIN geoindex.camera ON camera.id = photo.camera
    LEFT JOIN geoindex.locality ON locality.id = photo.locality
    """
  }

  /// Adds the columns of later versions, which come last: PostgreSQL lets a view grow at its end only.
  static let addingColumns = adding(later, to: first)

  /// Adds the words.
  static let addingWords = adding(words, to: first + later)

  private static func adding(_ columns: [Column], to others: [Column]) -> String {
    """
    CREATE OR REPLACE VIEW geoindex.photos AS
    \(photos(from: "photo_merged", others + columns));
    \(comments(on: "photos", columns))
    """
  }

  /// Statements that comment the columns of a view.
  static func comments(on view: String) -> String { comments(on: view, first) }

  private static func comments(on view: String, _ columns: [Column]) -> String {
    columns.map { column in
      let meaning = column.meaning.split(separator: "'", omittingEmptySubsequences: false)
      return
        "COMMENT ON COLUMN geoindex.\(view).\(column.name) IS '\(meaning.joined(separator: "''"))';"
    }.joined(separator: "\n")
  }

  /// Adds the view of points, or its missing columns, once the database has PostGIS, and the role may add it.
  static func addPoints(_ connection: RecordConnection) throws {
    guard let newest = words.last?.name else { return }
    let found = try connection.run(
      """
      SELECT quote_ident(nspname) FROM pg_extension
      JOIN pg_namespace ON pg_namespace.oid = extnamespace
      WHERE extname = 'postgis' AND NOT EXISTS (
        SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('geoindex.photo_points') AND attname = '\(newest)')
        AND has_schema_privilege('geoindex', 'CREATE')
        AND current_setting('transaction_read_only') = 'off'
        AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'geoindex.photos'::regclass), 'USAGE')
      """)
    guard let schema = found.first?.first.flatMap({ $0 }) else { return }
    try connection.run(
      """
      BEGIN;
      SELECT pg_advisory_xact_lock(\(RecordSchema.lock));
      CREATE OR REPLACE VIEW geoindex.photo_points AS
      SELECT \(first.map(\.name).joined(separator: ", ")), \(schema).ST_SetSRID(\(schema).ST_MakePoint(longitude, latitude), 4326)
        ::\(schema).geometry(Point, 4326) AS position, \((later + words).map(\.name).joined(separator: ", "))
      FROM geoindex.photos WHERE longitude IS NOT NULL;
      COMMENT ON VIEW geoindex.photo_points IS 'The photos of all machines that have a position.';
      COMMENT ON COLUMN geoindex.photo_points.position IS 'The position, WGS 84.';
      \(comments(on: "photo_points", first + later + words))
      COMMIT;
      """)
  }
}
