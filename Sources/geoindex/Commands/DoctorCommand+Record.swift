internal import PhotoIndex
internal import Record

extension Option {
  static let repair = Option(
    "--repair", nil, "repair the rows of a record that refer to missing rows")
}

// The checks of a record, and its repair.
extension DoctorCommand {
  func refuseToRepairAnythingElse() throws {
    guard try RecordLocation.address(arguments) != nil else {
      throw arguments.usage("--repair needs a record; give its address with --db postgres://…")
    }
    guard arguments.value(.server) == nil else {
      throw arguments.usage("--repair works on the record itself; leave out --server")
    }
  }

  /// Rows of the record that refer to missing ones, or what was repaired of them.
  private func damage(_ record: Record, _ index: PhotoIndex) throws -> [Finding] {
    let repaired = arguments.has(.repair) ? try record.repair(with: index) : []
    let left = try record.danglingRows(with: index)
    return repaired.map { rows in
      let isRemoval = rows.remedy == .removed
      return Finding(
        subject: "record", state: .note,
        text:
          "\(rows.count) rows that referred to a missing row in \(rows.column) are \(isRemoval ? "removed" : "without it now")",
        remedy: """
          geoindex scan <dir>, for each folder of each machine\(isRemoval ? "; import again what was imported" : "")
          """)
    }
      + left.map { rows in
        let isKept = rows.remedy == .kept
        return Finding(
          subject: "record", state: .bad,
          text: """
            damaged: \(rows.count) rows refer to a missing row in \(rows.column), so a new machine gets no copy
            """,
          remedy: isKept
            ? "restore the record from a backup, or remove these acts by hand"
            : "geoindex doctor --repair, with the same options")
      }
  }

  /// The record, and whether the local index follows it.
  func record() throws -> [Finding] {
    guard let address = try RecordLocation.address(arguments) else { return [] }
    var damage: [Finding] = []
    do {
      // Before the local index is brought up to date, which fails if it lacks what rows refer to.
      let attached = try RecordLocation.attach(address, arguments)
      damage = try self.damage(attached.record, attached.index)
      let (record, index) = try RecordLocation.open(address, arguments, toWrite: true)
      let state = try record.state(of: index)
      // A later check reads them, and no other command may have run on this machine.
      try SharedRegisters(of: index, record).follow(index)
      return damage + [
        Finding(
          subject: "record", state: .good,
          text:
            """
            \(address.display): \(state.server)\(state.isPooled ? " behind a pooler" : ""), \
            revision \(state.revision); this machine is \(record.machine)
            """ + (state.buffered > 0 ? "; \(state.buffered) changes wait for their nodes" : "")
        ),
        Finding(
          subject: "local index", state: state.isEqual ? .good : .bad,
          text: state.isEqual
            ? "it has the \(state.photos) files of the record"
            : "it has other files than the record, which has \(state.photos)",
          remedy: state.isEqual ? nil : "end all geoindex here and delete \(index.path)"),
      ]
    } catch {
      return damage + [
        Finding(
          subject: "record", state: .bad, text: "\(error)",
          remedy: "psql '\(address.display)' shows whether the database answers")
      ]
    }
  }
}
