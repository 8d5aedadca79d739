/// One page that has a whole table of texts and integers, whose key is the text, WITHOUT ROWID.
///
/// "B-tree Pages" and "Record Format" of https://www.sqlite.org/fileformat.html.
package enum IntegerPage {
  private static let leafOfIndex: UInt8 = 10
  private static let headerSize = 8

  /// The rows of the table; nil if the page is none of a table like that.
  package static func values(_ page: [UInt8]) -> [String: Int64]? {
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
