internal import PhotoFacts
internal import SQLite

/// Positions from imports, which stay when a file without a position is read.
extension IndexWriter {
  /// The position of a photo if it is from an import.
  ///
  /// A source in or beside the file becomes `.import`: the position is certainly not from there.
  func importedLocation(of id: Int64) throws -> Location? {
    let find = try connection.statement("SELECT 1 FROM photo WHERE id = ?1 AND imported = 1")
    guard try find.bind(id).hasRow() else { return nil }
    var location = try reader.photo(id)?.place.location
    if let source = location?.source, source != .gpx { location?.source = .import }
    return location
  }
}
