internal import Files
internal import PhotoFacts

/// The files `.geoindexignore` and `.nomedia` that a scan has found.
///
/// A `.geoindexignore` has the syntax of `.gitignore` and applies to its directory and all below it. The
/// last pattern that matches decides, and a deeper file precedes one above it. A directory with a
/// `.nomedia` is left out with all that is in it.
struct IgnoreFiles {
  private var rules: [FilePath: IgnoreRules] = [:]
  private var known: Set<FilePath> = []

  /// Whether a name is that of a file which decides what is left out.
  static func isName(_ name: [UInt8]) -> Bool { name == nomedia || name == patterns }

  /// Reads what a directory that was just listed says; `file` is where the directory is.
  mutating func note(_ directory: FilePath, at file: FilePath, _ listing: DirectoryListing)
    throws(SystemError)
  {
    known.insert(directory)
    let names = listing.entries.lazy.filter { $0.name.first == UInt8(ascii: ".") }.map(\.name)
    rules[directory] = try Self.rules(in: file, names: names.filter(Self.isName))
  }

  /// Reads what the directories above one say, for a scan that did not come through them.
  mutating func noteDirectories(above path: FilePath, in root: FilePath) throws(SystemError) {
    var directory = path.bytes.isEmpty ? nil : path.directoryAbove
    while let path = directory, known.insert(path).inserted {
      rules[path] = try Self.rules(
        in: root.appending(path.bytes), names: [Self.nomedia, Self.patterns])
      directory = path.directoryAbove
    }
  }

  /// Whether a file or directory is left out, by its path below the root.
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

  private static func rules(in directory: FilePath, names: [[UInt8]]) throws(SystemError)
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

  /// Rules that leave out all.
  static let everything = IgnoreRules(Array("*".utf8))

  /// Reads the lines of a file.
  init(_ text: [UInt8]) {
    rules = text.split(separator: UInt8(ascii: "\n")).compactMap { Self.rule(Array($0)) }
  }

  /// Whether a path below the directory of the rules is left out; nil if no pattern matches it.
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
