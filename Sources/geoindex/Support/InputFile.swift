internal import Files
internal import Glibc
internal import PhotoFacts

/// A file that is read sequentially, or standard input.
final class InputFile {
  private static let pieceLength = 262_144

  /// The size; nil for pipes and devices.
  let size: Int?

  private let path: FilePath?
  private let descriptor: Int32

  /// Where the input begins; nil for pipes and devices, which cannot be read twice.
  private let start: off_t?

  /// Opens a file, or standard input if the path is nil.
  init(_ path: FilePath?) throws {
    self.path = path
    descriptor =
      try path.map { path in
        let opened = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard opened >= 0 else { throw InputError.last(path) }
        return opened
      } ?? STDIN_FILENO
    let status = FileStatus(descriptor: descriptor)
    guard status?.kind != .directory else {
      if path != nil { close(descriptor) }  // No `deinit` runs, since `size` is not set yet.
      throw InputError(
        description: "cannot read \(path ?? FilePath("-")): it is a folder; name a file")
    }
    size = status.flatMap { $0.kind == .regular ? $0.size : nil }
    let offset = lseek(descriptor, 0, SEEK_CUR)
    start = offset >= 0 ? offset : nil
  }

  deinit { if path != nil { close(descriptor) } }

  /// Goes back to where the input began; returns false if that is impossible.
  func rewind() -> Bool { start.map { lseek(descriptor, $0, SEEK_SET) == $0 } ?? false }

  /// Reads the next piece; empty at the end.
  func read() throws -> [UInt8] {
    let piece = try unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
      var got = unsafe Glibc.read(descriptor, buffer.baseAddress, Self.pieceLength)
      while got < 0, errno == EINTR {
        got = unsafe Glibc.read(descriptor, buffer.baseAddress, Self.pieceLength)
      }
      guard got >= 0 else { throw InputError.last(path ?? FilePath("-")) }
      count = got
    }
    return piece
  }
}

/// An error: the file could not be read.
struct InputError: Error, CustomStringConvertible {
  var description: String

  static func last(_ path: FilePath) -> InputError {
    InputError(description: "cannot read \(path): \(unsafe String(cString: strerror(errno)))")
  }
}
