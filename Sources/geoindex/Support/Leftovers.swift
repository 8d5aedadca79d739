internal import Files
internal import Glibc
internal import PhotoFacts

/// The drafts and folders that `backup` and `restore` leave beside a file if they are killed.
///
/// Their names end with the number of the process. It may be that of another process meanwhile, or of one on another
/// machine, so their lock counts too.
enum Leftovers {
  static let folderEnding = ".tmp"
  static let draftEnding = ".part"

  /// What killed commands have left beside a file, by name.
  static func beside(_ file: FilePath) -> [FilePath] {
    let folder = file.parent ?? FilePath(".")
    let names = (try? FileSystem.names(in: folder.bytes)) ?? []
    return names.sorted { $0.lexicographicallyPrecedes($1) }
      .filter { isLeft($0, of: file.lastComponent) }
      .map { folder.appending($0) }.filter(hasEnded)
  }

  /// Removes what killed commands have left beside a file.
  static func remove(beside file: FilePath) {
    let left = beside(file)
    guard !left.isEmpty else { return }
    _ = Subprocess.run(["rm", "-rf", "--"].map { FilePath($0) } + left)
  }

  private static func isLeft(_ name: [UInt8], of file: [UInt8]) -> Bool {
    number(name, file) != nil
  }

  /// The number of the process in a name.
  private static func number(_ name: [UInt8], _ file: [UInt8]) -> pid_t? {
    for ending in [folderEnding, draftEnding] {
      let start = file + Array(ending.utf8)
      guard name.starts(with: start) else { continue }
      let digits = name.dropFirst(start.count)
      guard digits.allSatisfy({ (48...57).contains($0) }) else { continue }
      return pid_t(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }

  /// Whether no process holds a lock on a draft or folder, and its writer has ended.
  private static func hasEnded(_ path: FilePath) -> Bool {
    let digits = String(
      decoding: path.bytes.reversed().prefix { (48...57).contains($0) }.reversed(), as: UTF8.self)
    guard let process = pid_t(digits), kill(process, 0) != 0, errno == ESRCH else { return false }
    return (try? FileLock(existing: path.bytes, timeout: .zero)) != nil
  }
}
