import Foundation
import TestSupport
import Testing

/// The points of a record in a database with PostGIS, as GDAL and QGIS read them.
@Suite("A record in a database with PostGIS", .serialized) struct PointsTests {
  @Test("has its photos as points, also if PostGIS is installed later")
  func points() throws {
    let cluster = try Cluster()
    let library = try Library()
    try library.add("a.jpg")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    #expect(try cluster.run(["scan", "--quiet", library.root]).code == 0)
    #expect(try cluster.sql("SELECT to_regclass('geoindex.photo_points')").isEmpty)
    // In a schema of its own, which is not in the search path.
    try cluster.sql("CREATE SCHEMA gis; CREATE EXTENSION postgis SCHEMA gis")
    #expect(try cluster.run(["scan", "--quiet", library.root]).code == 0)
    let parts = try #require(URLComponents(string: cluster.address))
    let source =
      "PG:host=127.0.0.1 port=\(parts.port ?? 0) user=geoindex dbname=photos schemas=geoindex,gis"
    let info = try Program.run(
      "ogrinfo", ["-so", source, "geoindex.photo_points"], environment: cluster.environment)
    #expect(info.output.contains("Geometry: Point"), "\(info.output) \(info.messages)")
    #expect(info.output.contains("Feature Count: 2"))
    #expect(info.output.contains("ID[\"EPSG\",4326]"))
    #expect(info.output.contains("Geometry Column = position"))
    let folder = try TemporaryDirectory()
    let file = folder.file("points.csv")
    let made = try Program.run(
      "ogr2ogr",
      [
        "-f", "CSV", file, source, "geoindex.photo_points", "-lco", "GEOMETRY=AS_XY", "-spat",
        "130", "30",
        "150", "40",
      ], environment: cluster.environment)
    #expect(made.code == 0, "\(made.messages)")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    #expect(lines.count == 2)
    #expect(lines.last?.contains("b.jpg") == true)
    let differing = try cluster.sql(
      """
      SELECT count(*) FROM geoindex.photo_points
      WHERE gis.ST_X(position) <> longitude OR gis.ST_Y(position) <> latitude
      """)
    #expect(differing == "0")
    for view in ["photos", "photo_points"] {
      let texts = try cluster.sql(
        """
        SELECT software || ', ' || time_zone || ', ' || region_code FROM geoindex.\(view)
        WHERE path LIKE '%b.jpg'
        """)
      #expect(texts == "", "\(texts)")
      let silent = try cluster.sql(
        """
        SELECT count(*) FROM information_schema.columns WHERE table_schema = 'geoindex'
          AND table_name = '\(view)' AND col_description('geoindex.\(view)'::regclass, ordinal_position) IS NULL
        """)
      #expect(silent == "0")
    }
  }
}
