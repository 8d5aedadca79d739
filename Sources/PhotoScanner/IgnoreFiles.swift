internal import Files
internal import PhotoFacts

/// The files `.geoindexignore` and `.nomedia` that a scan has found.
///
/// A `.geoindexignore` has the syntax of `.gitignore` and applies to its directory and everything below. The last
/// matching pattern decides, and a deeper file has precedence. A directory with a `.nomedia` is skipped.
struct IgnoreFiles {
  private var rules: [FilePath: IgnoreRules] = [:]
  private var known: Set<FilePath> = []

  /// Whether a file name is that of an ignore file.
  static func isName(_ name: [UInt8]) -> Bool { name == nomedia || name == patterns }

  /// Applies the ignore files of a directory that was just listed.
  mutating func note(_ directory: FilePath, _ listing: DirectoryListing) throws(SystemError) {
    known.insert(directory)
    rules[directory] = try listing.ignoreRules.get()
  }

  /// Reads the ignore files of parent directories with `read`, for a scan that does not start at the root.
  mutating func noteDirectories(
    above path: FilePath, _ read: (FilePath) throws(SystemError) -> IgnoreRules?
  ) throws(SystemError) {
    var directory = path.bytes.isEmpty ? nil : path.directoryAbove
    var added: [FilePath] = []
    do throws(SystemError) {
      while let path = directory, known.insert(path).inserted {
        added.append(path)
        rules[path] = try read(path)
        directory = path.directoryAbove
      }
    } catch {
      // The next directory below them must not be scanned without their rules.
      known.subtract(added)
      throw error
    }
  }

  /// Reads the ignore files of a directory that was just listed.
  static func rules(in directory: FilePath, _ listing: DirectoryListing)
    -> Result<IgnoreRules?, SystemError>
  {
    let names = listing.entries.lazy.filter { $0.name.first == UInt8(ascii: ".") }.map(\.name)
    return rules(in: directory, names: names.filter(isName))
  }

  /// Reads the ignore files of a directory, if it has any.
  static func rules(in directory: FilePath) -> Result<IgnoreRules?, SystemError> {
    rules(in: directory, names: [nomedia, patterns])
  }

  /// Whether a file or directory is skipped, by its path below the root.
  func excludes(_ path: FilePath, isDirectory: Bool) -> Bool {
    guard !rules.isEmpty else { return false }
    var directory = path.directoryAbove
    while let above = directory {
      if let rules = rules[above],
        let decision = rules.decision(
          on: Array(path.bytes.dropFirst(above.bytes.isEmpty ? 0 : above.bytes.count + 1)),
          isDirectory: isDirectory)
      {
        return decision
      }
      directory = above.directoryAbove
    }
    return false
  }

  private static let nomedia = Array(".nomedia".utf8)
  private static let patterns = Array(".geoindexignore".utf8)
  private static let longest = 1 << 16

  private static func rules(in directory: FilePath, names: [[UInt8]])
    -> Result<IgnoreRules?, SystemError>
  {
    Result { () throws(SystemError) in try read(in: directory, names: names) }
  }

  private static func read(in directory: FilePath, names: [[UInt8]]) throws(SystemError)
    -> IgnoreRules?
  {
    if names.contains(nomedia), FileStatus(path: directory.appending(nomedia).bytes) != nil {
      return .everything
    }
    guard names.contains(patterns) else { return nil }
    do {
      let file = try ReadableFile(path: directory.appending(patterns).bytes)
      return IgnoreRules(try file.read(0..<min(file.size, longest)))
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}

/// The patterns of one `.geoindexignore`.
struct IgnoreRules {
  private struct Rule {
    var glob: Glob
    var isNegated: Bool
    var isForDirectories: Bool
  }

  private var rules: [Rule]

  /// Rules that skip everything.
  static let everything = IgnoreRules(Array("*".utf8))

  /// Parses the lines of a file.
  init(_ text: [UInt8]) {
    rules = text.split(separator: UInt8(ascii: "\n")).compactMap { Self.rule(Array($0)) }
  }

  /// Whether a path below the directory of the rules is skipped; nil if no pattern matches.
  func decision(on path: [UInt8], isDirectory: Bool) -> Bool? {
    let rule = rules.last { rule in
      (isDirectory || !rule.isForDirectories) && rule.glob.matches(path)
    }
    return rule.map { !$0.isNegated }
  }

  private static func rule(_ line: [UInt8]) -> Rule? {
    var pattern = line[...]
    if pattern.last == UInt8(ascii: "\r") { pattern.removeLast() }
    while pattern.last == space, pattern.dropLast().last != backslash { pattern.removeLast() }
    guard let first = pattern.first, first != UInt8(ascii: "#") else { return nil }
    let isNegated = first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    let isForDirectories = pattern.last == slash
    if isForDirectories { pattern.removeLast() }
    guard !pattern.isEmpty else { return nil }
    return Rule(
      glob: Glob(bytes: Array(pattern)), isNegated: isNegated, isForDirectories: isForDirectories)
  }
}

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")
private let space = UInt8(ascii: " ")
