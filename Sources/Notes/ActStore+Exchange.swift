internal import PhotoFacts
internal import PhotoIndex
internal import SQLite

/// Copies whole acts between files.
extension ActStore {
  /// Calls `body` with each act, in the order in which they were added to this file.
  public func forEachAct(_ body: (WholeAct) throws -> Void) throws {
    // In one snapshot, so that no act undoes one that `body` has not received.
    try atomically("BEGIN") {
      for act in try acts() {
        try body(
          WholeAct(
            uuid: act.uuid, time: act.time, author: act.author, notes: wholeNotes(of: act.number),
            undoes: undone(by: act.number)))
      }
    }
  }

  /// Adds acts of another list, all or none, and returns how many acts, and aliases of known acts, are new.
  ///
  /// Of acts that the list has already, only aliases are added. Of two notes about a photo, the later one
  /// is shown, whichever list it is from.
  public func merge(_ acts: [WholeAct]) throws -> (acts: Int, aliases: Int) {
    try atomically("BEGIN IMMEDIATE") {
      var added = (acts: 0, aliases: 0)
      for act in acts {
        let isNew = try add(act)
        let aliases = try addAliases(of: act)
        if isNew { added.acts += 1 } else { added.aliases += aliases }
      }
      return added
    }
  }

  private func addAliases(of act: WholeAct) throws -> Int {
    guard act.notes.contains(where: { !$0.aliases.isEmpty }) else { return 0 }
    let find = try connection.statement(
      """
      SELECT placement.id FROM placement JOIN act ON act.id = placement.act
      WHERE act.uuid = ?1 AND placement.ordinal = ?2
      """)
    var count = 0
    for (ordinal, note) in act.notes.enumerated() where !note.aliases.isEmpty {
      let found = try find.bind(act.uuid, Int64(ordinal)).first { $0.integer(0) }
      guard let placement = found else { continue }
      count += try note.aliases.count { try add($0, to: placement) }
    }
    return count
  }

  private func wholeNotes(of act: Int64) throws -> [Note] {
    try placements(of: act).map { placement in
      var note = placement.note
      note.aliases = try aliases(of: placement.id)
      return note
    }
  }

  /// Adds an act of another file; returns false if it is here already.
  private func add(_ act: WholeAct) throws -> Bool {
    let known = try connection.statement("SELECT 1 FROM act WHERE uuid = ?1")
    guard try !known.bind(act.uuid).hasRow() else { return false }
    let number = try addAct(uuid: act.uuid, at: act.time, by: act.author, isOwn: false)
    for (ordinal, note) in act.notes.enumerated() { try add(note, ordinal, of: number) }
    let row = try connection.statement(
      """
      INSERT INTO undo (placement, act)
      SELECT placement.id, ?3 FROM placement JOIN act ON act.id = placement.act
      WHERE act.uuid = ?1 AND placement.ordinal = ?2 RETURNING act
      """)
    for undone in act.undoes {
      guard try row.bind(undone.act, Int64(undone.photo), number).hasRow() else {
        throw IndexError(
          .invalidRequest,
          "act \(act.uuid) undoes photo \(undone.photo) of act \(undone.act), which is not before it"
        )
      }
    }
    return true
  }

  private func undone(by act: Int64) throws -> [WholeAct.Undone] {
    let rows = try connection.statement(
      """
      SELECT act.uuid, placement.ordinal
      FROM undo JOIN placement ON placement.id = undo.placement JOIN act ON act.id = placement.act
      WHERE undo.act = ?1 ORDER BY placement.id
      """)
    return try rows.bind(act).map {
      WholeAct.Undone(act: $0.text(0) ?? "", photo: Int($0.integer(1)))
    }
  }
}
