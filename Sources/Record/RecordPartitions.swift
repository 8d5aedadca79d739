/// The partitions of photos, which may be on other servers (nodes), and the buffer before them.
///
/// `postgres_fdw` commits on each node before the record itself commits, and a reader sees each node at another
/// instant. Therefore a revision never writes to a node. It writes to the table `photo_buffer`, so the commit of
/// the record decides alone, and the view `photo_merged` has the rows of the buffer instead of those that they
/// replace. A flush copies the buffer to the partitions and may be repeated. It excludes readers, who lock the
/// buffer, so partitions do not change under them.
enum RecordPartitions {
  /// The statement with which each transaction that reads photos begins, before it has a snapshot.
  static let lockForReading = """
    SET LOCAL lock_timeout = '30s';
    LOCK TABLE geoindex.photo_buffer IN ACCESS SHARE MODE
    """

  /// The statements of a writer before its transaction; a node that hangs must not hold the lock of writers.
  private static let flushFullBuffer = """
    BEGIN;
    SELECT set_config('statement_timeout',
      coalesce(nullif(current_setting('geoindex.flush_limit', true), ''), '60s'), true);
    SELECT geoindex.flush_full_buffer();
    COMMIT
    """

  /// Flushes the buffer if it is full; if that is not possible, writers go on until it has ten times as many rows.
  static func flushFullBuffer(_ connection: RecordConnection) throws {
    do {
      try connection.run(flushFullBuffer)
    } catch {
      guard connection.isOpen else { throw error }
      try connection.run("ROLLBACK")
      let found = try connection.run(
        """
        SELECT count(*) > 10 * coalesce(nullif(current_setting('geoindex.buffered_photos', true), ''), '10000')
          ::bigint FROM geoindex.photo_buffer
        """)
      if found.first?.first == "t" { throw error }
    }
  }

  /// Makes the table of photos the only partition of a partitioned table, and adds the buffer.
  static let sql = """
    ALTER TABLE geoindex.photo RENAME TO photo_all;
    CREATE TABLE geoindex.photo (LIKE geoindex.photo_all) PARTITION BY HASH (id);
    ALTER TABLE geoindex.photo ATTACH PARTITION geoindex.photo_all
      FOR VALUES WITH (MODULUS 1, REMAINDER 0);
    CREATE TABLE geoindex.photo_buffer (
      is_removed boolean NOT NULL DEFAULT false, LIKE geoindex.photo_all, PRIMARY KEY (id));
    COMMENT ON TABLE geoindex.photo_buffer IS
      'Photos that were changed or removed and are not flushed to their partitions yet.';
    \(functions)
    \(moving)
    SELECT geoindex.renew_photo_views();
    CREATE OR REPLACE VIEW geoindex.photos AS
    \(RecordViews.photos(from: "photo_merged"));
    \(grants)
    """

  /// Adds a column to the photos; refuses while a partition on a node lacks it.
  static func adding(_ column: String, _ type: String) -> String {
    """
    ALTER TABLE geoindex.photo ADD COLUMN IF NOT EXISTS \(column) \(type);
    ALTER TABLE geoindex.photo_buffer ADD COLUMN IF NOT EXISTS \(column) \(type);
    DO $$
    DECLARE
      part record;
    BEGIN
      FOR part IN
        SELECT relid AS name, srvname AS node FROM pg_partition_tree('geoindex.photo')
        JOIN pg_foreign_table ON ftrelid = relid
        JOIN pg_foreign_server ON pg_foreign_server.oid = ftserver
      LOOP
        BEGIN
          EXECUTE format('SELECT \(column) FROM %s LIMIT 1', part.name);
        EXCEPTION WHEN undefined_column THEN
          RAISE EXCEPTION 'this version needs a new column on the node %; run there, then run the command again: ALTER TABLE % ADD COLUMN \(column) \(type)',
            part.node, part.name;
        END;
      END LOOP;
    END $$;
    SELECT geoindex.renew_photo_views();
    """
  }

