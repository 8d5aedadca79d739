package import SQLite

extension DirectoryID: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(rawValue, at: index)
  }
}

extension RootID: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(rawValue, at: index)
  }
}
