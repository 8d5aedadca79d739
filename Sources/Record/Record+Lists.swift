/// The lists of users, zones, saved views and links, which all servers of the record share.
///
/// A list is one text, as in the files beside an index, with the hashes of all texts that it had before. By these
/// a machine knows whether the record has had what its copy contains.
extension Record {
  /// Adds the tables.
  ///
  /// Who may use photos may use zones and links in the same way. Who may not fetch pictures may not read the key
  /// either, with which everybody can make links.
  static let listTables = """
    CREATE TABLE geoindex.list (
      name text PRIMARY KEY, content bytea NOT NULL, former bytea[] NOT NULL DEFAULT '{}');
    INSERT INTO geoindex.list (name, content) VALUES ('zones', '\\x300a'), ('shares', '');
    CREATE TABLE geoindex.share_key (LIKE geoindex.list INCLUDING ALL);
    INSERT INTO geoindex.share_key (name, content) VALUES ('share-key', '');
    COMMENT ON TABLE geoindex.list IS 'The privacy zones and links of all servers.';
    COMMENT ON TABLE geoindex.share_key IS
      'Secret: who knows it can make a valid link of each one that is listed.';
    DO $$
    DECLARE
      granted record;
    BEGIN
      FOR granted IN
        SELECT privilege_type AS privilege, CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS ending,
          CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS role,
          CASE relname WHEN 'picture_key' THEN 'share_key' ELSE 'list' END AS target
        FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid IN ('geoindex.photo_buffer'::regclass, 'geoindex.picture_key'::regclass)
          AND grantee <> relowner
      LOOP
        EXECUTE format('GRANT %s ON geoindex.%I TO %s%s',
          granted.privilege, granted.target, granted.role, granted.ending);
      END LOOP;
    END $$
    """

  /// Adds the list of saved views.
  static let addingSavedViews = """
    INSERT INTO geoindex.list (name, content) VALUES ('views', '\\x300a') ON CONFLICT (name) DO NOTHING;
    COMMENT ON TABLE geoindex.list IS 'The privacy zones, saved views and links of all servers.';
    """

  /// Adds the lists of users and of the browsers in which they have signed in.
  static let addingUsers = """
    INSERT INTO geoindex.list (name, content) VALUES ('users', '\\x300a'), ('sessions', '\\x300a')
      ON CONFLICT (name) DO NOTHING;
    COMMENT ON TABLE geoindex.list IS 'The users, their sessions, privacy zones, saved views and links of all servers.';
    """

  /// How many former texts of a list are known by their hashes.
  private static let mostFormer = 10_000

  /// The table that has a list.
  private static func table(of list: String) -> String {
    list == "share-key" ? "geoindex.share_key" : "geoindex.list"
  }

  /// The text of a list, and whether it is, or once was, a text that this machine has; true for nil.
  public func list(_ name: String, knows text: String?) throws -> (text: String, isKnown: Bool) {
    try list(name, text, RecordConnection(address))
  }

  private func list(
    _ name: String, _ known: String?, _ connection: RecordConnection, locking: String = ""
  ) throws -> (text: String, isKnown: Bool) {
    // An empty copy contains nothing that could be lost.
    let test = known.flatMap { $0.isEmpty ? nil : "sha256(\($0.byteLiteral))" }
    let rows = try connection.run(
      """
      SELECT encode(content, 'hex'), \(test.map { "\($0) = sha256(content) OR \($0) = ANY (former)" } ?? "true")
      FROM \(Self.table(of: name)) WHERE name = '\(name)' \(locking)
      """)
    guard let row = rows.first, let digits = row[0], let bytes = [UInt8](hex: digits) else {
      throw RecordError(
        .refused,
        "\(address.display) has no list of \(name); restore the tables geoindex.list and geoindex.share_key"
      )
    }
    return (String(decoding: bytes, as: UTF8.self), row[1] == "t")
  }

  /// Replaces a list with what `body` makes of its text, while no other machine changes it; returns the new text.
  public func change(
    _ name: String, knows text: String?, _ body: (_ text: String, _ isKnown: Bool) throws -> String
  ) throws -> String {
    let connection = try RecordConnection(address)
    try connection.run(
      """
      BEGIN;
      SET LOCAL lock_timeout = '30s';
      SET LOCAL idle_in_transaction_session_timeout = '1min'
      """)
    let (stored, isKnown) = try list(name, text, connection, locking: "FOR UPDATE")
    let changed = try body(stored, isKnown)
    let formers = (isKnown ? [] : [text ?? ""]) + (changed == stored ? [] : [stored])
    guard !formers.isEmpty else { return stored }
    let hashes = formers.map { "sha256(\($0.byteLiteral))" }.joined(separator: ", ")
    try connection.run(
      """
      UPDATE \(Self.table(of: name))
      SET content = \(changed.byteLiteral),
        former = (former || ARRAY[\(hashes)])[greatest(1, cardinality(former) - \(Self.mostFormer)):]
      WHERE name = '\(name)';
      NOTIFY geoindex;
      COMMIT
      """)
    return changed
  }

  /// A text that changes with each list that this role may read.
  func listStamp(_ connection: RecordConnection) throws -> String? {
    let rows = try connection.run(
      """
      SELECT has_table_privilege('geoindex.list', 'SELECT'),
        has_table_privilege('geoindex.share_key', 'SELECT')
      """)
    let stamps = try zip(rows.first ?? [], ["list", "share_key"]).map { mayRead, table in
      guard mayRead == "t" else { return "" }
      let found = try connection.run(
        "SELECT string_agg(md5(content), '' ORDER BY name) FROM geoindex.\(table)")
      return (found.first?.first ?? nil) ?? ""
    }
    return stamps.joined(separator: " ")
  }
}

extension [UInt8] {
  /// The bytes that a text of hexadecimal digits stands for; nil if it is not one.
  init?(hex text: String) {
    let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