  private static let functions = """
    CREATE FUNCTION geoindex.photo_columns() RETURNS text LANGUAGE sql STABLE AS $$
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = 'geoindex.photo'::regclass AND attnum > 0 AND NOT attisdropped
    $$;
    -- Called again after columns were added to photo and photo_buffer.
    CREATE FUNCTION geoindex.renew_photo_views() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('CREATE OR REPLACE VIEW geoindex.photo_merged AS
        SELECT %1$s FROM geoindex.photo WHERE NOT EXISTS (
          SELECT FROM geoindex.photo_buffer AS buffered WHERE buffered.id = photo.id)
        UNION ALL SELECT %1$s FROM geoindex.photo_buffer WHERE NOT is_removed',
        geoindex.photo_columns());
      EXECUTE format('CREATE OR REPLACE VIEW geoindex.photo_buffered AS
        SELECT %s FROM geoindex.photo_buffer WHERE NOT is_removed', geoindex.photo_columns());
    END $$;
    -- Whether changes of photos go to the buffer.
    CREATE FUNCTION geoindex.buffers_photos() RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (SELECT FROM geoindex.photo_buffer)
        OR coalesce(current_setting('geoindex.buffers_photos', true), '') = 'on'
        OR EXISTS (SELECT FROM pg_partition_tree('geoindex.photo')
          JOIN pg_class ON pg_class.oid = relid WHERE relkind = 'f')
    $$;
    CREATE FUNCTION geoindex.flush_photos() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      part record;
      keys bigint[];
    BEGIN
      PERFORM FROM geoindex.head FOR UPDATE;
      LOCK TABLE geoindex.photo_buffer IN ACCESS EXCLUSIVE MODE;
      FOR part IN
        SELECT relid AS name, pg_get_partition_constraintdef(relid) AS holds
        FROM pg_partition_tree('geoindex.photo') WHERE isleaf
        UNION ALL SELECT oid::regclass, 'true' FROM pg_class
        WHERE oid = 'geoindex.photo'::regclass AND relkind <> 'p'
      LOOP
        EXECUTE format('SELECT array_agg(id) FROM geoindex.photo_buffer WHERE %s', part.holds)
          INTO keys;
        CONTINUE WHEN keys IS NULL;
        -- A list of keys is sent to the node as it is; a join would fetch the partition.
        EXECUTE format('DELETE FROM %s WHERE id = ANY (%L::bigint[])', part.name, keys);
        EXECUTE format(
          'INSERT INTO %1$s (%2$s) SELECT %2$s FROM geoindex.photo_buffer
          WHERE NOT is_removed AND %3$s ORDER BY id',
          part.name, geoindex.photo_columns(), part.holds);
      END LOOP;
      DELETE FROM geoindex.photo_buffer;
    END $$;
    -- Flushes if there are many rows. If a reader or a node prevents it, they stay in the buffer, up to ten
    -- times as many.
    CREATE FUNCTION geoindex.flush_full_buffer() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      most bigint :=
        coalesce(nullif(current_setting('geoindex.buffered_photos', true), ''), '10000');
      found bigint := (SELECT count(*) FROM geoindex.photo_buffer);
    BEGIN
      IF found <= most THEN RETURN; END IF;
      PERFORM set_config(
        'lock_timeout', CASE WHEN found > 10 * most THEN '5s' ELSE '1ms' END, true);
      PERFORM geoindex.flush_photos();
    EXCEPTION WHEN others THEN
      IF found > 10 * most THEN RAISE; END IF;
    END $$;
    """

  private static let moving = """
    -- Divides the photos into partitions that can be moved.
    CREATE FUNCTION geoindex.partition_photos(parts integer DEFAULT 16) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      IF to_regclass('geoindex.photo_all') IS NULL THEN
        RAISE EXCEPTION 'the photos are in partitions already';
      END IF;
      PERFORM geoindex.flush_photos();
      ALTER TABLE geoindex.photo DETACH PARTITION geoindex.photo_all;
      FOR number IN 0..parts - 1 LOOP
        EXECUTE format('CREATE TABLE geoindex.photo_%s PARTITION OF geoindex.photo (PRIMARY KEY (id))
          FOR VALUES WITH (MODULUS %s, REMAINDER %1$s)', number, parts);
      END LOOP;
      INSERT INTO geoindex.photo SELECT * FROM geoindex.photo_all;
      DROP TABLE geoindex.photo_all;
    END $$;
    -- The statements that make the table of a partition on a node.
    CREATE FUNCTION geoindex.partition_on_node(number integer) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT format(
        'CREATE SCHEMA IF NOT EXISTS geoindex;
        CREATE TABLE IF NOT EXISTS geoindex.photo_%s (%s, PRIMARY KEY (id));', number,
        string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum))
      FROM pg_attribute
      WHERE attrelid = 'geoindex.photo'::regclass AND attnum > 0 AND NOT attisdropped
    $$;
    -- Moves a partition to a node, which has its table, or with NULL back; may be repeated.
    CREATE FUNCTION geoindex.move_partition(number integer, node text) RETURNS bigint
    LANGUAGE plpgsql AS $$
    DECLARE
      part text := format('geoindex.photo_%s', number);
      place text := (SELECT srvname FROM pg_foreign_table
        JOIN pg_foreign_server ON pg_foreign_server.oid = ftserver WHERE ftrelid = part::regclass);
      bounds text := (SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = part::regclass);
      moved bigint;
    BEGIN
      IF place IS NOT DISTINCT FROM node THEN RETURN 0; END IF;
      PERFORM geoindex.flush_photos();
      EXECUTE format('ALTER TABLE geoindex.photo DETACH PARTITION %s', part);
      EXECUTE format('ALTER TABLE %s RENAME TO photo_moving', part);
      IF node IS NULL THEN
        EXECUTE format('CREATE TABLE %s PARTITION OF geoindex.photo (PRIMARY KEY (id)) %s', part, bounds);
      ELSE
        EXECUTE format('CREATE FOREIGN TABLE %s PARTITION OF geoindex.photo %s SERVER %I
          OPTIONS (schema_name ''geoindex'', table_name ''photo_%s'')', part, bounds, node, number);
        -- Left by a move that was interrupted, or moved back.
        EXECUTE format('DELETE FROM %s', part);
      END IF;
      EXECUTE format('INSERT INTO %1$s (%2$s) SELECT %2$s FROM geoindex.photo_moving',
        part, geoindex.photo_columns());
      GET DIAGNOSTICS moved = ROW_COUNT;
      EXECUTE format('DROP %s TABLE geoindex.photo_moving',
        CASE WHEN place IS NOT NULL THEN 'FOREIGN' ELSE '' END);
      RETURN moved;
    END $$;
    """

  /// Who may use the photos may use the new tables in the same way.
  private static let grants = """
    DO $$
    DECLARE
      granted record;
    BEGIN
      FOR granted IN
        SELECT privilege_type AS privilege, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS ending,
          CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS role
        FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid = 'geoindex.photo_all'::regclass AND grantee <> relowner
      LOOP
        EXECUTE format('GRANT %s ON geoindex.photo, geoindex.photo_buffer, geoindex.photo_buffered,
          geoindex.photo_merged TO %s%s',
          granted.privilege, granted.role, granted.ending);
      END LOOP;
    END $$;
    """
}
