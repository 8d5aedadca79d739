internal import Grid
internal import Files
internal import Glibc
internal import Notes
internal import People
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Places
internal import Query
internal import Sharing

extension Option {
  static let replace = Option(
    "--replace", nil, "replace the existing index with the backup")
  static let reviveLink = Option(
    "--revive-link", "ID", "make a revoked link of the backup valid again", isRepeatable: true)
  static let reviveUser = Option(
    "--revive-user", "NAME", "add a user of the backup that was removed", isRepeatable: true)
}

extension Command {
  static let restore = Command(
    name: "restore",
    summary: "restore the files of geoindex backup",
    operands: "<file.tar>",
    operandCount: 1...1,
    options: [
      .replace, .reviveLink, .reviveUser,
      .authFile.saying("restore the htpasswd file of the backup to this one"),
    ],
    notes: """
      The index in the archive is checked before it is installed. Stop servers, scans and watches of an
      index before replacing it. The next scan adds the changes since the backup.

      Nothing that was entered is lost. The notes of the backup are added to those that are here. Zones stay,
      and those of the backup are added; if a name is taken by another area, the zone of the backup gets a
      number after its name. Saved views likewise. Links stay valid, and those of the backup are added, except those that were
      revoked; --revive-link names exceptions. Users stay as they are, and those of the backup are added only if there
      are none here, or, without their tokens, if --revive-user names them. Sessions are not in backups. Existing boundaries and an existing password file are replaced
      only with --replace; the password file keeps its permissions.

      With --db postgres://… notes, users, zones, views and links are added to the record. An index in the archive is
      not used: restore the record with pg_restore, or scan again.
      """,
    examples: [
      ("geoindex restore --replace geoindex.tar", "replace the index with that of the backup"),
      (
        "geoindex restore --replace --revive-link Vb3kR8sQ geoindex.tar",
        "and a link that was revoked since"
      ),
    ],
    run: { try RestoreCommand(arguments: $0).run() })
}

