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
    guard let values = IntegerPage.values(page), let identity = values["identity"],
      let version = values["version"]
    else { return nil }
    self.identity = identity
    self.version = version
    formerIdentity = values["former_identity"]
    transactions = values["transactions"] ?? 0
  }
}
