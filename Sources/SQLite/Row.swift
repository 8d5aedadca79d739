/// The columns that a SELECT reads, in its order.
package protocol RowColumn: CaseIterable, RawRepresentable<Int32> {
  /// What the SELECT names; by default the case in snake case.
  var expression: String { get }
}

extension RowColumn {
  package var expression: String { snakeCase }

  /// The name of the case with underscores, such as `base_latitude`.
  package var snakeCase: String {
    "\(self)".map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  /// All of them, as a SELECT lists them.
  package static var list: String { allCases.map(\.expression).joined(separator: ", ") }
}

/// The current row of a statement, whose columns have names.
package struct Row<Column: RowColumn> {
  /// The statement.
  package let statement: Statement

  package init(_ statement: Statement) { self.statement = statement }

  package func isNull(_ column: Column) -> Bool { statement.isNull(column.rawValue) }

  package func integer(_ column: Column) -> Int64 { statement.integer(column.rawValue) }

  package func optionalInteger(_ column: Column) -> Int64? {
    statement.optionalInteger(column.rawValue)
  }

  package func optionalDouble(_ column: Column) -> Double? {
    statement.optionalDouble(column.rawValue)
  }

  package func text(_ column: Column) -> String? { statement.text(column.rawValue) }

  package func bytes(_ column: Column) -> [UInt8] { statement.bytes(column.rawValue) }
}
