internal import SQLite

/// What a reader answers from, and until when.
enum ReaderState {
  /// The caches, which have what the database has in its newest state; no transaction has begun.
  case memory(KnownState, Deadline?)

  /// A transaction, which a writer or `PhotoIndex` has begun.
  case transaction(Snapshot, Deadline?)

  /// What is known of the version that a transaction reads.
  struct Snapshot {
    /// The version, once it was looked up.
    var stamp: IndexStamp?

    /// The state of the database, if it is known.
    var state: KnownState?
  }

  /// A transaction of which nothing is known yet.
  static var unknown: ReaderState { .transaction(Snapshot(), nil) }

  /// The version that is read, if it is known.
  var stamp: IndexStamp? {
    switch self {
    case .memory(let known, _): known.stamp
    case .transaction(let snapshot, _): snapshot.stamp
    }
  }

  /// The state of the database that is read, if it is known.
  var known: KnownState? {
    switch self {
    case .memory(let known, _): known
    case .transaction(let snapshot, _): snapshot.state
    }
  }

  /// When queries end with `tookTooLong`; nil without a limit.
  var deadline: Deadline? {
    get {
      switch self {
      case .memory(_, let deadline), .transaction(_, let deadline): deadline
      }
    }
    set {
      switch self {
      case .memory(let known, _): self = .memory(known, newValue)
      case .transaction(let snapshot, _): self = .transaction(snapshot, newValue)
      }
    }
  }
}

/// A state of the database, and the version of the index in it.
struct KnownState: Hashable {
  var database: DatabaseState
  var stamp: IndexStamp
}

/// Thrown if a reader has answered from memory, and a newer version is in the file when it must read that.
struct OvertakenReader: Error {}
