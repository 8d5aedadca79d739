package import PhotoIndex
internal import Synchronization
internal import Threads

/// A PostgreSQL database of photos; local indexes are its replicas.
///
/// To write, a machine locks the newest revision, updates its replica, and changes it in a transaction. Then
/// it sends the changed rows to the record and commits: first there, then here. So all machines make the same
/// changes in the same order.
public final class Record: Sendable {
  /// The address of the database.
  public let address: RecordAddress

  /// The name of this machine; the folders that it scans belong to it.
  public let machine: String

  /// A number that identifies the holder of leases: this host with this replica.
  let holder: Int64

  /// How much of the log of changes is kept.
  let log: RecordLog

  /// How long a change waits for an unreachable database; nil waits without limit.
  private let retryLimit: Duration?

  /// Called with the error when waiting for the database begins, and with nil when it ends.
  private let onWaiting: @Sendable (RecordError?) -> Void

  private let session = Mutex(Session())

  // Separate from the session, which may be blocked by the database.
  private let lastContact = Mutex<ContinuousClock.Instant?>(nil)
  private let started = ContinuousClock.now

  /// Makes a record; connects when it is first used.
  ///
  /// - Parameter holder: A text that differs for each host and local index.
  public convenience init(
    _ address: RecordAddress, machine: String, holder: String, retryLimit: Duration? = nil,
    onWaiting: @escaping @Sendable (RecordError?) -> Void = { _ in }
  ) {
    self.init(
      address, machine: machine, holder: holder, log: RecordLog(), retryLimit: retryLimit,
      onWaiting: onWaiting)
  }

  init(
    _ address: RecordAddress, machine: String, holder: String, log: RecordLog,
    retryLimit: Duration? = nil, onWaiting: @escaping @Sendable (RecordError?) -> Void = { _ in }
  ) {
    self.log = log
    self.address = address
    self.machine = machine
    self.holder = Int64(holder.stableHash >> 2)
    self.retryLimit = retryLimit
    self.onWaiting = onWaiting
  }

  /// How long ago a replica was last known to be up to date.
  public var age: Duration {
    (lastContact.withLock { $0 } ?? started).duration(to: .now)
  }
}

extension Record: IndexRecord {
  package func follow(_ replica: IndexWriter) throws -> Bool {
    try session.withLock { session in
      do {
        let connection = try session.connected(to: address, replica)
        var hasChanged = false
        if try !isUpToDate(replica, RecordHead(connection)) {
          // The snapshot is taken under the write lock of the replica. Otherwise another process could bring the
          // replica further than the snapshot, and this one would bring it back.
          hasChanged = try replica.applying {
            try connection.beginReading()
            let hasChanged = try catchUp(replica, to: RecordHead(connection), connection)
            try connection.run("COMMIT")
            return hasChanged
          }
        }
        lastContact.withLock { $0 = .now }
        return hasChanged
      } catch {
        // The connection may be in any state, so the next call uses a new one.
        session.connection = nil
        throw error
      }
    }
  }

  package func begin(_ replica: IndexWriter) throws {
    try session.withLock { session in
      try waiting {
        session.connection = nil
      } attempt: {
        session.base = nil
        let connection = try session.connected(to: address, replica)
        try RecordPartitions.flushFullBuffer(connection)
        let head = try lockHead(connection)
        if let last = session.lastCommitted, try !isInHistory(last, of: head, connection) {
          session.lastCommitted = nil
          throw rewound()
        }
        if try !isUpToDate(replica, head) {
          _ = try replica.applying { try catchUp(replica, to: head, connection) }
        }
        lastContact.withLock { $0 = .now }
        session.base = head
        session.state = try state(connection)
      }
    }
  }

  package func confirm(_ replica: IndexWriter) throws {
    try session.withLock { session in _ = try confirmed(replica, session) }
  }

  package func commit(_ replica: IndexWriter) throws {
    try session.withLock { session in
      let (base, position) = try confirmed(replica, session)
      guard let connection = session.connection else { throw overtaken() }
      let batch = try RecordBatch(replica, after: base, state: session.state)
      guard !batch.isEmpty else {
        // What the transaction has read may be used later too.
        session.lastCommitted = position
        return
      }
      do {
        try batch.send(replica, connection, self)
      } catch let error as RecordError where error.code == .unreachable {
        try sendAgain(batch, replica, &session)
      }
      session.connection = session.connection?.isOpen == true ? session.connection : nil
      session.hasCommitted = true
      let reached = ReplicaPosition(
        history: base.history, revision: batch.revision, batch: batch.id, machine: position.machine)
      session.lastCommitted = reached
      try replica.setReplicaPosition(reached)
      replica.forgetChanges()
    }
  }

  package func lease(_ roots: [[UInt8]], _ replica: IndexWriter) throws {
    try session.withLock { session in
      session.lastCommitted = nil
      try waiting {
        session.connection = nil
      } attempt: {
        let connection = try session.connected(to: address, replica)
        for root in roots {
          let taken = try connection.run(
            """
            INSERT INTO geoindex.lease AS known (machine, root, holder, expires)
            VALUES (\(machine.byteLiteral), \(root.byteLiteral), \(holder), now() + interval '5 min')
            ON CONFLICT (machine, root) DO UPDATE
            SET holder = excluded.holder, expires = excluded.expires
            WHERE known.holder = excluded.holder OR known.expires < now()
            RETURNING holder
            """)
          guard taken.first?.first == String(holder) else { throw leased(root) }
        }
      }
    }
  }

  package func endLeases() {
    session.withLock { session in
      session.lastCommitted = nil
      guard let connection = session.connection, connection.isOpen else { return }
      do {
        try connection.run("DELETE FROM geoindex.lease WHERE holder = \(holder)")
      } catch {
        session.connection = nil
      }
    }
  }

