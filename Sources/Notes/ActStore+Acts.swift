internal import Glibc
internal import PhotoFacts
public import PhotoIndex
internal import SQLite
internal import Signing

extension ActStore {
  /// Appends an act with notes about photos, and returns its number.
  @discardableResult
  public func record(_ notes: [Note], by author: String) throws -> Int64 {
    try record(notes, by: author, named: Self.randomName())
  }

  func record(_ notes: [Note], by author: String, named uuid: String) throws -> Int64 {
    try atomically("BEGIN IMMEDIATE") {
      let act = try addAct(uuid: uuid, at: Self.now(), by: author)
      for (ordinal, note) in notes.enumerated() { try add(note, ordinal, of: act) }
      return act
    }
  }

  /// Appends an act that undoes an earlier one of a kind, for some photos or for all.
  ///
  /// Finds photos of the index wherever their files are now, others by the path in the act. Returns the photos it
  /// changes, without those that are undone already.
  @discardableResult
  public func undo(
    _ act: Int64, _ kind: Note.Kind, of photos: [PhotoIdentity]? = nil, in reader: IndexReader,
    by author: String
  ) throws -> [PhotoIdentity] {
    try atomically("BEGIN IMMEDIATE") {
      let wanted = try photos.map { photos in
        try Set(photos.flatMap { try placements(about: $0, in: reader).map(\.id) })
      }
      let gone = Set((photos ?? []).filter { $0.id == nil }.map(\.path))
      let live = try placements(of: act).filter { placement in
        let isWanted = wanted?.contains(placement.id) ?? true
        return placement.note.kind == kind && !placement.isUndone
          && (isWanted || gone.contains(placement.note.photo.path))
      }
      guard !live.isEmpty else { return [] }
      let undoing = try addAct(uuid: Self.randomName(), at: Self.now(), by: author)
      let row = try connection.statement("INSERT INTO undo (placement, act) VALUES (?1, ?2)")
      for placement in live { try row.bind(placement.id, undoing).run() }
      return live.map(\.note.photo)
    }
  }

  /// What an act records about its photos; empty if there is no such act.
  public func notes(of act: Int64) throws -> [Note] { try placements(of: act).map(\.note) }

  /// The photos of all acts after one.
  func photos(after act: Int64) throws -> [PhotoIdentity] {
    let rows = try connection.statement(
      """
      \(Self.selection) WHERE act > ?1
        OR id IN (SELECT placement FROM undo WHERE undo.act > ?1)
      """)
    return try rows.bind(act).map { Self.placement($0).note.photo }
  }

  /// Makes the time of a new act later than that of the previous one, even if the machine's clock went back.
  func addAct(uuid: String, at time: Int64, by author: String, isOwn: Bool = true) throws -> Int64 {
    let last = try connection.integer("SELECT coalesce(max(made), 0) FROM act") ?? 0
    let row = try connection.statement(
      "INSERT INTO act (uuid, made, author) VALUES (?1, ?2, ?3) RETURNING id")
    return try row.bind(uuid, isOwn ? max(time, last + 1) : time, author).returnedID()
  }

  func add(_ note: Note, _ ordinal: Int, of act: Int64) throws {
    let photo = note.photo
    let row = try connection.statement(
      """
      INSERT INTO placement (act, ordinal, path, fingerprint, size, taken, words, journey,
        \(PlaceColumn.ofLocations.list()), gap, \(PlaceColumn.allCases.list("base_")))
      VALUES (\(Statement.parameters(24)))
      """)
    let identity: [(any Bindable)?] = [
      act, Int64(ordinal), photo.path, photo.content.map { Int64(bitPattern: $0.fingerprint) },
      photo.content?.size, photo.taken, note.words?.stored, note.text,
    ]
    guard let place = note.place else { return try row.bind(identity).run() }
    try row.bind(identity + place.location.columns + [place.gap] + place.base.columns).run()
  }

  func placements(of act: Int64) throws -> [StoredPlacement] {
    let rows = try connection.statement("\(Self.selection) WHERE act = ?1 ORDER BY ordinal")
    return try rows.bind(act).map(Self.placement)
  }

  /// The act with this identifier; nil if it has not been made.
  func act(named uuid: String) throws -> Act? {
    let row = try connection.statement("SELECT id FROM act WHERE uuid = ?1")
    guard let number = try row.bind(uuid).first({ $0.integer(0) }) else { return nil }
    return try acts(number...number).first
  }

  /// The identifier of the act to which a client has given this key: no other author and no other kind of act has it.
  static func name(of key: String, by author: String, _ kind: Note.Kind) -> String {
    let digest = SHA256.hash("\(kind)\0\(author)\0\(key)".utf8).bytes
    return stride(from: 0, to: 16, by: 8).map { start in
      Hexadecimal.text(digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
    }.joined()
  }

  /// A random name of 128 bits.
  static func randomName() -> String {
    (0..<2).map { _ in Hexadecimal.text(UInt64.random(in: 0...UInt64.max)) }.joined()
  }

  private static func now() -> Int64 {
    var clock = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &clock)
    return Int64(clock.tv_sec) * 1_000 + Int64(clock.tv_nsec) / 1_000_000
  }
}
