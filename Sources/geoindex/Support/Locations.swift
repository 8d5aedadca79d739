internal import BaseMaps
internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Places
internal import Record
internal import Relief

/// The paths of the program's files.
enum Locations {
  /// The path of the index, by option or environment.
  ///
  /// With a record in a database, that of the local index which follows it.
  static func database(_ arguments: ParsedArguments) throws -> FilePath {
    if let address = try RecordLocation.address(arguments) {
      return try RecordLocation.replica(address, arguments)
    }
    guard let path = arguments.path(.db) ?? usualDatabase else {
      throw arguments.usage(
        "$HOME is not set, so there is no default index; give --db FILE or $GEOINDEX_DB")
    }
    guard !path.bytes.isEmpty else {
      throw arguments.usage("--db is empty; give the file name of the index")
    }
    guard !isFolder(path) else {
      let file = path.appending(Array("photos.sqlite".utf8))
      throw arguments.usage(
        "\(path) is a folder; give a file with --db, such as --db \(file)")
    }
    return path
  }

  /// A command that scans a folder into this index, independent of folder and environment.
  static func scanCommand(_ arguments: ParsedArguments) throws -> String {
    if let address = try RecordLocation.address(arguments) {
      return "geoindex scan --db \(quoted(FilePath(address.display))) ~/Pictures"
    }
    let path = IndexLocation(try database(arguments)).path
    let isUsual = usualDatabase.map { IndexLocation($0).path == path } ?? false
    return isUsual ? "geoindex scan ~/Pictures" : "geoindex scan --db \(quoted(path)) ~/Pictures"
  }