private struct RestoreCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if let passwords = arguments.path(.authFile) {
      try OutputTarget(passwords, arguments, .authFile).check()
    }
    let isRecord = try RecordLocation.address(arguments) != nil
    let target = IndexLocation(try Locations.database(arguments))
    if !isRecord, Locations.exists(target.path), !arguments.has(.replace) {
      throw InputError(
        description: """
          there is an index at \(target.path); give --replace to replace it with the backup, or --db FILE \
          to restore to another
          """)
    }
    try checkReach(of: target)
    if let folder = target.path.parent { FileSystem.makeFolder(folder.bytes) }
    for file in target.files { Leftovers.remove(beside: file) }
    let folder = try TemporaryFolder(beside: target.path)
    // The files are used by name, so the compiler could release the folder before.
    defer { withExtendedLifetime(folder) {} }
    let names = try unpack(to: folder)
    let backup = SharedRegisters(beside: folder.file(BackupFile.index))
    try checkFiles(names, folder, backup)
    if isRecord {
      try restoreToRecord(names, folder, backup)
    } else {
      try restore(names, folder, backup, at: target)
    }
    try restoreBoundaries(names, folder, at: target)
    if names.contains(BackupFile.passwords) {
      try installPasswords(folder.file(BackupFile.passwords))
    }
    return .done
  }

  /// Restores all that was entered, then the index.
  ///
  /// If the program ends in between, everything that is there is whole, and the command can be repeated.
  private func restore(
    _ names: [String], _ folder: TemporaryFolder, _ backup: SharedRegisters,
    at target: IndexLocation
  ) throws {
    guard names.first == BackupFile.index else {
      throw InputError(
        description: """
          \(arguments.paths[0]) has no \(BackupFile.index); give an archive of geoindex backup. One that was made \
          with --db postgres://… is restored with that too
          """)
    }
    let copy = folder.file(BackupFile.index)
    try check(copy)
    let lock = try ScanLock(for: target.path)
    defer { withExtendedLifetime(lock) {} }
    if Locations.exists(target.path) { try PhotoIndex.endLog(of: target.path) }
    if names.contains(BackupFile.index + ActStore.ending) {
      _ = try ActStore(of: target.path, restoring: true).merge(try acts(folder))
    }
    try restoreLists(of: backup, to: SharedRegisters(beside: target.path))
    try renew(copy)
    try PhotoIndex.endLog(of: copy)
    // Left by an index that was removed; SQLite would apply them to this one.
    for ending in ["-wal", "-shm", "-journal"] { FileSystem.remove(target.beside(ending).bytes) }
    try install(copy, at: target.path)
    try NotesWriter.catchUp(try PhotoIndex(path: target.path, access: .writing))
    say(
      "\(target.path) is as it was when the backup was made; bring it up to date with: geoindex scan <dir>"
    )
  }

  /// Makes the index of the backup one that no program has seen.
  private func renew(_ copy: FilePath) throws {
    let index = try PhotoIndex(path: copy, access: .writing)
    // The numbers of acts differ between notes files, so the index shows all of them again.
    try NotesWriter.forgetShownActs(index)
    // It can reach a version of the former index with other photos; clients must not take one for the other.
    try index.writeRepeatedly { try $0.renewIdentity() }
  }

  /// Adds notes, zones, views and links to the record.
  private func restoreToRecord(
    _ names: [String], _ folder: TemporaryFolder, _ backup: SharedRegisters
  ) throws {
    guard !names.isEmpty else {
      throw InputError(
        description: "\(arguments.paths[0]) is empty; give an archive of geoindex backup")
    }
    let index = try Locations.openForWriting(arguments)
    let added = try NotesWriter(index).merge(try acts(folder)).acts
    try restoreLists(of: backup, to: try SharedRegisters(arguments, toWrite: true))
    say(
      """
      \(added) new act\(added == 1 ? "" : "s") in the record; restore the photos of the record with pg_restore, or \
      scan again
      """)
  }

  private func acts(_ folder: TemporaryFolder) throws -> [WholeAct] {
    var acts: [WholeAct] = []
    try ActStore.existing(of: folder.file(BackupFile.index))?.forEachAct { acts.append($0) }
    return acts
  }

  /// Refuses to restore beside a file that cannot be reached, before anything is changed.
  private func checkReach(of target: IndexLocation) throws {
    for file in IndexLocation.keptEndings.map(target.beside) {
      do throws(SystemError) {
        _ = try FileStatus.ifPresent(file.bytes)
      } catch {
        throw InputError(description: "cannot read \(file): \(error.reason)")
      }
    }
  }

  /// Reads every file of the backup beside the index before anything is changed.
  private func checkFiles(_ names: [String], _ folder: TemporaryFolder, _ backup: SharedRegisters)
    throws
  {
    let checks: [(ending: String, check: () throws -> Void)] = [
      (".zones", { _ = try backup.zones.entries() }),
      (".views", { _ = try backup.views.entries() }),
      (".users", { _ = try backup.users.entries() }),
      (".share-key", { try backup.links.checkKeys() }),
      (".shares", { try backup.links.checkLinks() }),
      (ActStore.ending, { try checkActs(folder) }),
      (
        Boundaries.ending,
        { _ = try Boundaries(path: folder.file(BackupFile.index + Boundaries.ending).bytes) }
      ),
    ]
    for (ending, check) in checks where names.contains(BackupFile.index + ending) {
      do {
        try check()
      } catch {
        throw damaged(BackupFile.index + ending, ErrorReport(error).text)
      }
    }
    let known = Set(try backup.links.links().map(\.id))
    if let id = arguments.all(.reviveLink).first(where: { !known.contains($0) }) {
      throw arguments.usage(
        "the backup has no link \(id); list the links with: geoindex share --list")
    }
    let users = try backup.users.entries()
    if let name = arguments.all(.reviveUser).first(where: { name in
      !users.contains { $0.name == name }
    }) {
      throw arguments.usage(
        "the backup has no user \"\(name)\"; add the user with: geoindex user add NAME")
    }
  }

  private func checkActs(_ folder: TemporaryFolder) throws {
    let store = try ActStore.existing(of: folder.file(BackupFile.index))
    if let problem = try store?.integrityProblems().first { throw InputError(description: problem) }
    try store?.forEachAct { _ in }
  }

  private func damaged(_ name: String, _ problem: String) -> InputError {
    InputError(
      description: """
        \(name) in the backup is damaged (\(problem)); use another backup, or restore the rest after: \
        tar --delete --file \(arguments.paths[0]) \(name)
        """)
  }

  /// Adds users, zones, views and links, and says what was added and left out.
  private func restoreLists(of backup: SharedRegisters, to registers: SharedRegisters) throws {
    try restoreUsers(of: backup.users, to: registers.users)
    let theirs = try backup.zones.entries()
    let own = try registers.zones.entries()
    let added = try registers.zones.add(of: backup.zones)
    if !own.isEmpty {
      for zone in added { say("the zone \"\(zone.name)\" of the backup was added") }
    }
    for zone in own where !theirs.contains(where: { $0.name == zone.name }) {
      say(
        "the zone \"\(zone.name)\" is not in the backup and stays; remove it with: geoindex zone remove NAME"
      )
    }
    let hasViews = try !registers.views.entries().isEmpty
    for view in try registers.views.add(of: backup.views) where hasViews {
      say("the view \"\(view.name)\" of the backup was added")
    }
    let left = try registers.links.add(
      of: backup.links, reviving: Set(arguments.all(.reviveLink)), now: time(nil))
    for link in left {
      say(
        "the link \(link.id) of the backup was revoked and stays so, unless you give: --revive-link \(link.id)"
      )
    }
  }

  /// Adds the users of the backup if there were never any here; later they may have been removed, with good reason.
  private func restoreUsers(of backup: UserRegister, to register: UserRegister) throws {
    let (own, theirs) = (try register.entries(), try backup.entries())
    if try register.isUntouched {
      for user in theirs { _ = try register.add(user) }
      return
    }
    for var user in theirs where !own.contains(where: { $0.name == user.name }) {
      if arguments.all(.reviveUser).contains(user.name) {
        // A token that was revoked after the backup must not be valid again.
        if !user.tokens.isEmpty {
          user.tokens = []
          say(
            "the user \"\(user.name)\" has no tokens now; make new ones with: geoindex user token NAME"
          )
        }
        _ = try register.add(user)
      } else {
        say(
          "the user \"\(user.name)\" of the backup is not here and is not added, unless you give: --revive-user NAME"
        )
      }
    }
  }

  private func restoreBoundaries(
    _ names: [String], _ folder: TemporaryFolder, at target: IndexLocation
  ) throws {
    let name = BackupFile.index + Boundaries.ending
    guard names.contains(name) else { return }
    let place = target.beside(Boundaries.ending)
    try replace(place, by: folder.file(name))
  }

  private func say(_ message: String) {
    if !arguments.has(.quiet) { Console.error("geoindex: \(message)") }
  }

  /// Unpacks the archive; removes files that do not belong to a backup.
  private func unpack(to folder: TemporaryFolder) throws -> [String] {
    let archive = arguments.paths[0]
    let words = ["--extract", "--file=-", "--no-same-owner", "--no-same-permissions"]
    let nextStep = "give an archive of geoindex backup that is whole, or another backup"
    let file: ReadableFile?
    do throws(SystemError) {
      file = archive == FilePath("-") ? nil : try ReadableFile(path: archive.bytes)
    } catch {
      throw InputError(description: "cannot read \(archive): \(error.reason)")
    }
    try BackupFile.tar(
      words, in: folder.path, input: file?.descriptor ?? STDIN_FILENO, output: STDERR_FILENO,
      orElse: nextStep)
    return BackupFile.all.filter { name in
      let path = folder.file(name).bytes
      if FileStatus(path: path, followsLinks: false)?.kind == .regular { return true }
      // A symbolic link could lead to any file of this machine.
      FileSystem.remove(path)
      return false
    }
  }

  private func check(_ copy: FilePath) throws {
    let problems = try PhotoIndex(path: copy, access: .reading).integrityProblems()
    guard let problem = problems.first else { return }
    throw InputError(
      description: "the index in the backup is damaged (\(problem)); use another backup")
  }

  /// Writes the password file, or says what to do with it.
  private func installPasswords(_ file: FilePath) throws {
    guard let target = arguments.path(.authFile) else {
      Console.error(
        "geoindex: the passwords of the backup are not restored; give --auth-file FILE to restore them to FILE"
      )
      return
    }
    try replace(target, by: file)
  }

  /// Writes a file, or the target of a link; an existing one is replaced only on request.
  private func replace(_ target: FilePath, by file: FilePath) throws {
    let existing = FileStatus(path: target.bytes)
    if existing != nil, !arguments.has(.replace) {
      return say("\(target) stays as it is; give --replace to replace it")
    }
    do throws(SystemError) {
      let source = try ReadableFile(path: file.bytes)
      let draft = try FileDraft(
        replacing: RealPath.future(target.bytes), ending: "\(Leftovers.draftEnding)\(getpid())",
        permissions: existing?.permissions ?? 0o600)
      // Only root can give a file to another user; others own the file that they replace.
      if let existing { _ = fchown(draft.descriptor, existing.owner, existing.group) }
      try draft.write(try source.read(0..<source.size))
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(target): \(error.reason)")
    }
  }

  /// Moves the index to its place after its content was synced to the disk.
  private func install(_ file: FilePath, at place: FilePath) throws {
    do throws(SystemError) {
      let content = try ReadableFile(path: file.bytes)
      guard fsync(content.descriptor) == 0, fchmod(content.descriptor, 0o600) == 0 else {
        throw SystemError.last
      }
      try FileSystem.rename(file.bytes, to: place.bytes)
    } catch {
      throw InputError(description: "cannot write \(place): \(error.reason)")
    }
  }
}
