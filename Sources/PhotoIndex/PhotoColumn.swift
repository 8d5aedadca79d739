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
  case format, width, height, orientation, thumbnailOffset, thumbnailSize, locality
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

  private static let names = allCases.map(\.name).joined(separator: ", ")

  private static func parameters(ofRow row: Int) -> String {
    allCases.map { "?\($0.parameter(ofRow: row))" }.joined(separator: ", ")
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

  func bind(text: [UInt8]?, to column: PhotoColumn) throws {
    if let text { try statement.bind(text: text, at: column.parameter(ofRow: row)) }
  }
}

extension Statement {
  func integer(_ column: PhotoColumn) -> Int64 { integer(column.rawValue) }

  func optionalInteger(_ column: PhotoColumn) -> Int64? { optionalInteger(column.rawValue) }

  func integer(_ column: PhotoColumn, within range: ClosedRange<Int64>) -> Int64? {
    integer(column.rawValue, within: range)
  }

  func text(_ column: PhotoColumn) -> String? { text(column.rawValue) }

  func bytes(_ column: PhotoColumn) -> [UInt8] { bytes(column.rawValue) }
}
