public import PhotoFacts

extension IndexWriter {
  /// Forgets up to `limit` photos of a folder that was scanned, or of a file that was imported; with
  /// the last of them the folder itself.
  ///
  /// Returns how many were forgotten: fewer than `limit` when nothing is left. In pieces, so that
  /// readers and memory are not burdened with a million at once.
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
    try connection.statement(
      "DELETE FROM directory WHERE root = (SELECT id FROM root WHERE path = ?1)"
    ).bind(root).run()
    try connection.statement("DELETE FROM root WHERE path = ?1").bind(root).run()
    noteChange()
    return photos.count
  }
}
