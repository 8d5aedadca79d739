internal import PhotoIndex

/// The tables of the record in the schema `geoindex` of a database.
///
/// The tables of rows have the columns of the local index. Texts and paths are bytes here, because file names
/// need not be UTF-8, and neither need the texts of cameras. The view `photos` is for people.
enum RecordSchema {
  /// One migration of the tables.
  struct Migration: Sendable {
    let name: String
    let sql: @Sendable (_ tables: [ReplicatedTable]) -> String
  }

  /// The migrations in order; a released one is never edited.
  static let migrations: [Migration] = [
    Migration(name: "first tables", sql: firstTables),
    Migration(name: "view of photos", sql: { _ in RecordViews.sql }),
    Migration(
      name: "names of areas",
      sql: { _ in
        """
        ALTER TABLE geoindex.locality ADD COLUMN IF NOT EXISTS area bytea;
        UPDATE geoindex.head SET format = 11 WHERE format = 10;
        """
      }),
    Migration(
      name: "servers of pictures",
      sql: { _ in
        """
        CREATE TABLE geoindex.server (
          machine bytea PRIMARY KEY, address text NOT NULL,
          announced timestamptz NOT NULL DEFAULT now());
        -- Made by the database, so that no statement or log contains it.
        CREATE TABLE geoindex.picture_key (
          is_key boolean PRIMARY KEY DEFAULT true CHECK (is_key), value bytea NOT NULL);
        INSERT INTO geoindex.picture_key (value) VALUES (
          decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
        COMMENT ON TABLE geoindex.server IS
          'The servers from which the pictures of a machine are fetched.';
        COMMENT ON TABLE geoindex.picture_key IS
          'Secret: who knows it can fetch all photos from the servers of the machines.';
        """
      }),
    Migration(name: "comments of photos", sql: { _ in RecordViews.comments(on: "photos") }),
    Migration(name: "acts of people", sql: Record.actTables),
    Migration(
      name: "tracks in films",
      sql: { _ in
        """
        UPDATE geoindex.photo SET companions = -1 WHERE inode <> 0 AND format IN (40, 41, 42);
        UPDATE geoindex.head SET format = 12 WHERE format = 11;
        """
      }),
    Migration(name: "partitions of photos", sql: { _ in RecordPartitions.sql }),
    Migration(
      name: "fewer indexes",
      sql: { _ in "UPDATE geoindex.head SET format = 13 WHERE format = 12" }),
    Migration(name: "zones and links", sql: { _ in Record.listTables }),
    Migration(
      name: "samples of files",
      sql: { _ in
        """
        \(RecordPartitions.adding("samples", "bigint"))
        ALTER TABLE geoindex.departed ADD COLUMN IF NOT EXISTS samples bigint;
        CREATE TEMPORARY TABLE shared_head ON COMMIT DROP AS
          SELECT fingerprint, size FROM geoindex.photo_merged WHERE fingerprint IS NOT NULL
          GROUP BY fingerprint, size HAVING count(*) > 1;
        UPDATE geoindex.photo SET companions = -1
          WHERE inode <> 0 AND (fingerprint, size) IN (SELECT fingerprint, size FROM shared_head);
        UPDATE geoindex.photo_buffer SET companions = -1
          WHERE inode <> 0 AND (fingerprint, size) IN (SELECT fingerprint, size FROM shared_head);
        UPDATE geoindex.head SET format = 14 WHERE format = 13;
        """
      }),
    Migration(name: "own places", sql: ownPlaces),
    Migration(name: "all texts in the views", sql: { _ in RecordViews.addingColumns }),
    Migration(
      name: "words",
      sql: { _ in
        """
        \(words.map { RecordPartitions.adding($0.name, $0.type) }.joined(separator: "\n"))
        UPDATE geoindex.photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL;
        UPDATE geoindex.photo_buffer SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL;
        UPDATE geoindex.head SET format = 16 WHERE format = 15;
        """
      }),
    Migration(
      name: "words in acts",
      sql: { tables in
        """
        ALTER TABLE geoindex.placement ADD COLUMN IF NOT EXISTS words bytea;
        \(making("own_words", tables))
        UPDATE geoindex.head SET format = 17 WHERE format = 16;
        """
      }),
    Migration(
      name: "journeys in acts",
      sql: { _ in
        """
        ALTER TABLE geoindex.placement ADD COLUMN IF NOT EXISTS journey bytea;
        UPDATE geoindex.photo SET companions = -1 WHERE inode <> 0 AND keyword_paths IS NOT NULL;
        UPDATE geoindex.photo_buffer SET companions = -1 WHERE inode <> 0 AND keyword_paths IS NOT NULL;
        UPDATE geoindex.head SET format = 18 WHERE format = 17;
        """
      }),
    Migration(name: "words in the views", sql: { _ in RecordViews.addingWords }),
    Migration(name: "saved views", sql: { _ in Record.addingSavedViews }),
    Migration(name: "users", sql: { _ in Record.addingUsers }),
    Migration(
      name: "views",
      sql: { _ in
        """
        \(views.map { RecordPartitions.adding($0, "double precision") }.joined(separator: "\n"))
        UPDATE geoindex.photo SET companions = -1 WHERE \(ReplicatedTable.mayHaveView);
        UPDATE geoindex.photo_buffer SET companions = -1 WHERE \(ReplicatedTable.mayHaveView);
        UPDATE geoindex.head SET format = 19 WHERE format = 18;
        """
      }),
    Migration(
      name: "accepted positions",
      sql: { tables in
        """
        \(making("accepted_place", tables))
        UPDATE geoindex.head SET format = 20 WHERE format = 19;
        """
      }),
  ]

