internal import PhotoIndex
internal import SQLite

/// The migrations of the notes file.
enum NotesSchema {
  /// `application_id` of a notes file: "geon" in ASCII.
  private static let applicationID: Int64 = 0x6765_6F6E

  static let migrations = Migrations(applicationID: applicationID, steps: steps)

  private static let steps = [
    Migration(
      name: "acts", reason: "People give positions to photos.", sql: ActTables.acts(in: .notes)),
    Migration(
      name: "aliases", reason: "A photo that was edited keeps its position.",
      sql: ActTables.aliases(in: .notes)),
    Migration(name: "words", reason: "People write about photos.", sql: ActTables.words),
    Migration(
      name: "journeys", reason: "People correct homes and trips.", sql: ActTables.journeys),
  ]
}
