internal import SQLite

/// The tables of the index; the steps of their migrations are in a file that `scripts/check` leaves as it was released.
enum Schema {
  /// `application_id` of an index file: "geoi" in ASCII.
  private static let applicationID: Int64 = 0x6765_6F69

  static let migrations = Migrations(applicationID: applicationID, steps: steps)
}
