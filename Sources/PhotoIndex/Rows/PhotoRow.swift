internal import Files
internal import Geography
internal import PhotoFacts
internal import SQLite

/// A column of the table `photo`; the columns of a `PhotoRecord` come first.
///
/// Queries are built from these names. The raw value is the column's index in a row of records; the parameter
/// of the INSERT statement has the next number.
enum PhotoColumn: Int32, CaseIterable {
  case id, name, size, modified, inode, changed, fingerprint, samples, reason, detail
  case latitude, longitude, altitude, direction, accuracy, source
  case localTime, utcOffset, instant, timeSource
  case format, width, height, orientation, thumbnailOffset, thumbnailSize
  case fieldOfView, pitch, roll, relativeAltitude
  case title, caption, keywords, keywordPaths, people, rating, label, favourite, creator, copyright
  case locality
  case directory, camera, remarks, companions, imported

  private static let ofRecords = allCases.prefix { $0 != .directory }

  /// The columns that follow those of the photo in a row of records: the paths of the root and the directory,
  /// and the columns of the camera.
  static let root = Int32(ofRecords.count)
  static let directoryPath = root + 1
  static let cameras = root + 2

  var name: String {
    switch self {
    case .localTime: "local_time"
    case .utcOffset: "utc_offset"
    case .timeSource: "time_source"
    case .thumbnailOffset: "thumbnail_offset"
    case .thumbnailSize: "thumbnail_size"
    case .keywordPaths: "keyword_paths"
    case .fieldOfView: "field_of_view"
    case .relativeAltitude: "relative_altitude"
    default: "\(self)"
    }
  }

  /// The columns of a record, as a SELECT lists them.
  static let record: String = {
    let photo = ofRecords.map { "photo.\($0.name)" }
    let camera = PhotoProperty.ofCameras.map { "camera.\($0.name)" }
    return (photo + ["root.path", "directory.path"] + camera).joined(separator: ", ")
  }()

  /// An INSERT statement for a row, with parameters in the order of the columns.
  static func storing(_ conflict: String) -> String {
    "INSERT OR \(conflict) INTO photo (\(names)) VALUES (\(parameters(ofRow: 0)))"
  }

  /// An INSERT statement for several rows; rows without an id are left out.
  ///
  /// With IGNORE, SQLite need not copy each page that it writes, to undo the statement halfway.
  static let storingManyRows: RowBatch.Insertion = {
    let rows = 64
    let values = (0..<rows).map { row in
      "SELECT \(parameters(ofRow: row)) WHERE ?\(id.parameter(ofRow: row)) IS NOT NULL"
    }
    let sql = "INSERT OR IGNORE INTO photo (\(names)) \(values.joined(separator: " UNION ALL "))"
    return RowBatch.Insertion(sql: sql, rows: rows)
  }()

  /// An UPDATE statement for the row of a photo, also in place of another row of the same file.
  static let updating = updating(allCases.filter { $0 != .id })

  /// One for what an import can state: not what belongs to the file or its reading, or follows from the position.
  static let updatingStated: String = {
    let others: [PhotoColumn] = [
      .id, .name, .modified, .inode, .changed, .fingerprint, .samples, .thumbnailOffset,
      .thumbnailSize, .locality, .directory, .remarks, .companions,
    ]
    return updating(allCases.filter { !others.contains($0) })
  }()

  /// One for what people have written.
  static let updatingWords = updating(words.map(\.column))

  private static func updating(_ columns: [PhotoColumn]) -> String {
    """
    UPDATE OR REPLACE photo SET (\(columns.map(\.name).joined(separator: ", ")))
      = (\(parameters(ofRow: 0, columns))) WHERE id = ?\(id.parameter(ofRow: 0))
    """
  }

  /// What people have written, with the properties that are stored in these columns.
  static let words: [(column: PhotoColumn, property: PhotoProperty)] = PhotoProperty.ofWords
    .compactMap { property in
      allCases.first { $0.name == property.storedName }.map { ($0, property) }
    }

  /// The indexes of these columns.
  static let ofWords: ClosedRange<Int32> = title.rawValue...copyright.rawValue

  private static let names = allCases.map(\.name).joined(separator: ", ")

  private static func parameters(ofRow row: Int, _ columns: [PhotoColumn] = allCases) -> String {
    columns.map { "?\($0.parameter(ofRow: row))" }.joined(separator: ", ")
  }

  fileprivate func parameter(ofRow row: Int) -> Int32 {
    Int32(row * Self.allCases.count) + rawValue + 1
  }
}

/// The parameters of one row in an INSERT statement.
///
/// Without a value a parameter stays NULL, because a statement starts without bindings.
struct PhotoParameters {
  private let statement: Statement
  private let row: Int

  init(_ statement: Statement, row: Int = 0) { (self.statement, self.row) = (statement, row) }

