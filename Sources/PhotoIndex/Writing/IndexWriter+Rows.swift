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
        try bind(file, names, group, id, isImported, to: PhotoParameters(statement, row: row))
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
      IndexedPoint(id: id, file.facts.place, names.time, file.facts.format), group, of: id)
  }

  /// Stores a row in place of that of the same photo.
  func replace(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool
  ) throws {
    let group = try group(file, names, directory)
    _ = try store(file, names, group, id, isImported, with: replacing.get())
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
      try bind(file, names, group, id, isImported, to: PhotoParameters(row))
    } catch {
      row.reset()
      throw error
    }
    try row.run()
    return connection.changedRows > 0
  }

  private func bind(
    _ file: ReadFile, _ names: PositionNames, _ group: PhotoGroup, _ id: Int64, _ isImported: Bool,
    to row: PhotoParameters
  ) throws {
    let location = file.facts.place.location
    try row.bind(id, to: .id)
    try row.bind(text: file.name, to: .name)
    // In the table, zeros stand for what an import does not know.
    try row.bind(file.size ?? 0, to: .size)
    try row.bind(file.stamp?.modified ?? 0, to: .modified)
    try row.bind(Int64(bitPattern: file.stamp?.inode ?? 0), to: .inode)
    try row.bind(file.stamp?.changed, to: .changed)
    try row.bind(file.facts.fingerprint?.storedHead, to: .fingerprint)
    try row.bind(file.facts.fingerprint?.storedSamples, to: .samples)
    try row.bind(file.facts.place.reason.map { Int64($0.rawValue) }, to: .reason)
    try row.bind(text: file.facts.place.detail.map { Array($0.utf8) }, to: .detail)
    try row.bind(location.map { Int64($0.coordinate.latitudeE7) }, to: .latitude)
    try row.bind(location.map { Int64($0.coordinate.longitudeE7) }, to: .longitude)
    try row.bind(location?.altitude, to: .altitude)
    try row.bind(location?.direction, to: .direction)
    try row.bind(location?.accuracy, to: .accuracy)
    try row.bind(location.map { Int64($0.source.rawValue) }, to: .source)
    try row.bind(names.time?.localMilliseconds, to: .localTime)
    try row.bind(names.time?.utcOffsetMinutes.map(Int64.init), to: .utcOffset)
    try row.bind(names.time?.instantMilliseconds, to: .instant)
    try row.bind(names.time.map { Int64($0.source.rawValue) }, to: .timeSource)
    try row.bind(file.facts.format.map { Int64($0.rawValue) }, to: .format)
    try row.bind((file.facts.shownSize?.width).map(Int64.init), to: .width)
    try row.bind((file.facts.shownSize?.height).map(Int64.init), to: .height)
    try row.bind(Int64(file.facts.orientation.rawValue), to: .orientation)
    try row.bind((file.facts.embeddedThumbnail?.offset).map(Int64.init), to: .thumbnailOffset)
    try row.bind((file.facts.embeddedThumbnail?.count).map(Int64.init), to: .thumbnailSize)
    try row.bind(group.directory, to: .directory)
    try row.bind(group.camera, to: .camera)
    try row.bind(names.locality, to: .locality)
    var remarks = file.facts.remarks
    if let remark = names.remark { remarks.append(remark) }
    try row.bind(
      text: remarks.isEmpty ? nil : Array(remarks.joined(separator: "\n").utf8), to: .remarks)
    try row.bind(file.companions, to: .companions)
    try row.bind(isImported ? 1 : nil as Int64?, to: .imported)
  }
}
