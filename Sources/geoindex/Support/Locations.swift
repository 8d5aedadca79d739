internal import Glibc
internal import PhotoFacts
internal import PhotoIndex

/// Where the program finds its files.
enum Locations {
  /// The index that the options and the environment name.
  static func database(_ arguments: ParsedArguments) -> FilePath {
    if let file = arguments.value("--db") ?? Environment.value("GEOINDEX_DB") {
      return FilePath(file)
    }
    let home = Environment.value("HOME") ?? "."
    let data = Environment.value("XDG_DATA_HOME") ?? home + "/.local/share"
    return FilePath(data + "/geoindex/photos.sqlite")
  }

  /// Where thumbnails are kept.
  static func thumbnailCache(_ arguments: ParsedArguments) -> FilePath {
    if let folder = arguments.value("--cache") { return FilePath(folder) }
    let home = Environment.value("HOME") ?? "."
    let cache = Environment.value("XDG_CACHE_HOME") ?? home + "/.cache"
    return FilePath(cache + "/geoindex/thumbnails")
  }

  /// Opens the index for questions.
  static func openForReading(_ arguments: ParsedArguments) throws -> PhotoIndex {
    try PhotoIndex(path: database(arguments), access: .reading)
  }

  /// Opens the index for changes, and makes the folder it lies in.
  static func openForWriting(
    _ arguments: ParsedArguments, questionLimit: Duration? = nil
  ) throws -> PhotoIndex {
    let path = database(arguments)
    if let folder = path.parent { makeFolder(folder) }
    return try PhotoIndex(path: path, access: .writing, questionLimit: questionLimit)
  }

  /// Makes a folder and those above it, for the owner alone.
  ///
  /// Whether that worked shows when the file in it is opened.
  private static func makeFolder(_ path: FilePath) {
    if let parent = path.parent, !exists(path) { makeFolder(parent) }
    _ = unsafe path.withCString { unsafe mkdir($0, 0o700) }
  }

  static func exists(_ path: FilePath) -> Bool {
    unsafe path.withCString { unsafe access($0, R_OK) == 0 }
  }

  /// Whether two paths lead to the same file.
  static func isSame(_ one: FilePath, _ other: FilePath) -> Bool {
    guard let first = number(of: one) else { return false }
    return first == number(of: other)
  }

  private static func number(of path: FilePath) -> [UInt64]? {
    var status = stat()
    let found = unsafe path.withCString { unsafe stat($0, &status) }
    return found == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }

  /// The folder of the map page: what `--static` names, else beside the installed program, else in
  /// the source tree the program was built in.
  static func staticFiles(_ arguments: ParsedArguments) throws -> FilePath? {
    if let folder = arguments.value("--static") {
      guard exists(FilePath(folder + "/index.html")) else {
        throw UsageError("--static \(folder) holds no index.html", command: arguments.command)
      }
      return FilePath(folder)
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

  private static var executable: FilePath? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink("/proc/self/exe", start, bytes.count)
    }
    return count > 0 ? FilePath(bytes: Array(buffer.prefix(count))) : nil
  }
}
