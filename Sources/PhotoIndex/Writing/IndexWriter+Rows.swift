internal import Files
internal import Geography
internal import Grid
internal import PhotoFacts
internal import SQLite

// The rows of `photo`.
extension IndexWriter {
  /// Stores a row, in place of one that has the same id or is of the same file.
  ///
  /// With REPLACE, SQLite prepares to undo the statement halfway, and copies each page that it writes. Most
  /// rows replace none, so only the few that do are stored with REPLACE.
  func store(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool
  ) throws {
    let group = try group(file, names, directory)
    if let batch = connection.batch {
      try batch.add { statement, row in
        try PhotoParameters(statement, row: row)
          .bind(file, names, group, id, isImported: isImported)
      }
      // Any statement may have inserted those before it.
      if batch.count <= 1 { waitingFiles.removeAll(keepingCapacity: true) }
      if batch.count > 0 {
        waitingFiles.append(WaitingFile(directory: directory, name: file.name))
      }
    } else {
      let isNew = try derived.knowingInsertedPhotos {
        try store(file, names, group, id, isImported, with: adding.get())
      }
      guard isNew else {
        return _ = try store(file, names, group, id, isImported, with: replacing.get())
      }
    }
    derived.add(
      IndexedPoint(id: id, file.facts.place, names.time, file.facts.format),
      view: IndexedPoint(id: id, view: file.facts.cone), group, of: id,
      name: file.facts.hasWords ? nil : file.name)
  }

  /// Changes the row of a photo whose file was read again.
  func update(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool
  ) throws {
    let group = try group(file, names, directory)
    let row = try connection.statement(PhotoColumn.updating)
    _ = try store(file, names, group, id, isImported, with: row)
  }

  /// Changes the columns of a photo that an import can state.
  func updateStated(_ file: ReadFile, of id: Int64, isImported: Bool) throws {
    let group = PhotoGroup(directory: 0, camera: try cameraID(file.facts), locality: nil)
    let row = try connection.statement(PhotoColumn.updatingStated)
    _ = try store(file, PositionNames(time: file.facts.time), group, id, isImported, with: row)
  }

  private func group(
    _ file: ReadFile, _ names: PositionNames, _ directory: DirectoryID
  ) throws -> PhotoGroup {
    PhotoGroup(
      directory: directory.rawValue, camera: try cameraID(file.facts), locality: names.locality)
  }

  /// Returns whether the row was stored.
  private func store(
    _ file: ReadFile, _ names: PositionNames, _ group: PhotoGroup, _ id: Int64, _ isImported: Bool,
    with row: Statement
  ) throws -> Bool {
    do {
      try PhotoParameters(row).bind(file, names, group, id, isImported: isImported)
    } catch {
      row.reset()
      throw error
    }
    try row.run()
    return connection.changedRows > 0
  }
}
