/// The record of a replica index: it receives each change before the replica does.
///
/// Only one thread at a time makes calls.
package protocol IndexRecord: AnyObject, Sendable {
  /// Brings the replica to the newest revision that can be read; returns whether something changed.
  func follow(_ replica: IndexWriter) throws -> Bool

  /// Excludes all other writers of the record, and brings the replica to its revision.
  func begin(_ replica: IndexWriter) throws

  /// Throws `.overtaken` if the replica that `begin` has left is no longer the same.
  ///
  /// Another program may have brought it to another state before its transaction began, as after a failover.
  func confirm(_ replica: IndexWriter) throws

  /// Writes the changes of the replica's transaction to the record, before the replica commits.
  func commit(_ replica: IndexWriter) throws

  /// Reserves folders of this machine for this replica, for some minutes after each commit.
  func lease(_ roots: [[UInt8]], _ replica: IndexWriter) throws

  /// Ends all leases; those that cannot be ended expire.
  func endLeases()

  /// Ends a transaction after it has failed, or after the replica has committed.
  func end()
}

/// The revision of a record that a replica has.
package struct ReplicaPosition: Hashable, Sendable {
  /// The random number of the record's history.
  package var history: Int64

  /// The revision; an empty record has 0.
  package var revision: Int64

  /// The random number of the batch that made this revision; it distinguishes histories with the same start.
  package var batch: Int64

  /// Identifies the machine whose folders have no machine name in the replica.
  package var machine: Int64

  package init(history: Int64, revision: Int64, batch: Int64, machine: Int64) {
    self.history = history
    self.revision = revision
    self.batch = batch
    self.machine = machine
  }
}
