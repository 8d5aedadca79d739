import SQLite

@testable import PhotoIndex

extension IndexReader {
  /// Every photo of the index, with or without a position, in the order of the ids.
  func allPhotos() throws -> [PhotoRecord] {
    try photos(try connection.statement("SELECT id FROM photo ORDER BY id").map { $0.integer(0) })
  }
}
