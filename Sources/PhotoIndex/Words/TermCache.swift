internal import Query
internal import SQLite
internal import Synchronization

/// The rows of `term`, in order of their ids.
///
/// Rows never change, so a later version of the index has these and some more.
struct TermTable: Sendable {
  /// A row.
  struct Named: Sendable {
    var number: UInt32
    var kind: WordBlock.Kind
    var text: String
  }

  private(set) var rows: [Named] = []
  /// The folded texts of all rows, a line each, and where each begins: a word is looked for in all of them at once.
  private var folded: [UInt8] = []
  private var starts: [Int] = []
  private var lastRow: Int64 = 0

  /// Adds the rows after the last one that was read.
  mutating func readOn(_ connection: Connection) throws {
    let statement = try connection.statement(
      "SELECT id, kind, text FROM term WHERE id > ?1 ORDER BY id")
    try statement.bind(lastRow).forEachRow { row in
      lastRow = row.integer(0)
      guard let number = UInt32(exactly: lastRow), let text = row.text(2),
        let kind = WordBlock.Kind(rawValue: row.integer(1))
      else { return }
      rows.append(Named(number: number, kind: kind, text: text))
      starts.append(folded.count)
      FoldedText.append(text, to: &folded)
      folded.append(WordBlock.lineEnd)
    }
  }

  /// The numbers of all terms.
  var numbers: [Term: UInt32] {
    Dictionary(
      rows.map { (Term(kind: $0.kind, text: $0.text), $0.number) }, uniquingKeysWith: { $1 })
  }

  /// The numbers of the rows of some kinds whose text passes, in order.
  func numbers(_ kinds: [WordBlock.Kind], where passes: (String) -> Bool) -> [UInt32] {
    rows.filter { kinds.contains($0.kind) && passes($0.text) }.map(\.number)
  }

  /// The numbers of the rows of some kinds whose text mentions a word, in order.
  func numbers(_ kinds: [WordBlock.Kind], thatMention word: SearchWord) -> [UInt32] {
    unsafe folded.withUnsafeBytes { folded in
      var numbers: [UInt32] = []
      var row = 0
      var from = 0
      while let position = unsafe word.position(in: folded, from: from) {
        while row + 1 < starts.count, starts[row + 1] <= position { row += 1 }
        if kinds.contains(rows[row].kind) { numbers.append(rows[row].number) }
        from = row + 1 < starts.count ? starts[row + 1] : folded.count
      }
      return numbers
    }
  }

  /// The row of a number.
  subscript(number: UInt32) -> Named? {
    var range = rows.startIndex..<rows.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if rows[middle].number == number { return rows[middle] }
      range =
        rows[middle].number < number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

/// A cache for the rows of terms, shared by the readers of an index.
final class TermCache: Sendable {
  private struct Contents {
    var table = TermTable()
    var identity: Int64?
  }

  private let contents = Mutex(Contents())

  /// All rows that the file of a connection has.
  func table(_ connection: Connection) throws -> TermTable {
    try contents.withLock { contents in
      try contents.table.readOn(connection)
      return contents.table
    }
  }

  /// Drops all rows if they are of another index: a rebuilt replica assigns the ids to other rows.
  func belong(to index: Int64) {
    contents.withLock { contents in
      if let known = contents.identity, known != index { contents.table = TermTable() }
      contents.identity = index
    }
  }

  /// Drops all rows.
  func removeAll() { contents.withLock { $0.table = TermTable() } }
}
