internal import CPhotoShims
internal import CSQLite
internal import Glibc

/// Receives each row of some tables before a statement inserts, updates or deletes it.
///
/// Also the rows that REPLACE deletes, and those of temporary tables with the same names; not those of a `RowBatch`.
/// What the statement changes may be undone later, because it fails or its transaction is rolled back.
package protocol RowObserver: AnyObject {
  func willChange(_ row: RowChange)
}

/// A row that is about to change; its values can be read only while the observer is called.
@safe package struct RowChange {
  package enum Kind {
    case insert, update, delete
  }

  /// The index of its table among those that are observed.
  package let table: Int

  package let kind: Kind

  /// The row id before and after the change; they differ if an update changes it.
  package let oldKey, newKey: Int64

  private let database: OpaquePointer

  fileprivate init(
    table: Int, kind: Kind, oldKey: Int64, newKey: Int64, database: OpaquePointer
  ) {
    (self.table, self.kind, self.oldKey, self.newKey) = (table, kind, oldKey, newKey)
    unsafe self.database = database
  }

  /// The number of columns.
  package var columnCount: Int32 { unsafe photo_sqlite_columns(database) }

  /// The number that a column had; nil if it was NULL, or the row is inserted.
  package func oldInteger(_ column: Int32) -> Int64? {
    var value: Int64 = 0
    return unsafe photo_sqlite_old_integer(database, column, &value) == 1 ? value : nil
  }

  /// The number that a column will have; nil if it will be NULL, or the row is deleted.
  package func newInteger(_ column: Int32) -> Int64? {
    var value: Int64 = 0
    return unsafe photo_sqlite_new_integer(database, column, &value) == 1 ? value : nil
  }

  /// The real number that a column had; nil if it was NULL, or the row is inserted.
  package func oldNumber(_ column: Int32) -> Double? {
    var value = 0.0
    return unsafe photo_sqlite_old_number(database, column, &value) == 1 ? value : nil
  }

  /// The real number that a column will have; nil if it will be NULL, or the row is deleted.
  package func newNumber(_ column: Int32) -> Double? {
    var value = 0.0
    return unsafe photo_sqlite_new_number(database, column, &value) == 1 ? value : nil
  }

  /// Whether an update gives a column another value.
  ///
  /// Also true for a column with a default that was added after the row was written.
  package func differs(_ column: Int32) -> Bool {
    unsafe photo_sqlite_differs(database, column) == 1
  }
}

/// The tables that an observer of one connection observes.
final class Observation {
  private let tables: [[CChar]]
  private let observer: any RowObserver

  /// The table of the last change, which most likely is that of the next one.
  private var last = 0

  init(_ tables: [String], _ observer: any RowObserver) {
    self.tables = tables.map { Array($0.utf8CString) }
    self.observer = observer
  }

  /// Ends the observation until it begins again.
  func pause(_ database: OpaquePointer) { _ = unsafe photo_sqlite_observe(database, nil, nil) }

  /// Begins the observation; returns false if the library was built without the hook.
  func begin(_ database: OpaquePointer) -> Bool {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let code = unsafe photo_sqlite_observe(
      database,
      { context, database, operation, _, table, oldKey, newKey in
        guard let context = unsafe context, let database = unsafe database,
          let table = unsafe table
        else { return }
        let observation = unsafe Unmanaged<Observation>.fromOpaque(context).takeUnretainedValue()
        guard let number = unsafe observation.number(of: table) else { return }
        let kind: RowChange.Kind =
          switch operation {
          case SQLITE_INSERT: .insert
          case SQLITE_DELETE: .delete
          default: .update
          }
        unsafe observation.observer.willChange(
          RowChange(
            table: number, kind: kind, oldKey: oldKey, newKey: newKey, database: database))
      }, context)
    return code == 1
  }

  private func number(of table: UnsafePointer<CChar>) -> Int? {
    if unsafe strcmp(table, tables[last]) == 0 { return last }
    guard let found = tables.firstIndex(where: { unsafe strcmp(table, $0) == 0 }) else {
      return nil
    }
    last = found
    return found
  }
}
