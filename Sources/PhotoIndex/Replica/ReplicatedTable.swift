internal import SQLite

/// A table whose rows the record shares.
///
/// Its columns are those of the local file, so that a property is declared only once.
package struct ReplicatedTable: Sendable {
  /// How a column is stored; the record has a type for each.
  package enum Kind: Sendable {
    case integer, real, bytes
  }

  /// A column.
  package struct Column: Sendable {
    /// Its name, which is the same in the record.
    package var name: String

    /// How it is stored.
    package var kind: Kind
  }

  /// The tables that the record has, each after those that its rows refer to.
  ///
  /// The record has their indexes here, so new ones are at the end.
  package static let names =
    [
      "root", "root_option", "file_system", "directory", "camera", "locality", "photo", "departed",
      "track", "track_chunk",
    ] + ActTables.names + ["own_place", "own_words", "accepted_place"]

  /// The tables that every machine makes for itself: summaries of photos, and `state`, of which the record has
  /// some rows.
  package static let localNames = [
    "state", "grid_run", "grid_tile", "grid_day", "view_run", "photo_block", "word_block", "term",
    "journey_correction",
  ]

  /// The rows of `state` that all machines share.
  package static let sharedState = [
    "next_photo", "next_scan", "next_track", "places", "last_scan_end",
  ]

  /// Its index in `names`.
  package let number: Int

  /// Its name.
  package let name: String

  /// The columns, the key first.
  package let columns: [Column]

  /// The expression of the key in SQLite.
  let key: String

  init(_ number: Int, _ connection: Connection) throws {
    self.number = number
    name = Self.names[number]
    var columns: [Column] = []
    try connection.statement("SELECT name, type FROM pragma_table_info('\(name)')").forEachRow {
      row in
      let kind: Kind =
        switch row.text(1) {
        case "INTEGER": .integer
        case "REAL": .real
        default: .bytes
        }
      columns.append(Column(name: row.text(0) ?? "", kind: kind))
    }
    let hasKey = columns.first?.name == "id"
    key = hasKey ? "id" : "rowid"
    if !hasKey { columns.insert(Column(name: "id", kind: .integer), at: 0) }
    self.columns = columns
  }

  /// The names of the columns as SQLite knows them.
  var localColumns: String {
    ([key] + columns.dropFirst().map(\.name)).joined(separator: ", ")
  }

  /// The position of a column.
  func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}

/// A range of keys of a table, from the first to the last.
package struct KeyRange: Hashable, Sendable {
  /// All keys.
  package static let all = KeyRange(first: .min, last: .max)

  package var first: Int64
  package var last: Int64

  package init(first: Int64, last: Int64) { (self.first, self.last) = (first, last) }

  /// Combines ascending keys into as few ranges as possible.
  static func ranges(_ keys: [Int64]) -> [KeyRange] {
    var ranges: [KeyRange] = []
    for key in keys {
      if let last = ranges.last?.last, last < .max, last + 1 == key {
        ranges[ranges.count - 1].last = key
      } else {
        ranges.append(KeyRange(first: key, last: key))
      }
    }
    return ranges
  }
}
