package import Files
package import PhotoFacts
internal import Synchronization

/// The databases that this process has open and may lock, with the paths by which they were opened.
///
/// Locks of POSIX belong to a process: if it closes any descriptor of a file, all its locks on it are released, and
/// other processes take themselves for the only users. SQLite keeps descriptors open for that reason, but not those of
/// files that it opens as immutable.
package struct OpenFiles: Sendable {
  private var paths: [Number: [FilePath]] = [:]
  private var waiting: [Number: [@Sendable () -> Void]] = [:]

  private static let ofProcess = Mutex(OpenFiles())

  /// Identifies a file among those that exist at the same time.
  private struct Number: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ file: FileStatus) { (device, inode) = (file.device, file.inode) }
  }

  /// Whether a file is open that had this path when it was opened.
  package func contain(_ path: FilePath) -> Bool { paths.values.contains { $0.contains(path) } }

  /// Runs `body`, which may open and close the file, unless the process has it open; it does not lock it meanwhile.
  package static func unlessOpen(_ file: FileStatus, _ body: (OpenFiles) throws -> Void) rethrows {
    try ofProcess.withLock { files in
      guard files.paths[Number(file)] == nil else { return }
      try body(files)
    }
  }

  /// Notes a connection that has no lock yet.
  static func add(_ file: FileStatus, _ path: FilePath) {
    ofProcess.withLock { $0.paths[Number(file), default: []].append(path) }
  }

  /// Notes that a connection was closed.
  static func remove(_ file: FileStatus, _ path: FilePath) {
    ofProcess.withLock { files in
      let number = Number(file)
      var rest = files.paths[number] ?? []
      if let place = rest.lastIndex(of: path) { rest.remove(at: place) }
      files.paths[number] = rest.isEmpty ? nil : rest
      guard rest.isEmpty else { return }
      for close in files.waiting.removeValue(forKey: number) ?? [] { close() }
    }
  }

  /// Closes a connection without locks, later if others may have locks on the file.
  static func close(_ file: FileStatus, _ close: @escaping @Sendable () -> Void) {
    ofProcess.withLock { files in
      let number = Number(file)
      guard files.paths[number] != nil else { return close() }
      files.waiting[number, default: []].append(close)
    }
  }
}
