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
    FROM geoindex.photo
    JOIN geoindex.directory ON directory.id = photo.directory
    JOIN geoindex.root ON root.id = directory.root
    LEFT JOIN geoindex.camera ON camera.id = photo.camera
    LEFT JOIN geoindex.locality ON locality.id = photo.locality;
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
}
