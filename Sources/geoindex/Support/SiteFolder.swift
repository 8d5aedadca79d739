internal import Files
internal import Glibc
internal import PhotoFacts

/// The folder of a site.
///
/// It has a list of the files that were written, so that no other file is replaced or removed.
final class SiteFolder: Sendable {
  /// The name of the list, one path a line.
  static let listName = ".geoindex-site"

  private let path: FilePath
  private let names: [String]
  private let stale: [String]

  /// Opens a folder for files with these names; the folder must be new, empty or a site.
  ///
  /// The list is extended before anything else is written, so that a run that is interrupted can be repeated.
  init(_ path: FilePath, _ names: [String]) throws {
    self.path = path
    self.names = names
    let known: [String]
    let entries: [[UInt8]]
    do throws(SystemError) {
      try FileSystem.makeFolder(path.bytes, permissions: 0o755)
      known = try Self.known(in: path)
      entries = try FileSystem.names(in: path.bytes)
    } catch {
      throw InputError(description: "cannot write to \(path): \(error.reason); name another folder")
    }
    let written = Set(known)
    stale = written.subtracting(names).sorted()
    if known.isEmpty, let other = entries.first {
      throw InputError(
        description: """
          \(path) has files that geoindex did not write, such as \(FilePath(bytes: other)); name a new or an \
          empty folder
          """)
    }
    let foreign = names.first { name in
      !written.contains(name) && FileStatus(path: path.appending(Array(name.utf8)).bytes) != nil
    }
    if let foreign {
      throw InputError(
        description:
          "\(path)/\(foreign) was not written by geoindex; move it away, or name another folder")
    }
    try writeList(names + stale)
  }

  /// The most bytes of a copied file in memory.
  private static let pieceLength = 1 << 20

  /// Writes a file, and creates its folders.
  func write(_ bytes: [UInt8], to name: String) throws {
    try write(to: name) { draft throws(SystemError) in try draft.write(bytes) }
  }

  private func write(
    to name: String, _ content: (FileDraft) throws(SystemError) -> Void
  ) throws {
    let file = path.appending(Array(name.utf8))
    do throws(SystemError) {
      if let folder = file.parent { try FileSystem.makeFolder(folder.bytes, permissions: 0o755) }
      let draft = try FileDraft(
        replacing: file.bytes, ending: ".part\(getpid())", permissions: 0o644)
      try content(draft)
      try draft.commit(synced: false)
    } catch {
      throw InputError(description: "cannot write \(file): \(error.reason)")
    }
  }

  /// Copies an open file of any length.
  func copy(_ source: ReadableFile, to name: String) throws {
    try write(to: name) { draft throws(SystemError) in
      var offset = 0
      while offset < source.size {
        let piece = try source.read(offset..<min(source.size, offset + Self.pieceLength))
        guard !piece.isEmpty else { break }
        try draft.write(piece)
        offset += piece.count
      }
    }
  }

  /// Copies a file of the map page.
  func copy(_ source: FilePath, to name: String) throws {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try ReadableFile(path: source.bytes)
      bytes = try file.read(0..<file.size)
    } catch {
      throw InputError(
        description: "cannot read \(source): \(error.reason); install geoindex again")
    }
    try write(bytes, to: name)
  }

  /// Removes a file of this run.
  func remove(_ name: String) { FileSystem.remove(path.appending(Array(name.utf8)).bytes) }

  /// Removes the files of an earlier run that this one has not written.
  func finish() throws {
    for name in stale { remove(name) }
    try writeList(names)
  }

  private func writeList(_ names: [String]) throws {
    try write(Array((names.joined(separator: "\n") + "\n").utf8), to: Self.listName)
  }

  /// The names in the list, without paths that lead out of the folder; empty if there is no list.
  private static func known(in path: FilePath) throws(SystemError) -> [String] {
    do throws(SystemError) {
      let file = try ReadableFile(path: path.appending(Array(listName.utf8)).bytes)
      let text = String(decoding: try file.read(0..<file.size), as: UTF8.self)
      return text.split(separator: "\n").map(String.init).filter { name in
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
      }
    } catch {
      if error.isAbsence { return [] }
      throw error
    }
  }
}
