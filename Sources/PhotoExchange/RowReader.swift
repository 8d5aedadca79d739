internal import JSON
internal import PhotoFacts

/// Parses the rows of a table (RFC 4180) into drafts of photos; the first row names the columns.
struct RowReader {
  private enum Column {
    case property(Int)
    case id, longitude, latitude, other
  }

  private let separator: UInt8
  private var columns: [Column] = []
  private var properties = PropertyReader()

  init(separator: UInt8) { self.separator = separator }

  /// Whether the first row has been read.
  var hasHeader: Bool { !columns.isEmpty }

  /// Parses the header row.
  mutating func readHeader(_ bytes: [UInt8], _ range: Range<Int>) throws(InputProblem) {
    var names: [Column] = []
    var seen: Set<String> = []
    for cell in try cells(bytes, range) {
      let name = String(decoding: cell, as: UTF8.self)
      guard name.isEmpty || seen.insert(name).inserted else {
        throw InputProblem("column \(InputProblem.quoted(cell)) occurs twice")
      }
      names.append(column(name, cell))
    }
    guard seen.contains("longitude"), seen.contains("latitude") else {
      throw InputProblem(
        """
        its header names no longitude and latitude; a table has the columns \
        path,longitude,latitude,takenAt, divided by commas or tabs
        """)
    }
    columns = names
  }

  private func column(_ name: String, _ cell: ArraySlice<UInt8>) -> Column {
    switch name {
    case "id": .id
    case "longitude": .longitude
    case "latitude": .latitude
    default: properties.find(cell, after: nil).map(Column.property) ?? .other
    }
  }

  /// Parses a row.
  mutating func draft(_ bytes: [UInt8], _ range: Range<Int>) throws(InputProblem) -> PhotoDraft {
    let cells = try cells(bytes, range)
    guard cells.count == columns.count else {
      throw InputProblem("it has \(cells.count) columns, the header \(columns.count)")
    }
    var draft = PhotoDraft()
    properties.begin()
    for (column, cell) in zip(columns, cells) where !cell.isEmpty {
      switch column {
      case .longitude: draft.longitude = try PhotoDraft.number(cell, "longitude")
      case .latitude: draft.latitude = try PhotoDraft.number(cell, "latitude")
      case .id:
        draft.id = NumberText.whole(cell)
        draft.name = Array(cell)
      case .property(let position) where properties.isNumber(position):
        try properties.read(number: cell, at: position)
      case .property(let position): try properties.read(cell, at: position)
      case .other: break
      }
    }
    draft.values = properties.values
    return draft
  }

  /// The cells of a row without quotation marks and without the guard against formulas.
  private func cells(_ bytes: [UInt8], _ range: Range<Int>) throws(InputProblem)
    -> [ArraySlice<UInt8>]
  {
    var cells: [ArraySlice<UInt8>] = []
    var rest = bytes[range]
    if rest.last == 0x0D { rest.removeLast() }
    guard String(validating: rest, as: UTF8.self) != nil else {
      throw InputProblem("it is not UTF-8")
    }
    var position = rest.startIndex
    while true {
      let cell: ArraySlice<UInt8>
      if position < rest.endIndex, rest[position] == UInt8(ascii: "\"") {
        cell = try quotedCell(rest, &position)
      } else {
        let end = rest[position...].firstIndex(of: separator) ?? rest.endIndex
        cell = rest[position..<end]
        position = end
      }
      cells.append(TableCell.unguarded(cell))
      guard position < rest.endIndex else { return cells }
      position += 1
    }
  }

  private func quotedCell(_ rest: ArraySlice<UInt8>, _ position: inout Int)
    throws(InputProblem) -> ArraySlice<UInt8>
  {
    let mark = UInt8(ascii: "\"")
    let start = position + 1
    var hasDoubled = false
    position = start
    while position < rest.endIndex {
      guard rest[position] == mark else {
        position += 1
        continue
      }
      guard position + 1 < rest.endIndex, rest[position + 1] == mark else { break }
      hasDoubled = true
      position += 2
    }
    guard position < rest.endIndex else {
      throw InputProblem("a quoted cell has no closing quotation mark")
    }
    let inner = rest[start..<position]
    position += 1
    guard position == rest.endIndex || rest[position] == separator else {
      throw InputProblem("text follows the closing quotation mark of a cell")
    }
    guard hasDoubled else { return inner }
    var cell: [UInt8] = []
    var isSecond = false
    for byte in inner {
      isSecond = byte == mark && !isSecond
      if byte != mark || isSecond { cell.append(byte) }
    }
    return cell[...]
  }
}

/// Guards text against being taken for a formula by spreadsheets, and removes the guard.
enum TableCell {
  /// The first characters of formulas, and the apostrophe itself, which makes the guard reversible.
  private static let guardedStarts = Array("=+-@'\t\r\n".utf8)

  static func needsGuard(_ text: some Collection<UInt8>) -> Bool {
    text.first.map(guardedStarts.contains) ?? false
  }

  /// The cell without its guard.
  static func unguarded(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard cell.first == UInt8(ascii: "'"), needsGuard(cell.dropFirst()) else { return cell }
    return cell.dropFirst()
  }
}