  @inline(__always)
  func bind(_ value: Int64?, to column: PhotoColumn) throws {
    if let value { try statement.bind(value, at: column.parameter(ofRow: row)) }
  }

  func bind(_ value: Double?, to column: PhotoColumn) throws {
    if let value { try statement.bind(value, at: column.parameter(ofRow: row)) }
  }

  /// Binds each by itself: by the list of properties it would take three times as long.
  func bind(_ words: PhotoWords) throws {
    try bind(words.title, to: .title)
    try bind(words.caption, to: .caption)
    try bind(words.keywords, to: .keywords)
    try bind(words.keywordPaths, to: .keywordPaths)
    try bind(words.people, to: .people)
    try bind(words.rating.map(Int64.init), to: .rating)
    try bind(words.label, to: .label)
    try bind(words.isFavourite.map { $0 ? 1 : 0 as Int64 }, to: .favourite)
    try bind(words.creator, to: .creator)
    try bind(words.copyright, to: .copyright)
  }

  private func bind(_ text: String?, to column: PhotoColumn) throws {
    if let text { try bind(text: Array(text.utf8), to: column) }
  }

  private func bind(_ texts: [String], to column: PhotoColumn) throws {
    guard !texts.isEmpty, case .list(let once)? = PropertyValue(texts) else { return }
    try bind(text: StoredList.bytes(once), to: column)
  }

  func bind(text: [UInt8]?, to column: PhotoColumn) throws {
    if let text { try statement.bind(text: text, at: column.parameter(ofRow: row)) }
  }
}

extension PhotoParameters {
  /// Binds the values of all columns.
  ///
  /// They are arguments and no struct: copying the file into one took 2 % of storing a photo.
  func bind(
    _ file: ReadFile, _ names: PositionNames, _ group: PhotoGroup, _ id: Int64, isImported: Bool
  ) throws {
    let location = file.facts.place.location
    try bind(id, to: .id)
    try bind(text: file.name, to: .name)
    // In the table, zeros stand for what an import does not know.
    try bind(file.size ?? 0, to: .size)
    try bind(file.stamp?.modified ?? 0, to: .modified)
    try bind(Int64(bitPattern: file.stamp?.inode ?? 0), to: .inode)
    try bind(file.stamp?.changed, to: .changed)
    try bind(file.facts.fingerprint?.storedHead, to: .fingerprint)
    try bind(file.facts.fingerprint?.storedSamples, to: .samples)
    try bind(file.facts.place.reason.map { Int64($0.rawValue) }, to: .reason)
    try bind(text: file.facts.place.detail.map { Array($0.utf8) }, to: .detail)
    try bind(location.map { Int64($0.coordinate.latitudeE7) }, to: .latitude)
    try bind(location.map { Int64($0.coordinate.longitudeE7) }, to: .longitude)
    try bind(location?.altitude, to: .altitude)
    try bind(location?.direction, to: .direction)
    try bind(location?.accuracy, to: .accuracy)
    try bind(location.map { Int64($0.source.rawValue) }, to: .source)
    try bind(names.time?.localMilliseconds, to: .localTime)
    try bind(names.time?.utcOffsetMinutes.map(Int64.init), to: .utcOffset)
    try bind(names.time?.instantMilliseconds, to: .instant)
    try bind(names.time.map { Int64($0.source.rawValue) }, to: .timeSource)
    try bind(file.facts.format.map { Int64($0.rawValue) }, to: .format)
    try bind((file.facts.shownSize?.width).map(Int64.init), to: .width)
    try bind((file.facts.shownSize?.height).map(Int64.init), to: .height)
    try bind(Int64(file.facts.orientation.rawValue), to: .orientation)
    try bind((file.facts.embeddedThumbnail?.offset).map(Int64.init), to: .thumbnailOffset)
    try bind((file.facts.embeddedThumbnail?.count).map(Int64.init), to: .thumbnailSize)
    try bind(file.facts.view.fieldOfView, to: .fieldOfView)
    try bind(file.facts.view.pitch, to: .pitch)
    try bind(file.facts.view.roll, to: .roll)
    try bind(file.facts.view.relativeAltitude, to: .relativeAltitude)
    if file.facts.hasWords { try bind(file.facts.words) }
    try bind(group.directory, to: .directory)
    try bind(group.camera, to: .camera)
    try bind(names.locality, to: .locality)
    var remarks = file.facts.remarks
    if let remark = names.remark { remarks.append(remark) }
    try bind(
      text: remarks.isEmpty ? nil : Array(remarks.joined(separator: "\n").utf8), to: .remarks)
    try bind(file.companions, to: .companions)
    try bind(isImported ? 1 : nil as Int64?, to: .imported)
  }
}

extension Statement {
  func integer(_ column: PhotoColumn) -> Int64 { integer(column.rawValue) }

  func optionalInteger(_ column: PhotoColumn) -> Int64? { optionalInteger(column.rawValue) }

