public import PhotoFacts
internal import SQLite

extension PhotoIndex {
  /// Writes a snapshot of the index to a new file that only its owner may read; programs may change the index
  /// meanwhile.
  public func copy(to path: FilePath) throws {
    try Self.createPrivately(path)
    try withReader { reader in
      let copy = try reader.connection.passingStatement("VACUUM INTO ?1")
      try copy.bind(text: path.bytes, at: 1)
      _ = try copy.step()
    }
  }

  /// Marks a copy of a replica, so that the machine that opens it gives it a new identity.
  package static func markAsSnapshot(_ path: FilePath) throws {
    let connection = try Connection(ofIndex: path, access: .readWrite)
    try connection.execute("UPDATE state SET value = 0 WHERE key = 'record_machine'")
  }

  /// Ends the write-ahead log of an index, so that the file can be replaced; fails with `.busy` while another
  /// program has the index open.
  public static func endLog(of path: FilePath) throws {
    try LogOwner.check(path)
    let connection = try Connection(ofIndex: path, access: .readWrite)
    try connection.execute("PRAGMA busy_timeout = 0")
    var mode: String?
    do {
      try connection.statement("PRAGMA journal_mode = DELETE").forEachRow { mode = $0.text(0) }
    } catch let error as IndexError where error.code == .busy {}
    guard mode == "delete" else {
      throw IndexError(.busy, "another program has \(path) open; end it first")
    }
  }
}
