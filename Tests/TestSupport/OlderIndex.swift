private import Foundation

/// Converts an index to one of an earlier version.
public enum OlderIndex {
  /// The error.
  public struct Failure: Error { let messages: String }

  /// Replaces the index at a path by one to which only the given steps were applied.
  ///
  /// `steps` are the SQL of the first of `Schema.steps`, which are never edited once released. `device` is the device
  /// number that earlier versions stored for each directory.
  public static func make(at path: String, steps: [String], device: UInt64) throws {
    let manager = FileManager.default
    try sqlite(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    let newer = path + ".newer"
    try? manager.removeItem(atPath: newer)
    try manager.copyItem(atPath: path, toPath: newer)
    for ending in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: path + ending) }
    try sqlite(path, script(steps, device, newer))
    try manager.removeItem(atPath: newer)
  }

  private static func script(_ steps: [String], _ device: UInt64, _ newer: String) -> String {
    let facts = """
      id, directory, name, size, modified, inode, fingerprint, reason, detail, latitude, longitude,
      altitude, direction, accuracy, source, local_time, utc_offset, instant, time_source, format, width,
      height, orientation, camera, thumbnail_offset, thumbnail_size, remarks
      """
    let words = """
      , title, caption, keywords, keyword_paths, people, rating, label, favourite, creator, copyright
      """
    let views = ", field_of_view, pitch, roll, relative_altitude"
    let photo =
      steps.count < 2
      ? facts
      : facts + ", companions" + (steps.count < 6 ? "" : ", changed, imported")
        + (steps.count < 16 ? "" : words) + (steps.count < 19 ? "" : views)
    let isBeforeFileSystems = steps.count < 6
    var copies = """
      DELETE FROM state; INSERT INTO state SELECT * FROM newer.state;
      INSERT INTO root SELECT \(isBeforeFileSystems ? "id, path" : "*") FROM newer.root;
      \(isBeforeFileSystems ? "" : "INSERT INTO file_system SELECT * FROM newer.file_system;")
      INSERT INTO directory SELECT \(
        isBeforeFileSystems
          ? "id, root, path, iif(file_system IS NULL, 0, \(device)), listed_in_scan" : "*")
        FROM newer.directory;
      INSERT INTO camera SELECT \(steps.count < 8 ? "id, make, model, lens" : "*") FROM newer.camera;
      INSERT INTO photo (\(photo)) SELECT \(photo) FROM newer.photo;
      -- Steps up to 6 kept 25 bytes a point, without the last column.
      INSERT INTO grid_run SELECT id, first_key, first_photo, last_key, last_photo, count,
        \(steps.count < 7 ? "substr(points, 1, 25 * count)" : "points") FROM newer.grid_run;
      """
    // Days had no counts before step 7.
    if (3..<7).contains(steps.count) {
      copies += "INSERT INTO grid_day SELECT day, cells FROM newer.grid_day;"
    }
    if steps.count >= 7 { copies += "DROP TABLE grid_run_without_offsets;" }
    for (step, table) in [
      (3, "grid_tile"), (7, "grid_day"), (7, "photo_block"), (4, "root_option"),
      (16, "term"), (16, "word_block"), (19, "view_run"),
    ]
    where steps.count >= step {
      copies += "INSERT INTO \(table) SELECT * FROM newer.\(table);"
    }
    if steps.count >= 5 {
      let imported = ", latitude, longitude, altitude, direction, accuracy, source"
      let columns = "id, photo, fingerprint, size, inode" + (isBeforeFileSystems ? "" : imported)
      copies += "INSERT INTO departed (\(columns)) SELECT \(columns) FROM newer.departed;"
    }
    return """
      PRAGMA journal_mode = WAL; ATTACH '\(newer)' AS newer; BEGIN; \(steps.joined())
      \(copies)
      PRAGMA application_id = \(0x6765_6F69); PRAGMA user_version = \(steps.count); COMMIT;
      """
  }

  private static func sqlite(_ path: String, _ sql: String) throws {
    let outcome = try Program.run("sqlite3", ["-bail", path, sql])
    guard outcome.code == 0 else { throw Failure(messages: outcome.messages) }
  }
}
