/// The SQL of a GeoPackage with one table of points, `photos`.
enum GeoPackageSchema {
  /// What identifies the file: `GPKG`, and version 1.3.0.
  static let header = """
    PRAGMA application_id = 0x47504B47;
    PRAGMA user_version = 10300;
    """

  /// The tables of the standard and their rows.
  static let tables = """
    CREATE TABLE gpkg_spatial_ref_sys (
      srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
    );
    INSERT INTO gpkg_spatial_ref_sys
      (srs_name, srs_id, organization, organization_coordsys_id, definition, description) VALUES
      ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL),
      ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL),
      ('WGS 84', 4326, 'EPSG', 4326, '\(wgs84)', 'longitude and latitude in degrees');
    CREATE TABLE gpkg_contents (
      table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
      srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id)
    );
    INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
      VALUES ('photos', 'features', 'photos', 'Photos by geoindex', 4326);
    CREATE TABLE gpkg_geometry_columns (
      table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents (table_name),
      column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys (srs_id),
      z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name)
    );
    INSERT INTO gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id, z, m)
      VALUES ('photos', 'geom', 'POINT', 4326, 0, 0);
    CREATE TABLE gpkg_extensions (
      table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
      scope TEXT NOT NULL, UNIQUE (table_name, column_name, extension_name)
    );
    INSERT INTO gpkg_extensions (table_name, column_name, extension_name, definition, scope)
      VALUES ('photos', 'geom', 'gpkg_rtree_index',
      'http://www.geopackage.org/spec131/#extension_rtree', 'write-only');
    CREATE VIRTUAL TABLE rtree_photos_geom USING rtree (id, minx, maxx, miny, maxy);
    """

  /// The table of photos with the columns of these names and types.
  static func photos(_ columns: [(name: String, type: String)]) -> String {
    let list = columns.map { ", \"\($0.name)\" \($0.type)" }.joined()
    return "CREATE TABLE photos (id INTEGER PRIMARY KEY NOT NULL, geom POINT NOT NULL\(list))"
  }

  /// The triggers that the extension requires.
  ///
  /// Programs that edit the file provide the functions that they call; SQLite does not. The statements are those of
  /// the standard, without names of columns.
  static let triggers = """
    CREATE TRIGGER rtree_photos_geom_insert AFTER INSERT ON photos
      WHEN (NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN \(replace) END;
    CREATE TRIGGER rtree_photos_geom_update1 AFTER UPDATE OF geom ON photos
      WHEN OLD.id = NEW.id AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN \(replace) END;
    CREATE TRIGGER rtree_photos_geom_update2 AFTER UPDATE OF geom ON photos
      WHEN OLD.id = NEW.id AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
    BEGIN \(remove) END;
    CREATE TRIGGER rtree_photos_geom_update3 AFTER UPDATE ON photos
      WHEN OLD.id != NEW.id AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
    BEGIN \(remove) \(replace) END;
    CREATE TRIGGER rtree_photos_geom_update4 AFTER UPDATE ON photos
      WHEN OLD.id != NEW.id AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
    BEGIN DELETE FROM rtree_photos_geom WHERE id IN (OLD.id, NEW.id); END;
    CREATE TRIGGER rtree_photos_geom_delete AFTER DELETE ON photos
      WHEN OLD.geom NOT NULL
    BEGIN \(remove) END;
    """

  private static let replace = """
    INSERT OR REPLACE INTO rtree_photos_geom VALUES (NEW.id, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), \
    ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
    """

  private static let remove = "DELETE FROM rtree_photos_geom WHERE id = OLD.id;"

  private static let wgs84 = """
    GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
    AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,\
    AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
    AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
    """
}