  /// A path quoted for shells.
  private static func quoted(_ path: FilePath) -> String {
    let text = path.description
    if text.allSatisfy({ $0.isLetter || $0.isNumber || "/._-+,@%".contains($0) }) { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// The default path of the index.
  private static var usualDatabase: FilePath? {
    folder("XDG_DATA_HOME", else: ".local/share", of: "photos.sqlite")
  }

  /// A file in a folder of the XDG Base Directory Specification.
  ///
  /// A relative path in the variable is ignored, as the specification demands.
  private static func folder(_ variable: String, else below: String, of file: String) -> FilePath? {
    let isAbsolute = { (path: FilePath) in path.bytes.first == UInt8(ascii: "/") }
    let named = Environment.path(variable).flatMap { isAbsolute($0) ? $0 : nil }
    let home = Environment.path("HOME").flatMap { isAbsolute($0) ? $0 : nil }
    let base = named ?? home?.appending(Array(below.utf8))
    return base?.appending(Array("geoindex/\(file)".utf8))
  }

  /// The default configuration file: the user's, else the machine's; nil if neither exists.
  static var usualConfiguration: FilePath? {
    [folder("XDG_CONFIG_HOME", else: ".config", of: "config"), FilePath("/etc/geoindex/config")]
      .compactMap { $0 }.first { FileStatus(path: $0.bytes)?.kind == .regular }
  }

  /// The user's configuration file, and the file with variables of the user's service.
  static var userConfiguration: (config: FilePath, variables: FilePath)? {
    guard let config = folder("XDG_CONFIG_HOME", else: ".config", of: "config"),
      let variables = folder("XDG_CONFIG_HOME", else: ".config", of: "serve")
    else { return nil }
    return (config, variables)
  }

  /// A path whose `~/` is replaced with the home folder, as shells do it.
  static func expandingHome(_ path: FilePath) -> FilePath {
    guard path.bytes.starts(with: "~/".utf8), let home = Environment.path("HOME") else {
      return path
    }
    return home.appending(Array(path.bytes.dropFirst(2)))
  }

  /// The folder of map files, which is beside the index.
  static func maps(_ arguments: ParsedArguments) throws -> FilePath {
    let index = IndexLocation(try database(arguments)).path
    return (index.parent ?? FilePath(".")).appending(Array("maps".utf8))
  }

  /// The folder of replicas, which can be made again; nil without a home folder.
  static var cacheFolder: FilePath? { folder("XDG_CACHE_HOME", else: ".cache", of: "replicas") }

  /// The folder of thumbnails; nil without a home folder.
  static func thumbnailCache(_ arguments: ParsedArguments) -> FilePath? {
    arguments.path(.cache) ?? folder("XDG_CACHE_HOME", else: ".cache", of: "thumbnails")
  }

  /// Opens the index for reading.
  static func openForReading(_ arguments: ParsedArguments) throws -> PhotoIndex {
    if let address = try RecordLocation.address(arguments) {
      return withMaps(
        try RecordLocation.open(address, arguments, toWrite: false).index, arguments)
    }
    return withMaps(
      try PhotoIndex(
        path: try database(arguments), access: .reading, places: try? places(arguments)), arguments)
  }

  /// An index that compares altitudes with the maps of elevations beside it.
  private static func withMaps(_ index: PhotoIndex, _ arguments: ParsedArguments) -> PhotoIndex {
    index.compareAltitudes {
      (try? maps(arguments)).flatMap { Relief(BaseMapFiles(files: [], folder: $0.bytes)).ground }
    }
    return index
  }

  /// Opens the index for writing, and creates its folder.
  static func openForWriting(
    _ arguments: ParsedArguments, questionLimit: Duration? = nil
  ) throws -> PhotoIndex {
    if let address = try RecordLocation.address(arguments) {
      let index = try RecordLocation.open(
        address, arguments, toWrite: true, questionLimit: questionLimit
      ).index
      try renewNames(index, isQuiet: arguments.has(.quiet))
      return withMaps(index, arguments)
    }
    let path = try database(arguments)
    if let folder = IndexLocation(path).path.parent { FileSystem.makeFolder(folder.bytes) }
    let index = try PhotoIndex(
      path: path, access: .writing, questionLimit: questionLimit, places: try? places(arguments))
    try renewNames(index, isQuiet: arguments.has(.quiet))
    return withMaps(index, arguments)
  }

  /// Names all positions again after an upgrade of the program or of the places file.
  static func renewNames(_ index: PhotoIndex, isQuiet: Bool) throws {
    var isAnnounced = isQuiet
    try index.renewNames { _ in
      if !isAnnounced {
        Console.error("geoindex: naming the positions of all photos; this happens once")
      }
      isAnnounced = true
      return true
    }
  }

  static func exists(_ path: FilePath) -> Bool {
    unsafe path.withCString { unsafe access($0, R_OK) == 0 }
  }

  ///
  /// One whose disk does not answer counts as a folder; the scan reports the disk.
  static func isFolder(_ path: FilePath) -> Bool {
    (try? HangingFolders.shared.call(path, within: .seconds(5)) {
      FileStatus(path: path.bytes)?.kind == .directory
    }) ?? true
  }

  /// Whether two paths lead to the same file.
  static func isSame(_ one: FilePath, _ other: FilePath) -> Bool {
    guard let one = FileStatus(path: one.bytes), let other = FileStatus(path: other.bytes)
    else { return false }
    return one.isSameFile(as: other)
  }

  /// The folder of the map page: `--static`, else that of the installed program, else the source tree.
  static func staticFiles(_ arguments: ParsedArguments) throws -> FilePath? {
    if let folder = arguments.path(.staticFiles) {
      guard exists(folder.appending(Array("index.html".utf8))) else {
        throw arguments.usage("--static \(folder) has no index.html")
      }
      return folder
    }
    var folder = executable?.parent
    if let share = folder?.parent?.appending(Array("share/geoindex/static".utf8)),
      exists(share.appending(Array("index.html".utf8)))
    {
      return share
    }
    while let path = folder {
      let candidate = path.appending(Array("static".utf8))
      if exists(candidate.appending(Array("index.html".utf8))) { return candidate }
      folder = path.parent
    }
    return nil
  }

  /// The places file, which is in the folder of the map page.
  static func places(_ arguments: ParsedArguments) throws -> Places {
    guard let folder = try staticFiles(arguments) else {
      throw arguments.usage(
        "the places file is not found: run scripts/install, or give --static DIR")
    }
    return try Places(path: folder.appending(Array(Places.fileName.utf8)).bytes)
  }

  /// The places file, with the boundaries that are beside the index.
  static func placesWithBoundaries(_ arguments: ParsedArguments) throws -> Places {
    let places = try places(arguments)
    guard try RecordLocation.address(arguments) == nil, let path = try? database(arguments) else {
      return places
    }
    let boundaries = IndexLocation(path).beside(Boundaries.ending)
    return CurrentPlaces(places, boundaries: boundaries.bytes).current
  }

  private static var executable: FilePath? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink("/proc/self/exe", start, bytes.count)
    }
    return count > 0 ? FilePath(bytes: Array(buffer.prefix(count))) : nil
  }
}
