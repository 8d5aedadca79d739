public import Journeys
internal import SQLite

extension IndexReader {
  /// What people have written about days, trips and places, oldest first.
  public func diary() throws -> [DiaryEntry] {
    try journeyCorrections().compactMap(DiaryEntry.init(stored:))
  }

  /// What people say about journeys as the index shows it, in order: texts of `Correction` and `DiaryEntry`.
  package func journeyCorrections() throws -> [String] {
    try connection.statement("SELECT text FROM journey_correction ORDER BY id").map {
      $0.text(0) ?? ""
    }
  }
}

extension IndexWriter {
  /// Shows these corrections and entries of the diary instead of those that it shows now.
  public func setJourneyCorrections(_ texts: [String]) throws {
    let texts = DiaryEntry.current(texts)
    guard try reader.journeyCorrections() != texts else { return }
    try connection.execute("DELETE FROM journey_correction")
    let row = try connection.statement("INSERT INTO journey_correction (text) VALUES (?1)")
    for text in texts { try row.bind(text).run() }
    derived.isVisible = true
  }

  /// Shows the corrections among the acts of a replica.
  func showJourneyCorrections() throws {
    try setJourneyCorrections(
      connection.statement(ActTables.journeyCorrections).map { $0.text(0) ?? "" })
  }
}
