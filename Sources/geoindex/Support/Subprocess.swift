internal import Files
internal import Glibc
internal import PhotoFacts

/// Runs other programs.
enum Subprocess {
  /// Runs a program from the PATH, and returns its exit code; nil if it cannot be started.
  ///
  /// `input` and `output` replace its standard input and output.
  static func run(
    _ words: [FilePath], input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) -> Int32? {
    let copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { word in
      unsafe word.withCString { unsafe strdup($0) }
    }
    defer { unsafe copies.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var process = pid_t()
    guard let first = unsafe copies.first, let program = unsafe first,
      unsafe posix_spawnp(&process, program, &actions, nil, copies + [nil], environ) == 0
    else { return nil }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // A signal ended the program.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128
  }
}

/// A folder that only its owner can read, deleted with the last reference.
final class TemporaryFolder {
  let path: FilePath

  /// Shows other commands that this one has not ended.
  private let lock: FileLock?

  /// Makes a folder on the file system of a file, so that files can be renamed between them.
  init(beside file: FilePath) throws {
    path = FilePath(bytes: file.bytes + Array("\(Leftovers.folderEnding)\(getpid())".utf8))
    guard unsafe path.withCString({ unsafe mkdir($0, 0o700) }) == 0 else {
      throw InputError(
        description: "cannot make the folder \(path): \(unsafe String(cString: strerror(errno)))")
    }
    lock = try? FileLock(existing: path.bytes)
  }

  deinit { _ = Subprocess.run([FilePath("rm"), FilePath("-rf"), FilePath("--"), path]) }

  /// A file in it.
  func file(_ name: String) -> FilePath { path.appending(Array(name.utf8)) }
}