  private func leased(_ root: [UInt8]) -> IndexError {
    IndexError(
      .leased,
      """
      another geoindex that calls itself \(machine) scans \(String(decoding: root, as: UTF8.self)) into \
      \(address.display); give each machine its own name with --machine, or wait five minutes after it has ended
      """)
  }

  package func end() {
    session.withLock { session in
      defer { (session.base, session.hasCommitted) = (nil, false) }
      guard session.base != nil, !session.hasCommitted else { return }
      // Undoes locks and partly sent data. If that fails, the connection is closed.
      do { try session.connection?.run("ROLLBACK") } catch { session.connection = nil }
    }
  }
}

extension Record {
  /// Locks the newest revision against other writers until the transaction ends.
  private func lockHead(_ connection: RecordConnection) throws -> RecordHead {
    // The server ends the session of a writer that hangs, so that others do not wait forever.
    try connection.run(
      """
      BEGIN;
      SET LOCAL idle_in_transaction_session_timeout = '5min';
      \(retryLimit == nil ? "" : "SET LOCAL lock_timeout = '30s';")
      SELECT revision FROM geoindex.head FOR UPDATE
      """)
    return try RecordHead(connection)
  }

  private func state(_ connection: RecordConnection) throws -> [String: Int64] {
    var state: [String: Int64] = [:]
    for row in try connection.run("SELECT key, value FROM geoindex.state") {
      if let key = row[0], let value = row[1].flatMap({ Int64($0) }) { state[key] = value }
    }
    return state
  }

  /// Sends a batch over a new connection, unless it arrived before the old one was lost.
  private func sendAgain(
    _ batch: RecordBatch, _ replica: IndexWriter, _ session: inout Session
  ) throws {
    try waiting {
      session.connection = nil
    } attempt: {
      session.connection = nil
      let connection = try session.connected(to: address, replica)
      let head = try lockHead(connection)
      let found = try connection.run(
        "SELECT id FROM geoindex.batch WHERE revision = \(batch.revision)")
      if let id = found.first?.first, id == String(batch.id) {
        try connection.run("ROLLBACK")
        return
      }
      guard head == batch.base else { throw overtaken() }
      try batch.send(replica, connection, self)
    }
  }

  /// The revision that a change is based on; throws if the replica has another one.
  private func confirmed(_ replica: IndexWriter, _ session: Session) throws
    -> (RecordHead, ReplicaPosition)
  {
    guard let base = session.base, let position = try replica.replicaPosition(),
      position.revision == base.revision, position.history == base.history,
      position.batch == base.batch
    else { throw overtaken() }
    return (base, position)
  }

  private func overtaken() -> IndexError {
    IndexError(
      .overtaken,
      "another machine changed \(address.display) while the connection was lost; this step was not stored"
    )
  }

  private func rewound() -> IndexError {
    IndexError(
      .replaced,
      """
      \(address.display) went back to an earlier state, as after a failover to a standby that lagged or after a \
      restored backup; scan again
      """)
  }

  /// Repeats an attempt until the database answers or the limit is exceeded.
  private func waiting(_ reset: () -> Void, attempt: () throws -> Void) throws {
    let start = ContinuousClock.now
    var pause = Duration.milliseconds(200)
    var isAnnounced = false
    while true {
      do {
        try attempt()
        if isAnnounced { onWaiting(nil) }
        return
      } catch let error as RecordError where error.code == .unreachable {
        reset()
        if let retryLimit, start.duration(to: .now) + pause > retryLimit {
          throw IndexError(.unreachable, error.description)
        }
        if !isAnnounced { onWaiting(error) }
        isAnnounced = true
        Doorbell().wait(pause)
        pause = min(pause * 2, .seconds(15))
      } catch let error as RecordError where error.code == .forbidden {
        reset()
        throw IndexError(.cannotOpen, error.description)
      } catch {
        reset()
        throw error
      }
    }
  }

  /// The connection and the transaction of a record.
  ///
  /// A connection is not `Sendable`; the mutex of `Record` hands it to one thread at a time.
  private struct Session: @unchecked Sendable {
    var connection: RecordConnection?
    var base: RecordHead?
    var state: [String: Int64] = [:]
    var hasCommitted = false

    /// What this process has seen or committed since the scan began, which may use its row ids later.
    var lastCommitted: ReplicaPosition?

    mutating func connected(to address: RecordAddress, _ replica: IndexWriter) throws
      -> RecordConnection
    {
      if let connection, connection.isOpen { return connection }
      let made = try RecordConnection(address)
      try RecordSchema.migrate(made, replica.replicatedTables())
      connection = made
      return made
    }
  }
}

/// The newest revision of a record.
struct RecordHead: Equatable {
  var revision: Int64
  var history: Int64
  var batch: Int64

  init(_ connection: RecordConnection) throws {
    let rows = try connection.run(
      """
      SELECT head.revision, history, coalesce(id, 0), format FROM geoindex.head
      LEFT JOIN geoindex.batch ON batch.revision = head.revision
      """)
    let numbers = rows.first?.compactMap { $0.flatMap { Int64($0) } } ?? []
    guard numbers.count == 4 else {
      throw RecordError(.refused, "the record is damaged: the table geoindex.head has no row")
    }
    guard numbers[3] == IndexWriter.format else {
      throw RecordError(
        .otherFormat,
        """
        the record has format \(numbers[3]) and this geoindex knows format \(IndexWriter.format); use the same \
        version on all machines
        """)
    }
    (revision, history, batch) = (numbers[0], numbers[1], numbers[2])
  }
}
