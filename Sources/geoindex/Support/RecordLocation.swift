internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex
internal import Record

extension Option {
  static let replica = Option(
    "--replica", "DIR",
    "folder of the local index that follows postgres://… (default: ~/.cache/geoindex/replicas)"
  )
  static let machine = Option(
    "--machine", "NAME",
    "the machine that scanned folders belong to in postgres://… (default: the host name)")
  static let mapRoot = Option(
    "--map-root", "FROM=TO",
    "where a folder of another machine is mounted: nas:/srv/photos=/mnt/photos",
    isRepeatable: true)
}

/// A record in a database that `--db` names, and the local index that follows it.
enum RecordLocation {
  /// The address of the record; nil if `--db` names a file.
  static func address(_ arguments: ParsedArguments) throws -> RecordAddress? {
    guard let text = arguments.value(.db), let address = RecordAddress(text) else {
      for option in [Option.replica, .machine] where arguments.origin(of: option) == .commandLine {
        throw arguments.usage("\(option.name) has no effect without --db postgres://…")
      }
      return nil
    }
    guard !address.hasPassword || arguments.origin(of: .db) != .commandLine else {
      // Other users of the machine see the command line.
      throw arguments.usage(
        """
        --db must not contain the password, which others could see; put it into $PGPASSWORD, ~/.pgpass, a \
        service file or $GEOINDEX_DB: \(address.display)
        """)
    }
    return address
  }

  /// The name of this machine.
  static func machine(_ arguments: ParsedArguments) throws -> String {
    let name = arguments.value(.machine) ?? hostName
    guard !name.isEmpty, !name.contains(where: { "/:".contains($0) || $0.isNewline }) else {
      throw arguments.usage("--machine \"\(name)\" is not a name without / and :")
    }
    return name
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The local index of a record.
  static func replica(_ address: RecordAddress, _ arguments: ParsedArguments) throws -> FilePath {
    let name = Array(address.fileName(machine: try machine(arguments)).utf8)
    guard let folder = arguments.path(.replica) ?? Locations.cacheFolder else {
      throw arguments.usage(
        "$HOME is not set, so there is no place for the local index; give --replica DIR")
    }
    return folder.appending(name)
  }

  /// Opens the record and its local index, and brings that up to date.
  ///
  /// - Parameter toWrite: Whether the database must be reachable; otherwise a complete copy is enough.
  static func open(
    _ address: RecordAddress, _ arguments: ParsedArguments, toWrite: Bool,
    questionLimit: Duration? = nil, retryLimit: Duration? = nil
  ) throws -> (record: Record, index: PhotoIndex) {
    let path = try replica(address, arguments)
    if let folder = path.parent { FileSystem.makeFolder(folder.bytes) }
    let record = Record(
      address, machine: try machine(arguments), holder: hostName + path.description,
      retryLimit: retryLimit, onWaiting: reportWaiting)
    let index = try record.replica(
      at: path, questionLimit: questionLimit, places: try? Locations.places(arguments))
    do {
      do {
        try index.followRecord()
      } catch let error as RecordError where error.code == .unreachable && toWrite {
        // The server may be restarting, or have ended the session. A wrong address fails again at once.
        try index.followRecord()
      }
    } catch let error as RecordError where error.code == .unreachable && !toWrite {
      guard try index.isCompleteReplica() else { throw error }
      Console.error("geoindex: \(error); the answer is from the local copy \(path)")
    }
    return (record, index)
  }

  /// The folders of `--map-root`.
  static func mountedRoots(_ arguments: ParsedArguments) throws -> [(
    root: FilePath, folder: FilePath
  )] {
    try arguments.paths(.mapRoot).map { text in
      let parts = text.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2, parts[1].first == UInt8(ascii: "/") else {
        throw arguments.usage(
          "--map-root \(text) is not FROM=TO, such as nas:/srv/photos=/mnt/photos")
      }
      return (FilePath(bytes: Array(parts[0])), FilePath(bytes: Array(parts[1])))
    }
  }

  /// Zones and links are beside the local index, so its folder must not be a cache that may be emptied.
  static func requireLastingFolder(_ arguments: ParsedArguments) throws {
    guard let address = try address(arguments), arguments.path(.replica) == nil else { return }
    throw arguments.usage(
      """
      zones and links belong to one server and are beside its local index, which by default is in a cache: \
      give serve and this command a lasting folder with --replica DIR (--db \(address.display))
      """)
  }

  /// Refuses features that machines with a record in a database do not share.
  static func refuse(_ arguments: ParsedArguments, _ what: String) throws {
    guard let address = try address(arguments) else { return }
    throw arguments.usage(
      "\(what) not possible with a record in a database (--db \(address.display)) yet")
  }

  @Sendable private static func reportWaiting(_ error: RecordError?) {
    Console.error(
      error.map { "geoindex: \($0); trying again until it answers" }
        ?? "geoindex: the database answers again")
  }
}
