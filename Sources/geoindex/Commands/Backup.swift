internal import Files
internal import Glibc
internal import Notes
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Record

extension Option {
  static let replace = Option(
    "--replace", nil, "replace the existing index with the backup")
}

extension Command {
  static let backup = Command(
    name: "backup",
    summary: "write the index and the files beside it to one file",
    operands: "<file.tar>",
    operandCount: 1...1,
    options: [
      .authFile.saying("also store this htpasswd file (usually set by the configuration)")
    ],
    notes: """
      The archive contains a consistent copy of the index, notes, zones, boundaries, links and the key
      that signs them, and the password file if --auth-file is set, but no photos. Scans and servers may
      run meanwhile. Keep the archive secret: it contains the places of your photos, and the key allows
      making links. While it is written, its folder needs space for two copies.

      With --db postgres://… the archive has the notes of the record, and the zones, links, key and password
      file of this server, but no index: back up the record with pg_dump.
      """,
    examples: [
      ("geoindex backup geoindex.tar", "the index and its side files")
    ],
    run: { try BackupCommand(arguments: $0).run() })

  static let restore = Command(
    name: "restore",
    summary: "restore the files of geoindex backup",
    operands: "<file.tar>",
    operandCount: 1...1,
    options: [
      .replace,
      .authFile.saying("restore the htpasswd file of the backup to this one"),
    ],
    notes: """
      The index in the archive is checked before it is installed. Stop servers, scans and watches of an
      index before replacing it. Notes, zones, boundaries and links stay if the archive has none. An
      existing password file is replaced only with --replace, and keeps its permissions. The next scan adds
      the changes since the backup.

      With --db postgres://… the notes of the archive are added to the record, and the zones and links to this
      server. An index in the archive is not used: restore the record with pg_restore, or scan again.
      """,
    examples: [
      ("geoindex restore --replace geoindex.tar", "replace the index with its links and zones")
    ],
    run: { try RestoreCommand(arguments: $0).run() })
}

/// The files of a backup by their names in the archive.
private enum BackupFile {
  static let index = "photos.sqlite"
  /// The htpasswd file, whatever its name outside the archive.
  static let passwords = "passwords"
  static let all = [index] + IndexLocation.keptEndings.map { index + $0 } + [passwords]

  static func tar(_ words: [String], in folder: FilePath, input: Int32, output: Int32) throws {
    let options = ["tar", "--directory"].map { FilePath($0) } + [folder]
    let code = Subprocess.run(options + words.map { FilePath($0) }, input: input, output: output)
    guard code == 0 else {
      throw InputError(description: code == nil ? "cannot start tar; install it" : "tar failed")
    }
  }
}

private struct BackupCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let address = try RecordLocation.address(arguments)
    let index = try Locations.openForReading(arguments)
    let target = arguments.paths[0]
    let isOutput = target == FilePath("-")
    let place =
      isOutput
      ? (Environment.path("TMPDIR") ?? FilePath("/var/tmp")).appending(
        Array("geoindex-backup".utf8)) : target
    let folder = try TemporaryFolder(beside: FilePath(bytes: RealPath.future(place.bytes)))
    // The files are used by name, so the compiler could release the folder before.
    defer { withExtendedLifetime(folder) {} }
    if address == nil { try index.copy(to: folder.file(BackupFile.index)) }
    let location = IndexLocation(index.path)
    let others = try IndexLocation.keptEndings.filter { ending in
      let copy = folder.file(BackupFile.index + ending)
      guard ending == ActStore.ending else {
        return try self.copy(location.beside(ending), to: copy)
      }
      guard address == nil else { return try copyActs(of: index, folder) }
      return try ActStore.existing(of: index.path)?.copy(to: copy) != nil
    }
    var names = address == nil ? [BackupFile.index] : []
    names += others.map { BackupFile.index + $0 }
    if let passwords = arguments.path(.authFile) {
      guard try copy(passwords, to: folder.file(BackupFile.passwords)) else {
        throw arguments.usage("there is no password file \(passwords); correct --auth-file")
      }
      names.append(BackupFile.passwords)
    }
    let words = ["--create", "--file=-", "--owner=0", "--group=0", "--mode=0600"] + names
    guard !isOutput else {
      try BackupFile.tar(words, in: folder.path, input: STDIN_FILENO, output: STDOUT_FILENO)
      return .done
    }
    do throws(SystemError) {
      let draft = try FileDraft(
        replacing: RealPath.future(target.bytes), ending: ".part\(getpid())")
      let written = Result {
        try BackupFile.tar(words, in: folder.path, input: STDIN_FILENO, output: draft.descriptor)
      }
      if case .failure(let error) = written { return ErrorReport(error).print() }
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(target): \(error.reason)")
    }
    if !arguments.has(.quiet) {
      Console.error("geoindex: \(target) has \(names.joined(separator: ", ")); keep it secret")
      if let address {
        Console.error(
          "geoindex: the photos of the record are not in it; back them up with: "
            + "pg_dump --format custom --file photos.dump '\(address.display)'")
      }
    }
    return .done
  }

  /// Writes the acts of a record to a notes file.
  private func copyActs(of index: PhotoIndex, _ folder: TemporaryFolder) throws -> Bool {
    let copy = try ActStore(of: folder.file(BackupFile.index))
    var acts: [WholeAct] = []
    _ = try index.readActs { store, _ in try store.forEachAct { acts.append($0) } }
    _ = try copy.merge(acts)
    return true
  }

  /// Copies a file; returns false if it does not exist.
  private func copy(_ file: FilePath, to copy: FilePath) throws -> Bool {
    do throws(SystemError) {
      let source = try ReadableFile(path: file.bytes)
      let draft = try FileDraft(replacing: copy.bytes, ending: ".new")
      try draft.write(try source.read(0..<source.size))
      try draft.commit(synced: false)
      return true
    } catch {
      if error.isAbsence { return false }
      throw InputError(description: "cannot copy \(file): \(error.reason)")
    }
  }
}

