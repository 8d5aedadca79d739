internal import Files
internal import Glibc
internal import People
internal import PhotoFacts
internal import PhotoIndex
public import Record
public import Sharing

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
    let (record, index) = try attach(
      address, arguments, questionLimit: questionLimit, retryLimit: retryLimit)
    do {
      do {
        try index.followRecord()
      } catch let error as RecordError where error.code == .unreachable && toWrite {
        // The server may be restarting, or have ended the session. A wrong address fails again at once.
        try index.followRecord()
      }
    } catch let error as RecordError where error.code == .unreachable && !toWrite {
      guard try index.isCompleteReplica() else { throw error }
      Console.error("geoindex: \(error); the answer is from the local copy \(index.path)")
    }
    return (record, index)
  }

  /// Opens the record and its local index, which may be out of date.
  static func attach(
    _ address: RecordAddress, _ arguments: ParsedArguments, questionLimit: Duration? = nil,
    retryLimit: Duration? = nil
  ) throws -> (record: Record, index: PhotoIndex) {
    let path = try replica(address, arguments)
    if let folder = path.parent { FileSystem.makeFolder(folder.bytes) }
    let record = Record(
      address, machine: try machine(arguments), holder: hostName + path.description,
      retryLimit: retryLimit, onWaiting: reportWaiting)
    let index = try record.replica(
      at: path, questionLimit: questionLimit, places: try? Locations.places(arguments))
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

  /// Refuses features that machines with a record in a database do not share; `reason` ends with the next step.
  static func refuse(_ arguments: ParsedArguments, _ what: String, _ reason: String) throws {
    guard let address = try address(arguments) else { return }
    throw arguments.usage(
      "\(what) not possible with a record in a database (--db \(address.display)): \(reason)")
  }

  @Sendable private static func reportWaiting(_ error: RecordError?) {
    Console.error(
      error.map { "geoindex: \($0); trying again until it answers" }
        ?? "geoindex: the database answers again")
  }
}

/// The users, zones, saved views and links of an index, or of a record.
struct SharedRegisters {
  let users: UserRegister
  let sessions: SessionRegister
  let zones: ZoneRegister
  let views: ViewRegister
  let links: ShareRegister

  /// Opens them; with a record they are brought up to date first.
  ///
  /// - Parameter toWrite: Whether the database must be reachable; otherwise the copies of this machine are enough.
  init(_ arguments: ParsedArguments, toWrite: Bool) throws {
    guard let address = try RecordLocation.address(arguments) else {
      self.init(beside: try Locations.database(arguments))
      return
    }
    let (record, index) = try RecordLocation.open(address, arguments, toWrite: toWrite)
    self.init(of: index, record)
    do {
      try follow(index)
    } catch let error as RecordError where error.code == .unreachable && !toWrite {
      // The command has said that it uses what is here.
    }
  }

  /// The files beside an index.
  init(beside index: FilePath) {
    (users, sessions) = (UserRegister(index: index), SessionRegister(index: index))
    (zones, views) = (ZoneRegister(index: index), ViewRegister(index: index))
    links = ShareRegister(index: index)
  }

  /// The lists of a record, and the copies beside its local index.
  init(of index: PhotoIndex, _ record: Record) {
    users = UserRegister(index: index.path, lists: record)
    sessions = SessionRegister(index: index.path, lists: record)
    zones = ZoneRegister(index: index.path, lists: record)
    views = ViewRegister(index: index.path, lists: record)
    links = ShareRegister(index: index.path, lists: record)
  }

  /// Brings the copies up to date, after the record has what earlier versions stored beside local indexes.
  func follow(_ index: PhotoIndex) throws {
    try follow()
    for other in otherReplicas(of: index.path) {
      let registers = SharedRegisters(beside: other)
      // If that cannot be determined, more is hidden, but no guest is admitted.
      try zones.takeOver(registers.zones) { (try? index.isOfSameRecord(as: other)) ?? true }
      try links.takeOver(registers.links) { (try? index.isOfSameRecord(as: other)) ?? false }
    }
    try follow()
  }

  /// Brings the copies up to date with the record.
  func follow() throws {
    try zones.follow()
    try links.follow()
    try views.follow()
    try users.follow()
    try sessions.follow()
  }

  /// The local indexes that another spelling of the address or another name of this machine has in the same folder.
  private func otherReplicas(of path: FilePath) -> [FilePath] {
    guard let folder = path.parent, let names = try? FileSystem.names(in: folder.bytes) else {
      return []
    }
    let others = names.filter { name in
      name.starts(with: "record-".utf8) && name.suffix(7).elementsEqual(".sqlite".utf8)
    }
    return others.map { folder.appending($0) }.filter { IndexLocation($0).path != path }
  }
}

extension Record: SharedLists {}
