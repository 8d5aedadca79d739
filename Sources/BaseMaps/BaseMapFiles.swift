internal import Files
internal import Glibc
internal import Synchronization

/// The files of map tiles that are served: some by path, and all in a folder.
///
/// Changes of the files are noticed on access, at most once per interval.
public final class BaseMapFiles: Sendable {
  /// One map that is served.
  public struct Entry: Sendable {
    /// The name in addresses: letters, digits and `._-`.
    public let name: String

    /// The open file.
    public let map: BaseMap
  }

  /// The current maps and problems.
  public struct Contents: Sendable {
    /// The maps: those given by path, then those of the folder in order of their paths.
    public fileprivate(set) var entries: [Entry] = []

    /// Why other files are not served.
    public fileprivate(set) var problems: [BaseMapError] = []
  }

  private struct State {
    var lastLook: ContinuousClock.Instant?
    var contents = Contents()
    var failures: [[UInt8]: (status: FileStatus?, error: BaseMapError)] = [:]
  }

  /// Names that no map gets, because other documents have them at the same address.
  public static let reservedNames: Set = ["basemap", "places"]

  private let files: [[UInt8]]
  private let folder: [UInt8]?
  private let interval: Duration
  private let state = Mutex(State())

  /// Serves these files, and those in a folder, which need not exist.
  public init(files: [[UInt8]], folder: [UInt8]?, interval: Duration = .seconds(1)) {
    self.files = files
    self.folder = folder
    self.interval = interval
  }

  /// The current maps and problems.
  public var contents: Contents {
    state.withLock { state in
      let now = ContinuousClock.now
      if let last = state.lastLook, now - last < interval { return state.contents }
      state.lastLook = now
      look(&state)
      return state.contents
    }
  }

  /// The map with a name; nil if there is none.
  public func map(named name: String) -> BaseMap? {
    contents.entries.first { $0.name == name }?.map
  }

  private func look(_ state: inout State) {
    let paths = Self.unique(files + (folder.map(Self.mapFiles) ?? []))
    let known = Dictionary(state.contents.entries.map { ($0.map.path, $0.map) }) { one, _ in one }
    var contents = Contents()
    var failures: [[UInt8]: (status: FileStatus?, error: BaseMapError)] = [:]
    var used = Self.reservedNames
    for path in paths {
      do throws(BaseMapError) {
        let map = try open(path, known[path], state.failures[path])
        contents.entries.append(Entry(name: Self.name(path, &used), map: map))
      } catch {
        failures[path] = (FileStatus(path: path), error)
        contents.problems.append(error)
      }
    }
    state.contents = contents
    state.failures = failures
  }

  private func open(
    _ path: [UInt8], _ known: BaseMap?, _ failure: (status: FileStatus?, error: BaseMapError)?
  ) throws(BaseMapError) -> BaseMap {
    if let known, known.isCurrent { return known }
    // An invalid file is read again only after it has changed.
    if let failure, let before = failure.status, let now = FileStatus(path: path),
      now.hasSameContent(as: before)
    {
      throw failure.error
    }
    return try BaseMap(path: path)
  }

  /// The files in a folder whose names end like those of maps, sorted.
  public static func mapFiles(in folder: [UInt8]) -> [[UInt8]] {
    let name = folder.map(CChar.init(bitPattern:)) + [0]
    guard let stream = unsafe opendir(name) else { return [] }
    defer { unsafe closedir(stream) }
    var found: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      let isMap = [".pmtiles", ".mbtiles"].contains {
        name.reversed().starts(with: $0.utf8.reversed())
      }
      if isMap, name.first != UInt8(ascii: ".") {
        found.append(folder + [UInt8(ascii: "/")] + name)
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func unique(_ paths: [[UInt8]]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// Makes a unique name from the file's: all but ASCII letters, digits and `._-` become hyphens.
  private static func name(_ path: [UInt8], _ used: inout Set<String>) -> String {
    let file = path.split(separator: UInt8(ascii: "/")).last ?? []
    let stem = file.lastIndex(of: UInt8(ascii: ".")).map { file[..<$0] } ?? file
    let letters = stem.map { byte -> Character in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (48...57).contains(byte))
      return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    let plain = String(letters.drop { $0 == "." || $0 == "-" })
    let base = plain.isEmpty ? "map" : plain
    var name = base
    var number = 2
    while !used.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }
}
