internal import Geography
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
    if connection.batch != nil {
      return try storeLater(file, names, in: directory, as: id, isImported: isImported)
    }
    try store(file, names, in: directory, as: id, isImported: isImported, with: adding.get())
    guard connection.changedRows == 0 else { return }
    let others = try connection.statement(
      "SELECT id FROM photo WHERE directory = ?1 AND name = ?2 AND id <> ?3")
    let replaced = try others.bind(directory, file.name, id).map { $0.integer(0) }
    try replace(file, names, in: directory, as: id, isImported: isImported)
    for other in replaced { try noteBlock(of: other) }
  }

  /// Stores a row in place of that of the same photo.
  func replace(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool
  ) throws {
    try store(file, names, in: directory, as: id, isImported: isImported, with: replacing.get())
  }

  private func store(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool, with row: Statement
  ) throws {
    let group = try group(file, names, in: directory)
    do {
      try bind(file, names, group, id, isImported: isImported, to: PhotoParameters(row))
    } catch {
      row.reset()
      throw error
    }
    try row.run()
    noteBlock(of: id, group)
  }

  /// Stores a new row with the next ones of a bulk load.
  private func storeLater(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID, as id: Int64,
    isImported: Bool
  ) throws {
    let group = try group(file, names, in: directory)
    try connection.batch?.add { statement, row in
      let parameters = PhotoParameters(statement, row: row)
      try bind(file, names, group, id, isImported: isImported, to: parameters)
    }
    noteBlock(of: id, group)
  }

  private func group(
    _ file: ReadFile, _ names: PositionNames, in directory: DirectoryID
  ) throws -> PhotoGroup {
    noteChange()
    return PhotoGroup(
      directory: directory.rawValue, camera: try cameraID(file.facts), locality: names.locality)
  }

  private func bind(
    _ file: ReadFile, _ names: PositionNames, _ group: PhotoGroup, _ id: Int64, isImported: Bool,
    to row: PhotoParameters
  ) throws {
    let location = file.facts.place.location
    try row.bind(id, to: .id)
    try row.bind(text: file.name, to: .name)
    try row.bind(file.stamp.size, to: .size)
    try row.bind(file.stamp.modified, to: .modified)
    try row.bind(Int64(bitPattern: file.stamp.inode), to: .inode)
    try row.bind(file.stamp.changed, to: .changed)
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
