private import Foundation
private import Places

/// Writes GeoPackages with polygons.
public enum PolygonPackage {
  /// A ring or more as pairs of longitude and latitude.
  public typealias Polygon = [[(Double, Double)]]

  /// How points are written.
  public enum Dimensions: UInt32, CaseIterable, Sendable {
    case xy = 0
    case xyz = 1000
    case xym = 2000
    case xyzm = 3000

    var more: Int { self == .xy ? 0 : self == .xyzm ? 2 : 1 }
  }

  /// A square around a point.
  public static func square(_ longitude: Double, _ latitude: Double, _ half: Double) -> Polygon {
    [
      [
        (longitude - half, latitude - half), (longitude + half, latitude - half),
        (longitude + half, latitude + half), (longitude - half, latitude + half),
        (longitude - half, latitude - half),
      ]
    ]
  }

  /// Writes boundaries with one polygon beside an index.
  public static func draw(_ name: String, _ polygon: Polygon, besideIndex path: String) throws {
    var draft = BoundaryDraft()
    try draft.add(name: name, geometry: blob([polygon]))
    let bytes = try draft.file(NamedPlaces.shared.get())
    try Data(bytes).write(to: URL(fileURLWithPath: path + Boundaries.ending), options: .atomic)
  }

  /// The bytes of a geometry: a polygon if there is one, else a MultiPolygon.
  public static func blob(
    _ polygons: [Polygon], _ dimensions: Dimensions = .xy, isBigEndian: Bool = false,
    envelope: Int = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x47, 0x50, 0, UInt8(envelope << 1) | 1]
    bytes += [0xE6, 0x10, 0, 0] + [UInt8](repeating: 7, count: [0, 32, 48, 48, 64][envelope])
    var writer = Writer(isBigEndian: isBigEndian)
    if polygons.count == 1 {
      writer.write(polygons[0], dimensions)
    } else {
      writer.begin(6 + dimensions.rawValue)
      writer.append(UInt32(polygons.count))
      for polygon in polygons { writer.write(polygon, dimensions) }
    }
    return bytes + writer.bytes
  }

  private struct Writer {
    let isBigEndian: Bool
    var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
      let ordered = isBigEndian ? number.bigEndian : number.littleEndian
      unsafe withUnsafeBytes(of: ordered) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func begin(_ type: UInt32) {
      bytes.append(isBigEndian ? 0 : 1)
      append(type)
    }

    mutating func write(_ polygon: Polygon, _ dimensions: Dimensions) {
      begin(3 + dimensions.rawValue)
      append(UInt32(polygon.count))
      for ring in polygon {
        append(UInt32(ring.count))
        for (x, y) in ring {
          for value in [x, y] + [Double](repeating: 1234, count: dimensions.more) {
            append(value.bitPattern)
          }
        }
      }
    }
  }

  /// A row of the table: the name, or nil for NULL, and the geometry.
  public typealias Row = (name: String?, geometry: [UInt8])

  /// Writes a file with one layer.
  public static func write(
    _ rows: [Row], to path: String, layer: String = "parks", column: String = "name",
    system: String = "EPSG:4326"
  ) throws {
    let parts = system.split(separator: ":")
    let (organization, number) = (parts[0], parts[1])
    let table = layer.replacingOccurrences(of: "\"", with: "\"\"")
    var sql = """
      PRAGMA application_id = 0x47504B47;
      BEGIN;
      CREATE TABLE IF NOT EXISTS gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY,
        organization TEXT, organization_coordsys_id INTEGER, definition TEXT, description TEXT);
      INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES
        ('\(system)', \(number), '\(organization)', \(number), '', '');
      CREATE TABLE IF NOT EXISTS gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
      INSERT INTO gpkg_contents VALUES ('\(layer)', 'features', \(number));
      CREATE TABLE IF NOT EXISTS gpkg_geometry_columns (table_name TEXT, column_name TEXT,
        geometry_type_name TEXT, srs_id INTEGER, z TINYINT, m TINYINT);
      INSERT INTO gpkg_geometry_columns VALUES ('\(layer)', 'geom', 'MULTIPOLYGON', \(number), 0, 0);
      CREATE TABLE "\(table)" (fid INTEGER PRIMARY KEY, geom BLOB, "\(column)" TEXT, note TEXT);

      """
    for row in rows {
      let hex = row.geometry.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        .joined()
      let name = row.name.map { "'\($0.replacingOccurrences(of: "'", with: "''"))'" } ?? "NULL"
      sql += "INSERT INTO \"\(table)\" (geom, \"\(column)\") VALUES (x'\(hex)', \(name));\n"
    }
    let script = path + ".sql"
    try (sql + "COMMIT;").write(toFile: script, atomically: true, encoding: .utf8)
    let outcome = try Program.run("sqlite3", ["-bail", path, ".read \(script)"])
    try FileManager.default.removeItem(atPath: script)
    guard outcome.code == 0 else { throw OlderIndex.Failure(messages: outcome.messages) }
  }
}
