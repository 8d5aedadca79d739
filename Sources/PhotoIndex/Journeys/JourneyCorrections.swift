internal import SQLite

extension IndexReader {
  /// The corrections of homes and trips that the index shows, in order, as texts of `JourneyCorrection`.
  package func journeyCorrections() throws -> [String] {
    try connection.statement("SELECT text FROM journey_correction ORDER BY id").map {
      $0.text(0) ?? ""
    }
  }
}

extension IndexWriter {
  /// Shows these corrections of homes and trips instead of those that it shows now.
  public func setJourneyCorrections(_ texts: [String]) throws {
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
