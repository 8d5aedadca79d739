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

  /// The columns of photos for people.
  static func photos(from table: String) -> String {
    """
    SELECT photo.id,
      geoindex.readable(root.machine) AS machine,
      geoindex.readable(root.path) AS root,
      geoindex.readable(CASE WHEN directory.path = '' THEN photo.name
        ELSE directory.path || '/'::bytea || photo.name END) AS path,
      photo.size,
      photo.longitude / 1e7 AS longitude,
      photo.latitude / 1e7 AS latitude,
      photo.altitude, photo.direction, photo.accuracy,
      CASE WHEN abs(photo.instant) < 8640000000000000 / 1000
        THEN to_timestamp(photo.instant / 1000.0) END AS taken_at,
      CASE WHEN abs(photo.local_time) < 8640000000000000 / 1000
        THEN to_timestamp(photo.local_time / 1000.0) AT TIME ZONE 'UTC' END AS taken_at_local,
      photo.width, photo.height,
      geoindex.readable(camera.make) AS camera_make,
      geoindex.readable(camera.model) AS camera_model,
      geoindex.readable(camera.lens) AS lens,
      geoindex.readable(locality.country_code) AS country_code,
      geoindex.readable(locality.country) AS country,
      geoindex.readable(locality.region) AS region,
      geoindex.readable(locality.place) AS place
    FROM geoindex.\(table) AS photo
    JOIN geoindex.directory ON directory.id = photo.directory
    JOIN geoindex.root ON root.id = directory.root
    LEFT JOIN geoindex.camera ON camera.id = photo.camera
    LEFT JOIN geoindex.locality ON locality.id = photo.locality
    """
  }

  /// What each column of the views is.
  private static let columns = [
    ("id", "The id of the photo in the API and on the map; it stays when the file moves."),
    ("machine", "The machine that has scanned the folder."),
    ("root", "The folder that was scanned."),
    ("path", "The path of the file below its folder; bytes that are not UTF-8 are escaped."),
    ("size", "Bytes of the file."),
    ("longitude", "Degrees east, WGS 84."),
    ("latitude", "Degrees north, WGS 84."),
    ("altitude", "Metres above sea level."),
    ("direction", "Degrees clockwise from true north."),
    ("accuracy", "Metres."),
    ("taken_at", "When the photo was taken; null if its offset from UTC is not known."),
    ("taken_at_local", "What the clock of the camera showed."),
    ("width", "Pixels of the stored picture, which may lie on its side."),
    ("height", "Pixels of the stored picture, which may lie on its side."),
    ("camera_make", "The maker of the camera."),
    ("camera_model", "The model of the camera."),
    ("lens", "The lens."),
    ("country_code", "The country of the position, ISO 3166-1 alpha-2."),
    ("country", "The name of the country."),
    ("region", "The name of the region."),
    ("place", "The nearest place."),
  ]

  /// Statements that comment the columns of a view.
  static func comments(on view: String) -> String {
    columns.map { "COMMENT ON COLUMN geoindex.\(view).\($0.0) IS '\($0.1)';" }
      .joined(separator: "\n")
  }

  /// Adds the view of points once the database has PostGIS, and the role may add it.
  static func addPoints(_ connection: RecordConnection) throws {
    let found = try connection.run(
      """
      SELECT quote_ident(nspname) FROM pg_extension
      JOIN pg_namespace ON pg_namespace.oid = extnamespace
      WHERE extname = 'postgis' AND to_regclass('geoindex.photo_points') IS NULL
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
      SELECT photos.*, \(schema).ST_SetSRID(\(schema).ST_MakePoint(longitude, latitude), 4326)
        ::\(schema).geometry(Point, 4326) AS position
      FROM geoindex.photos WHERE longitude IS NOT NULL;
      COMMENT ON VIEW geoindex.photo_points IS 'The photos of all machines that have a position.';
      COMMENT ON COLUMN geoindex.photo_points.position IS 'The position, WGS 84.';
      \(comments(on: "photo_points"))
      COMMIT;
      """)
  }
}