  func integer(_ column: PhotoColumn, within range: ClosedRange<Int64>) -> Int64? {
    integer(column.rawValue, within: range)
  }

  func number(_ column: PhotoColumn, within range: ClosedRange<Double>) -> Double? {
    optionalDouble(column.rawValue).flatMap { range.contains($0) ? $0 : nil }
  }

  func text(_ column: PhotoColumn) -> String? { text(column.rawValue) }

  func bytes(_ column: PhotoColumn) -> [UInt8] { bytes(column.rawValue) }
}

extension PhotoFacts {
  /// The facts in a row of records, without the names of the position.
  init(_ row: Statement) {
    self.init(place: Place(row), format: MediaFormat(code: row.integer(.format)))
    time = CaptureTime(
      local: row.optionalInteger(.localTime), offset: row.optionalInteger(.utcOffset),
      instant: row.optionalInteger(.instant), source: row.integer(.timeSource))
    orientation = Orientation(code: row.integer(.orientation)) ?? .upright
    if let width = row.optionalInteger(.width), let height = row.optionalInteger(.height) {
      shownSize = PixelSize(width: Int(width), height: Int(height))
    }
    if let offset = row.optionalInteger(.thumbnailOffset),
      let size = row.optionalInteger(.thumbnailSize)
    {
      embeddedThumbnail = ByteRange(offset: Int(offset), count: Int(size))
    }
    view = PhotoView(
      fieldOfView: row.number(.fieldOfView, within: PhotoView.fieldsOfView),
      pitch: row.number(.pitch, within: PhotoView.pitches),
      roll: row.number(.roll, within: PhotoView.rolls),
      relativeAltitude: row.number(.relativeAltitude, within: -1e6...1e6))
    takeWords(row)
    fingerprint = Fingerprint(
      head: row.optionalInteger(.fingerprint), samples: row.optionalInteger(.samples))
    let cameras = PhotoProperty.ofCameras
    for position in cameras.indices {
      guard let text = row.text(PhotoColumn.cameras + Int32(position)) else { continue }
      cameras[position].text.set(&self, text)
    }
  }
}

extension PhotoFacts {
  private mutating func takeWords(_ row: Statement) {
    // Most photos have none, and the list below takes longer to go through.
    guard PhotoColumn.ofWords.contains(where: { !row.isNull($0) }) else { return }
    var file = FileFacts()
    for (column, property) in PhotoColumn.words where !row.isNull(column.rawValue) {
      let value: PropertyValue? =
        switch property.kind {
        case .text: row.text(column).map(PropertyValue.text)
        case .list: row.text(column).flatMap { PropertyValue(StoredList.texts($0)) }
        case .integer(let range): row.integer(column, within: range).map(PropertyValue.integer)
        case .truth: .truth(row.integer(column) != 0)
        default: nil
        }
      if let value { property.apply(value, to: &file, &self) }
    }
  }
}

extension FileStamp {
  /// The stamp in a row of records; nil for an imported photo.
  init?(_ row: Statement) {
    let inode = UInt64(bitPattern: row.integer(.inode))
    guard inode != 0 else { return nil }
    self.init(
      size: row.integer(.size), modified: row.integer(.modified), inode: inode,
      changed: row.optionalInteger(.changed))
  }
}

extension Place {
  fileprivate init(_ row: Statement) {
    if let location = row.location(from: PhotoColumn.latitude.rawValue) {
      self = .located(location)
    } else {
      let reason = UnlocatedReason(code: row.integer(.reason)) ?? .unreadable
      self = .unlocated(reason, detail: row.text(.detail))
    }
  }
}

extension CaptureTime {
  /// The time in the four columns of a row.
  init?(local: Int64?, offset: Int64?, instant: Int64?, source code: Int64?) {
    let source = code.flatMap { TimeSource(code: $0) } ?? .local
    // Ignores values that no camera can have written: arithmetic with them might overflow.
    let moments = -8_640_000_000_000_000...8_640_000_000_000_000 as ClosedRange<Int64>
    let offsets = -1_440...1_440 as ClosedRange<Int64>
    let local = local.flatMap { moments.contains($0) ? $0 : nil }
    let instant = instant.flatMap { moments.contains($0) ? $0 : nil }
    switch (local, offset.flatMap { offsets.contains($0) ? $0 : nil }, instant) {
    case (let local?, let offset?, _):
      self.init(localMilliseconds: local, utcOffsetMinutes: Int(offset), source: source)
    case (let local?, nil, _): self.init(localMilliseconds: local)
    case (nil, _, let instant?): self.init(instantMilliseconds: instant, source: source)
    case (nil, _, nil): return nil
    }
  }
}

extension RawRepresentable<UInt8> {
  /// Makes the value of a code in a row of the index; returns nil if the code is unknown.
  init?(code: Int64) {
    guard let number = UInt8(exactly: code) else { return nil }
    self.init(rawValue: number)
  }
}
