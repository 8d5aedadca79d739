public import PhotoFacts
internal import SQLite

extension IndexWriter {
  /// Removes up to `limit` photos of a scanned folder or an imported file.
  ///
  /// A call that finds fewer photos also removes the tracks and the folder itself.
  ///
  /// Returns how many were removed: fewer than `limit` if nothing is left. The limit keeps a million photos
  /// from burdening readers and memory at once.
  public func forget(_ root: FilePath, limit: Int) throws -> Int {
    let find = try connection.statement(
      """
      SELECT photo.id FROM root
      JOIN directory ON directory.root = root.id
      JOIN photo ON photo.directory = directory.id
      WHERE root.path = ?1 LIMIT ?2
      """)
    let photos = try find.bind(root, Int64(limit)).map { $0.integer(0) }
    for photo in photos { try remove(photo) }
    guard photos.count < limit else { return photos.count }
    let tracks = """
      SELECT track.id FROM root JOIN directory ON directory.root = root.id
      JOIN track ON track.directory = directory.id WHERE root.path = ?1
      """
    try connection.statement("DELETE FROM track_chunk WHERE track IN (\(tracks))").bind(root).run()
    try connection.statement("DELETE FROM track WHERE id IN (\(tracks))").bind(root).run()
    try connection.statement(
      "DELETE FROM directory WHERE root = (SELECT id FROM root WHERE path = ?1)"
    ).bind(root).run()
    try connection.statement("DELETE FROM root WHERE path = ?1").bind(root).run()
    return photos.count
  }
}