private struct RestoreCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if try RecordLocation.address(arguments) != nil { return try restoreToRecord() }
    let target = IndexLocation(try Locations.database(arguments))
    if Locations.exists(target.path), !arguments.has(.replace) {
      throw InputError(
        description: """
          there is an index at \(target.path); give --replace to replace it with the backup, or --db FILE \
          to restore to another
          """)
    }
    if let folder = target.path.parent { FileSystem.makeFolder(folder.bytes) }
    let folder = try TemporaryFolder(beside: target.path)
    // The files are used by name, so the compiler could release the folder before.
    defer { withExtendedLifetime(folder) {} }
    let names = try unpack(to: folder)
    guard names.first == BackupFile.index else {
      throw InputError(
        description: """
          \(arguments.paths[0]) has no \(BackupFile.index); give an archive of geoindex backup. One that was made \
          with --db postgres://… is restored with that too
          """)
    }
    try check(folder.file(BackupFile.index))
    let lock = try ScanLock(for: target.path)
    if Locations.exists(target.path) { try PhotoIndex.endLog(of: target.path) }
    for name in names where name != BackupFile.passwords {
      try install(folder.file(name), name, at: target)
    }
    withExtendedLifetime(lock) {}
    if names.contains(BackupFile.passwords) {
      try installPasswords(folder.file(BackupFile.passwords))
    }
    if !arguments.has(.quiet) {
      Console.error(
        "geoindex: \(target.path) is as it was when the backup was made; bring it up to date with: geoindex scan <dir>"
      )
    }
    return .done
  }

  /// Unpacks the archive; refuses files that do not belong to a backup.
  private func unpack(to folder: TemporaryFolder) throws -> [String] {
    let archive = arguments.paths[0]
    let words = ["--extract", "--file=-", "--no-same-owner", "--no-same-permissions"]
    if archive == FilePath("-") {
      try BackupFile.tar(words, in: folder.path, input: STDIN_FILENO, output: STDERR_FILENO)
    } else {
      let file: ReadableFile
      do throws(SystemError) {
        file = try ReadableFile(path: archive.bytes)
      } catch {
        throw InputError(description: "cannot read \(archive): \(error.reason)")
      }
      try BackupFile.tar(words, in: folder.path, input: file.descriptor, output: STDERR_FILENO)
    }
    let names = BackupFile.all.filter {
      FileStatus(path: folder.file($0).bytes, followsLinks: false)?.kind == .regular
    }
    return names
  }

  /// Adds the notes to the record, and the zones and links to this server.
  private func restoreToRecord() throws -> ExitCode {
    try RecordLocation.requireLastingFolder(arguments)
    let target = IndexLocation(try Locations.database(arguments))
    let index = try Locations.openForWriting(arguments)
    let folder = try TemporaryFolder(beside: target.path)
    // The files are used by name, so the compiler could release the folder before.
    defer { withExtendedLifetime(folder) {} }
    let names = try unpack(to: folder)
    guard !names.isEmpty else {
      throw InputError(
        description: "\(arguments.paths[0]) is empty; give an archive of geoindex backup")
    }
    let others = names.filter { name in
      ![BackupFile.index, BackupFile.index + ActStore.ending, BackupFile.passwords].contains(name)
    }
    for name in others where !arguments.has(.replace) {
      let place = target.beside(String(name.dropFirst(BackupFile.index.count)))
      guard !Locations.exists(place) else {
        throw InputError(
          description: "there is \(place) already; give --replace to replace it with the backup")
      }
    }
    var acts: [WholeAct] = []
    try ActStore.existing(of: folder.file(BackupFile.index))?.forEachAct { acts.append($0) }
    let added = try PhotoPlacer(index).merge(acts).acts
    for name in others { try install(folder.file(name), name, at: target) }
    if names.contains(BackupFile.passwords) {
      try installPasswords(folder.file(BackupFile.passwords))
    }
    if !arguments.has(.quiet) {
      Console.error(
        """
        geoindex: \(added) new act\(added == 1 ? "" : "s") in the record, \(others.count) files beside \
        \(target.path); restore the photos of the record with pg_restore, or scan again
        """)
    }
    return .done
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
    let existing = FileStatus(path: target.bytes)
    if existing != nil, !arguments.has(.replace) {
      Console.error("geoindex: \(target) stays as it is; give --replace to replace it")
      return
    }
    do throws(SystemError) {
      let source = try ReadableFile(path: file.bytes)
      let draft = try FileDraft(
        replacing: RealPath.future(target.bytes), ending: ".part\(getpid())",
        permissions: existing?.permissions ?? 0o600)
      // Only root can give a file to another user; others own the file that they replace.
      if let existing { _ = fchown(draft.descriptor, existing.owner, existing.group) }
      try draft.write(try source.read(0..<source.size))
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(target): \(error.reason)")
    }
  }

  /// Moves a file to its place after its content was synced to the disk.
  private func install(_ file: FilePath, _ name: String, at target: IndexLocation) throws {
    let place = target.beside(String(name.dropFirst(BackupFile.index.count)))
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
