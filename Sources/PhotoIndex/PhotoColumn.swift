internal import PhotoFacts

/// A column of the table of photos; those that a record is made of come first.
///
/// Queries are put together of these names, so the position of a column in a row of records, and that
/// of its parameter in what stores a photo, is its number here.
enum PhotoColumn: Int32, CaseIterable {
  case id, name, size, modified, inode, changed, fingerprint, reason, detail
  case latitude, longitude, altitude, direction, accuracy, source
  case localTime, utcOffset, instant, timeSource
  case format, width, height, orientation, thumbnailOffset, thumbnailSize, locality
  case directory, camera, remarks, companions, imported

  private static let ofRecords = allCases.prefix { $0 != .directory }

  /// The positions in a row of records behind the columns of the photo: the paths of the root and of
  /// the directory, and the columns of the camera.
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

  /// The columns that a record is made of, as a query lists them.
  static let record: String = {
    let photo = ofRecords.map { "photo.\($0.name)" }
    let camera = PhotoProperty.ofCameras.map { "camera.\($0.name)" }
    return (photo + ["root.path", "directory.path"] + camera).joined(separator: ", ")
  }()

  /// A statement that stores a row, whose parameters are in the order of the columns.
  static func storing(_ conflict: String) -> String {
    let names = allCases.map(\.name).joined(separator: ", ")
    let parameters = allCases.map { "?\($0.rawValue + 1)" }.joined(separator: ", ")
    return "INSERT OR \(conflict) INTO photo (\(names)) VALUES (\(parameters))"
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

  /// Binds the value of a column to its parameter, which stays NULL without one: statements come without
  /// bindings.
  func bind(_ value: Int64?, to column: PhotoColumn) throws {
    if let value { try bind(value, at: column.rawValue + 1) }
  }

  func bind(_ value: Double?, to column: PhotoColumn) throws {
    if let value { try bind(value, at: column.rawValue + 1) }
  }

  func bind(text: [UInt8]?, to column: PhotoColumn) throws {
    if let text { try bind(text: text, at: column.rawValue + 1) }
  }
}
