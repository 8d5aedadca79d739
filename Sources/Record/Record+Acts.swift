internal import PhotoIndex

// The acts of people. In the record, the path of a photo starts with the name of its machine; in the replica
// of that machine it does not.
extension Record {
  /// Adds the tables, and refuses every change but new rows.
  @Sendable static func actTables(_ tables: [ReplicatedTable]) -> String {
    let found = tables.filter { ActTables.names.contains($0.name) }
    let guards = found.map { table in
      """
      CREATE TABLE IF NOT EXISTS geoindex.\(table.name) (\(table.declaration), PRIMARY KEY (id));
      CREATE TRIGGER \(table.name)_stays BEFORE UPDATE OR DELETE ON geoindex.\(table.name)
        FOR EACH ROW EXECUTE FUNCTION geoindex.acts_stay();
      """
    }
    return """
      CREATE FUNCTION geoindex.acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'acts stay; undo them with geoindex place --undo';
      END $$;
      \(guards.joined(separator: "\n"))
      """
  }

  /// The path of a placement in the record, given that of the replica.
  var sharedPath: String {
    """
    CASE WHEN substring(path FROM 1 FOR 1) = '/'::bytea THEN \((machine + ":").byteLiteral) || path
      ELSE path END
    """
  }

  /// The path of a placement in the replica.
  var placementPath: String {
    let name = machine + ":"
    return """
      CASE WHEN substring(known.path FROM 1 FOR \(name.utf8.count + 1)) = \((name + "/").byteLiteral)
        THEN substring(known.path FROM \(name.utf8.count + 1)) ELSE known.path END
      """
  }
}

extension RecordBatch {
  /// Sends placements.
  func sendPlacements(
    _ part: Part, _ replica: IndexWriter, _ connection: RecordConnection, _ record: Record
  ) throws {
    try connection.run(
      "CREATE TEMP TABLE sent_placement (LIKE geoindex.placement) ON COMMIT DROP")
    try copy(part, to: "pg_temp.sent_placement", replica, connection)
    let columns = part.table.columns.map(\.name)
    let values = columns.map { $0 == "path" ? record.sharedPath : $0 }
    try connection.run(
      """
      INSERT INTO geoindex.placement (\(columns.joined(separator: ", ")))
      SELECT \(values.joined(separator: ", ")) FROM pg_temp.sent_placement
      """)
  }
}