  /// The columns of what people have written about photos.
  private static let words =
    ["title", "caption", "keywords", "keyword_paths", "people", "label", "creator", "copyright"]
    .map { (name: $0, type: "bytea") }
    + ["rating", "favourite"].map { (name: $0, type: "bigint") }

  /// The columns of how the camera looked.
  private static let views = ["field_of_view", "pitch", "roll", "relative_altitude"]

  /// An arbitrary number that identifies the lock of migrations.
  static let lock: Int64 = 0x6765_6F69_6E64_6578

  /// Runs the missing migrations; several programs may do so at once.
  static func migrate(_ connection: RecordConnection, _ tables: [ReplicatedTable]) throws {
    let found = try connection.run("SELECT to_regclass('geoindex.migration') IS NOT NULL")
    if found.first?.first == "t" {
      let names = try connection.run("SELECT name FROM geoindex.migration").compactMap {
        $0.first ?? nil
      }
      try refuseNewer(names)
      // Users with read permission only come here too.
      if migrations.allSatisfy({ names.contains($0.name) }) {
        return try RecordViews.addPoints(connection)
      }
    }
    do {
      try runMissing(connection, tables)
    } catch let error as RecordError where error.code == .refused && found.first?.first == "t" {
      throw RecordError(
        .refused,
        "\(error); the record is of an older version: run any command of this version as the role that owns it"
      )
    }
    try RecordViews.addPoints(connection)
  }

  private static func runMissing(_ connection: RecordConnection, _ tables: [ReplicatedTable]) throws
  {
    try connection.run(
      """
      BEGIN;
      SELECT pg_advisory_xact_lock(\(lock));
      CREATE SCHEMA IF NOT EXISTS geoindex;
      CREATE TABLE IF NOT EXISTS geoindex.migration (
        name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
      """)
    let done = Set(
      try connection.run("SELECT name FROM geoindex.migration").compactMap { $0.first ?? nil })
    try refuseNewer(done)
    for step in migrations where !done.contains(step.name) {
      try connection.run(step.sql(tables))
      try connection.run("INSERT INTO geoindex.migration (name) VALUES ('\(step.name)')")
    }
    try connection.run("COMMIT")
  }

  /// Refuses a record with a migration that this program does not know.
  private static func refuseNewer(_ done: some Sequence<String>) throws(RecordError) {
    let known = migrations.map(\.name)
    guard let name = done.sorted().first(where: { !known.contains($0) }) else { return }
    throw RecordError(
      .otherFormat,
      """
      a newer geoindex has upgraded the record (step “\(name)”); install that version on this machine too: \
      geoindex --version
      """)
  }

  /// Adds the places that photos would have without notes, and has the photos with notes read again.
  ///
  /// A new record has the table already.
  @Sendable private static func ownPlaces(_ tables: [ReplicatedTable]) -> String {
    """
    \(making("own_place", tables))
    UPDATE geoindex.photo SET companions = -1 WHERE inode <> 0 AND format IS NOT NULL
      AND (source IN (8, 9, 10) OR detail = 'its position was removed by hand'::bytea);
    UPDATE geoindex.head SET format = 15 WHERE format = 14;
    """
  }

  /// Makes a table that the first tables of an earlier version did not have.
  private static func making(_ name: String, _ tables: [ReplicatedTable]) -> String {
    tables.filter { $0.name == name }.map { table in
      "CREATE TABLE IF NOT EXISTS geoindex.\(name) (\(table.declaration), PRIMARY KEY (id));"
    }.joined(separator: "\n")
  }

  @Sendable private static func firstTables(_ tables: [ReplicatedTable]) -> String {
    let rows = tables.map { table in
      let machine = table.name == "root" ? ", machine bytea NOT NULL" : ""
      return """
        CREATE TABLE geoindex.\(table.name) (
          \(table.declaration)\(machine), PRIMARY KEY (id));
        """
    }
    return """
      -- The newest revision. Writers lock this row first, so revisions come in the order of commits.
      CREATE TABLE geoindex.head (
        is_head boolean PRIMARY KEY DEFAULT true CHECK (is_head),
        revision bigint NOT NULL, history bigint NOT NULL, format bigint NOT NULL);
      INSERT INTO geoindex.head VALUES
        (true, 0, \(Int64.random(in: 1...1 << 62)), \(IndexWriter.format));
      -- Each revision is one batch, which a writer repeats until it is here.
      CREATE TABLE geoindex.batch (
        revision bigint PRIMARY KEY, id bigint NOT NULL, machine bytea NOT NULL,
        committed timestamptz NOT NULL DEFAULT clock_timestamp());
      -- The keys that a revision has changed, as ranges; rows that are not in their table were removed.
      CREATE TABLE geoindex.change (
        revision bigint NOT NULL, relation smallint NOT NULL, first bigint NOT NULL,
        last bigint NOT NULL);
      CREATE INDEX change_by_revision ON geoindex.change (revision);
      CREATE TABLE geoindex.state (key text PRIMARY KEY, value bigint NOT NULL);
      CREATE TABLE geoindex.lease (
        machine bytea NOT NULL, root bytea NOT NULL, holder bigint NOT NULL,
        expires timestamptz NOT NULL, PRIMARY KEY (machine, root));
      \(rows.joined(separator: "\n"))
      """
  }
}

extension ReplicatedTable {
  /// The columns as SQL declares them.
  var declaration: String {
    columns.map { "\($0.name) \($0.kind.typeName)" }.joined(separator: ", ")
  }
}

extension ReplicatedTable.Kind {
  fileprivate var typeName: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .bytes: "bytea"
    }
  }
}
