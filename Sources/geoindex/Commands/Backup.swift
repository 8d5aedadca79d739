internal import Files
internal import Glibc
internal import Notes
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Record

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
      The archive contains a consistent copy of the index, notes, users, zones, saved views, boundaries, links and the key
      that signs them, and the password file if --auth-file is set, but no photos. Scans and servers may
      run meanwhile. Keep the archive secret: it contains the places of your photos, and the key allows
      making links. While it is written, its folder needs space for two copies. An existing file
      is replaced only if it is a tar archive or empty.

      With --db postgres://… the archive has the notes, users, zones, views, links and keys of the record, and the password
      file of this server, but no index: back up the record with pg_dump.
      """,
    examples: [
      ("geoindex backup geoindex.tar", "the index and its side files")
    ],
    run: { try BackupCommand(arguments: $0).run() })
}

/// The files of a backup by their names in the archive.
enum BackupFile {
  static let index = "photos.sqlite"
  /// The htpasswd file, whatever its name outside the archive.
  static let passwords = "passwords"
  static let all = [index] + IndexLocation.keptEndings.map { index + $0 } + [passwords]

  /// Beside this is the folder with the files of an archive that is written to standard output.
  static var unpacked: FilePath {
    (Environment.path("TMPDIR") ?? FilePath("/var/tmp")).appending(Array("geoindex-backup".utf8))
  }

  /// Runs tar; the next step is for the case that it fails, after it has said why.
  static func tar(
    _ words: [String], in folder: FilePath, input: Int32, output: Int32, orElse nextStep: String
  ) throws {
    let options = ["tar", "--directory"].map { FilePath($0) } + [folder]
    let code = Subprocess.run(options + words.map { FilePath($0) }, input: input, output: output)
    guard code == 0 else {
      throw InputError(
        description: code == nil ? "cannot start tar; install it" : "tar failed; \(nextStep)")
    }
  }
}

private struct BackupCommand {
  let arguments: ParsedArguments

  private static let nextStep = "free some space, and repeat the command"

  func run() throws -> ExitCode {
    let target = arguments.paths[0]
    let isOutput = target == FilePath("-")
    if !isOutput { try OutputTarget(target, arguments).checkForBackup() }
    let address = try RecordLocation.address(arguments)
    let index = try Locations.openForReading(arguments)
    // The files beside a local index then have the users, zones, views and links of the record.
    if address != nil { _ = try SharedRegisters(arguments, toWrite: false) }
    let place =
      isOutput
      ? BackupFile.unpacked : target
    let canonical = FilePath(bytes: RealPath.future(place.bytes))
    Leftovers.remove(beside: canonical)
    let folder = try TemporaryFolder(beside: canonical)
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
      try BackupFile.tar(
        words, in: folder.path, input: STDIN_FILENO, output: STDOUT_FILENO,
        orElse: Self.nextStep)
      return .done
    }
    do throws(SystemError) {
      let draft = try FileDraft(
        replacing: RealPath.future(target.bytes), ending: "\(Leftovers.draftEnding)\(getpid())")
      let written = Result {
        try BackupFile.tar(
          words, in: folder.path, input: STDIN_FILENO, output: draft.descriptor,
          orElse: Self.nextStep)
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
      guard try FileStatus.ifPresent(file.bytes) != nil else { return false }
      let source = try ReadableFile(path: file.bytes)
      let draft = try FileDraft(replacing: copy.bytes, ending: ".new")
      try draft.write(try source.read(0..<source.size))
      try draft.commit(synced: false)
      return true
    } catch {
      throw InputError(description: "cannot copy \(file): \(error.reason)")
    }
  }
}
