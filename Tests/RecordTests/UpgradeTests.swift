import Foundation
import TestSupport
import Testing

/// Records of other versions of the schema.
@Suite("A record of another version", .serialized) struct UpgradeTests {
  private let cluster: Cluster

  init() throws { cluster = try Cluster() }

  /// The columns of all tables and views, and the names of the migrations.
  private func schema() throws -> String {
    try cluster.sql(
      """
      SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
        SELECT table_name || '.' || column_name || ' ' || data_type AS line
        FROM information_schema.columns WHERE table_schema = 'geoindex'
        UNION ALL SELECT 'migration ' || name FROM geoindex.migration
        UNION ALL SELECT 'list ' || name || encode(content, 'escape') FROM geoindex.list
        UNION ALL SELECT 'format ' || format FROM geoindex.head) AS lines
      """)
  }

  private func loadFirst() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("first-record.sql").path
    let outcome = try Program.run(
      "psql",
      ["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", file, cluster.address],
      environment: cluster.environment)
    #expect(outcome.code == 0, "\(outcome.messages)")
  }

  @Test("is upgraded in place from the first version, with its photos")
  func upgrade() throws {
    let library = try Library()
    try library.add("a.jpg")
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "two").code == 0)
    let new = try schema()
    try cluster.sql("DROP SCHEMA geoindex CASCADE")
    try loadFirst()
    try cluster.sql("CREATE ROLE reader; GRANT SELECT ON geoindex.photo TO reader")
    let before = try cluster.sql("SELECT count(*), sum(id) FROM geoindex.photo")
    // Several machines find the old record at once.
    let runs = try ["three", "four"].map { try cluster.process(["export"], as: $0) }
    for run in runs { try run.run() }
    for run in runs {
      run.waitUntilExit()
      #expect(run.terminationStatus == 0)
    }
    #expect(try schema() == new)
    #expect(try cluster.sql("SELECT count(*), sum(id) FROM geoindex.photo") == before)
    for table in ["photo", "photo_buffer", "photo_buffered", "photo_merged"] {
      let granted = try cluster.sql(
        """
        SELECT privilege_type FROM information_schema.role_table_grants
        WHERE grantee = 'reader' AND table_name = '\(table)'
        """)
      #expect(granted == "SELECT", "\(table)")
    }
    let shown = try cluster.run(["export", "--format", "csv"], as: "five").output
    #expect(shown.contains("one:/srv/photos"))
    #expect(shown.contains("eiffel.jpg"))
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "two").code == 0)
    let after = try cluster.run(["export", "--format", "csv"], as: "five").output
    #expect(after.contains("a.jpg"))
    #expect(after.contains("eiffel.jpg"))
  }

  @Test(
    "is followed by a replica of the version before acts about words, which is upgraded in place")
  func replicaWithoutWords() throws {
    let library = try Library()
    try library.add("a.jpg")
    #expect(try cluster.run(["scan", "--quiet", library.root]).code == 0)
    let photo = library.file("a.jpg")
    #expect(try cluster.run(["place", photo, "--at", "1, 2", "--apply"]).code == 0)
    let older = try Program.run(
      "sqlite3",
      [
        "-bail", try cluster.replica(of: "one"),
        """
        DROP INDEX placement_of_journeys;
        ALTER TABLE placement DROP COLUMN journey;
        ALTER TABLE placement DROP COLUMN words;
        DROP TABLE own_words;
        DROP TABLE accepted_place;
        DROP TABLE view_run;
        ALTER TABLE photo DROP COLUMN field_of_view;
        ALTER TABLE photo DROP COLUMN pitch;
        ALTER TABLE photo DROP COLUMN roll;
        ALTER TABLE photo DROP COLUMN relative_altitude;
        DROP TABLE journey_correction;
        PRAGMA user_version = 16;
        """,
      ])
    #expect(older.code == 0, "\(older.messages)")
    try cluster.sql(
      """
      ALTER TABLE geoindex.placement DROP COLUMN words;
      ALTER TABLE geoindex.placement DROP COLUMN journey;
      DROP TABLE geoindex.own_words;
      DROP TABLE geoindex.accepted_place;
      DELETE FROM geoindex.migration WHERE name IN
        ('words in acts', 'journeys in acts', 'views', 'accepted positions');
      UPDATE geoindex.head SET format = 16;
      """)
    let tagged = try cluster.run(["tag", photo, "--add-keyword", "Winter", "--apply"])
    #expect(tagged.code == 0, "\(tagged.messages)")
    for machine in ["one", "two"] {
      let found = try cluster.run(["query", "--keyword", "Winter", "--json"], as: machine)
      #expect(found.output.contains(#""coordinates":[2,1]"#), "\(found.output) \(found.messages)")
    }
    let marked = try cluster.run([
      "tag", photo, "--add-keyword", "Été; \u{1F600}", "--rating", "4", "--apply",
    ])
    #expect(marked.code == 0, "\(marked.messages)")
    let shown = try cluster.sql(
      "SELECT array_to_string(keywords, '|'), rating, people IS NULL FROM geoindex.photos WHERE rating = 4"
    )
    #expect(shown == "tower|été|Winter|Été; \u{1F600}|4|f")
  }

  @Test("has the texts that later versions know in its views, also in that of points")
  func views() throws {
    try loadFirst()
    try cluster.sql(
      """
      CREATE SCHEMA gis;
      CREATE EXTENSION postgis SCHEMA gis;
      CREATE VIEW geoindex.photo_points AS
      SELECT photos.*, gis.ST_SetSRID(gis.ST_MakePoint(longitude, latitude), 4326)
        ::gis.geometry(Point, 4326) AS position
      FROM geoindex.photos WHERE longitude IS NOT NULL
      """)
    let outcome = try cluster.run(["export"])
    #expect(outcome.code == 0, "\(outcome.messages)")
    for view in ["photos", "photo_points"] {
      let texts = try cluster.sql(
        """
        SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns
        WHERE table_schema = 'geoindex' AND table_name = '\(view)'
          AND column_name IN ('area', 'keywords', 'position', 'region_code', 'software', 'time_zone')
        """)
      let position = view == "photos" ? "" : "position "
      #expect(texts == "area keywords \(position)region_code software time_zone")
    }
    #expect(try cluster.sql("SELECT max(time_zone) FROM geoindex.photo_points") == "Europe/Paris")
  }

  @Test("is refused by an older program, which changes nothing")
  func newer() throws {
    let library = try Library()
    try library.add("a.jpg")
    #expect(try cluster.run(["scan", "--quiet", library.root]).code == 0)
    try cluster.sql("INSERT INTO geoindex.migration (name) VALUES ('of the future')")
    let revision = try cluster.sql("SELECT revision FROM geoindex.head")
    try library.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    for words in [["scan", "--quiet", library.root], ["export"]] {
      let outcome = try cluster.run(words)
      #expect(outcome.code == 1)
      #expect(outcome.messages.contains("newer geoindex"))
      #expect(outcome.messages.contains("of the future"))
    }
    #expect(try cluster.sql("SELECT revision FROM geoindex.head") == revision)
  }
}
