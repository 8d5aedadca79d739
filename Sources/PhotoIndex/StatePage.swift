internal import SQLite

/// What the page of the table `state` says about an index.
///
/// The table is the first one that every index creates, so its page is the second one of the file. It is read as
/// bytes because the log that SQLite would apply may be that of another file.
struct StatePage: Equatable {
  /// The number of the page in the file; the first one is 1.
  static let number: UInt32 = 2

  /// Distinguishes indexes.
  let identity: Int64

  /// The identity before the last transaction that renewed it.
  let formerIdentity: Int64?

  /// Incremented by transactions that change results.
  let version: Int64

  /// Incremented by all transactions; 0 if no program has counted them yet.
  let transactions: Int64

  /// Returns nil if the page is none of this table.
  init?(_ page: [UInt8]) {
    guard let values = Self.values(page), let identity = values["identity"],
      let version = values["version"]
    else { return nil }
    self.identity = identity
    self.version = version
    formerIdentity = values["former_identity"]
    transactions = values["transactions"] ?? 0
  }

  // "B-tree Pages" and "Record Format" of https://www.sqlite.org/fileformat.html.

  private static let leafOfIndex: UInt8 = 10
  private static let headerSize = 8

  /// The rows of the table.
  private static func values(_ page: [UInt8]) -> [String: Int64]? {
    guard page.first == leafOfIndex, let cells = page.bigEndian(at: 3, bytes: 2) else { return nil }
    var values: [String: Int64] = [:]
    for cell in 0..<Int(cells) {
      guard let place = page.bigEndian(at: headerSize + 2 * cell, bytes: 2),
        let (key, value) = row(page, at: Int(place))
      else { return nil }
      values[key] = value
    }
    return values
  }

  /// A text and an integer.
  private static func row(_ page: [UInt8], at place: Int) -> (String, Int64)? {
    var position = place
    guard page.variableNumber(at: &position) != nil else { return nil }
    let record = position
    guard let headerSize = page.variableNumber(at: &position),
      let textType = page.variableNumber(at: &position),
      let numberType = page.variableNumber(at: &position), textType >= 13, textType % 2 == 1
    else { return nil }
    let text = record + headerSize
    let number = text + (textType - 13) / 2
    guard text >= position, number <= page.count, let value = page.value(numberType, at: number)
    else { return nil }
    return (String(decoding: page[text..<number], as: UTF8.self), value)
  }
}

extension [UInt8] {
  /// A number of at most nine bytes, of which no valid page has more than four here.
  fileprivate func variableNumber(at position: inout Int) -> Int? {
    var number = 0
    for _ in 0..<4 {
      guard indices.contains(position) else { return nil }
      let byte = self[position]
      position += 1
      number = number << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// An integer of a record, by its serial type.
  fileprivate func value(_ type: Int, at position: Int) -> Int64? {
    switch type {
    case 8, 9: return Int64(type - 8)
    case 1...6:
      let bytes = [1, 2, 3, 4, 6, 8][type - 1]
      guard let number = bigEndian(at: position, bytes: bytes) else { return nil }
      let unused = Int64(64 - 8 * bytes)
      return (number << unused) >> unused
    default: return nil
    }
  }
}
