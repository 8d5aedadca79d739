/// Folds names, so that case, accents and punctuation make no difference.
///
/// The table is part of the file, so that a query is folded in the same way as the names.
struct Folding: Sendable {
  private let table: Section
  private let strings: Section
  private let count: Int

  init(table: Section, strings: Section) throws(PlacesError) {
    self.table = table
    self.strings = strings
    count = try table.records(of: 8)
  }

  /// Folds a text, with single spaces between its words.
  func fold(_ text: String) throws(PlacesError) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in text.unicodeScalars {
      for byte in Array((try replacement(of: scalar) ?? String(scalar)).utf8) {
        if byte != 0x20 || result.last != 0x20 && !result.isEmpty { result.append(byte) }
      }
    }
    if result.last == 0x20 { result.removeLast() }
    return result
  }

  private func replacement(of scalar: Unicode.Scalar) throws(PlacesError) -> String? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found: UInt32 = try table.number(8 * middle)
      if found == scalar.value {
        return try strings.text(at: Int(table.number(8 * middle + 4, as: UInt32.self)))
      }
      if found < scalar.value { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
