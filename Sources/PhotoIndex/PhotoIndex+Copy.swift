public import PhotoFacts

extension PhotoIndex {
  /// Writes one state of the index to a new file that its owner alone may read, also while programs change
  /// the index.
  public func copy(to path: FilePath) throws {
    try Self.createPrivately(path)
    try withReader { reader in
      let copy = try reader.connection.passingStatement("VACUUM INTO ?1")
      try copy.bind(text: path.bytes, at: 1)
      _ = try copy.step()
    }
  }

  /// Ends the write-ahead log of an index, so that the file can be replaced; fails with `.busy` while another
  /// program has the index open.
  public static func endLog(of path: FilePath) throws {
    let connection = try Connection(path: path, access: .readWrite)
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
